import http from 'node:http';
import https from 'node:https';
import type { Failure, FailureKind, FetchPort, FetchReply, FetchRequest, RawAnswer } from './answer.js';

/** The meaning of the system's common codes. */
const MEANINGS: Readonly<Record<string, Failure>> = {
  ENOTFOUND: { kind: 'dns', message: 'the name has no address' },
  EAI_AGAIN: { kind: 'dns', message: "the name server doesn't respond" },
  ECONNREFUSED: { kind: 'connection', message: 'the connection is refused' },
  ECONNRESET: { kind: 'connection', message: 'the connection was closed without an answer' },
  EPIPE: { kind: 'connection', message: 'the connection was closed without an answer' },
  EHOSTUNREACH: { kind: 'connection', message: 'the host is unreachable' },
  ENETUNREACH: { kind: 'connection', message: 'the network of the host is unreachable' },
  ETIMEDOUT: { kind: 'timeout', message: "the connection wasn't accepted in time" },
  CERT_HAS_EXPIRED: { kind: 'tls', message: 'the certificate has expired' },
  CERT_NOT_YET_VALID: { kind: 'tls', message: "the certificate isn't valid yet" },
  DEPTH_ZERO_SELF_SIGNED_CERT: { kind: 'tls', message: 'the certificate is self-signed' },
  SELF_SIGNED_CERT_IN_CHAIN: { kind: 'tls', message: 'the certificate comes from an unknown authority' },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { kind: 'tls', message: 'the chain of certificates is incomplete' },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { kind: 'tls', message: 'the chain of certificates is incomplete' },
  ERR_TLS_CERT_ALTNAME_INVALID: { kind: 'tls', message: 'the certificate belongs to another host' },
};

const TLS = /^(?:ERR_TLS|ERR_SSL|CERT_|EPROTO|UNABLE_TO_)/;

/** Maps an error of `node:http` to the hop where it happened. */
export function failureOf(error: Error): Failure {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const known = MEANINGS[code];
  if (known !== undefined) return known;
  const kind = TLS.test(code) ? 'tls' : code.startsWith('HPE_') ? 'protocol' : 'connection';
  return { kind, message: code === '' ? message : `${message} (${code})` };
}

/** The fix for a request without an answer. */
export const FAILURE_FIXES: Readonly<Record<FailureKind, string>> = {
  dns: 'Correct the A, AAAA or CNAME record of the name, or the requested address.',
  connection: 'Start the web server, and open its port to the outside.',
  tls: 'Renew the certificate, with its whole chain and for exactly this host name.',
  timeout: "Find out why the server doesn't respond. Agents don't wait longer either.",
  protocol: 'Read the logs of the web server: it sends incomplete HTTP answers.',
  redirects: 'Let the address answer itself, or by a single redirect.',
};

/** A port whose connections stay open between requests. */
interface HttpPort {
  readonly send: FetchPort;
  /** Closes every connection. */
  close(): void;
}

/**
 * Network access by `node:http`: unlike `fetch` it returns bytes as they were sent, which digests are computed from,
 * and each header field separately. Cookies are neither kept nor sent.
 * @param connections maximum number of open connections to one host
 */
export function httpPort(connections: number): HttpPort {
  const options = { keepAlive: true, maxSockets: connections };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  const send: FetchPort = async (fetchRequest) => {
    const reply = await sendOnce(fetchRequest, agents);
    // The other side may close a kept connection at the moment it is used again.
    return reply.failure?.kind === 'connection' ? sendOnce(fetchRequest, agents) : reply;
  };
  const close = () => {
    for (const agent of Object.values(agents)) agent.destroy();
  };
  return { send, close };
}

interface Agents {
  readonly 'http:': http.Agent;
  readonly 'https:': https.Agent;
}

function sendOnce(fetchRequest: FetchRequest, agents: Agents): Promise<FetchReply> {
  return new Promise((resolve) => {
    const url = new URL(fetchRequest.url);
    const { method, body = '' } = fetchRequest;
    const headers = {
      ...fetchRequest.headers,
      ...(method === 'POST' && { 'Content-Length': Buffer.byteLength(body) }),
    };
    const request =
      url.protocol === 'https:'
        ? https.request(url, { method, headers, agent: agents['https:'] })
        : http.request(url, { method, headers, agent: agents['http:'] });
    const finish = (reply: FetchReply): void => {
      clearTimeout(timer);
      resolve(reply);
    };
    const timer = setTimeout(() => {
      finish({
        failure: {
          kind: 'timeout',
          message: `no complete response within ${fetchRequest.timeoutMs / 1000} s`,
        },
      });
      request.destroy();
    }, fetchRequest.timeoutMs);
    request.on('error', (error) => finish({ failure: failureOf(error) }));
    request.on('response', (response) => readBody(response, fetchRequest, finish));
    request.end(method === 'POST' ? body : undefined);
  });
}

function readBody(
  response: http.IncomingMessage,
  fetchRequest: FetchRequest,
  finish: (reply: FetchReply) => void,
): void {
  const kept: Buffer[] = [];
  let room = fetchRequest.keepBytes;
  let size = 0;
  const answerNow = (isCut: boolean): void => {
    const fields = pairsOf(response.rawHeaders);
    const answer: RawAnswer = {
      status: response.statusCode ?? 0,
      fields,
      bytes: Buffer.concat(kept),
      size,
      isCut,
    };
    finish({ answer });
  };
  response.on('data', (piece: Buffer) => {
    size += piece.length;
    if (room > 0) kept.push(piece.subarray(0, room));
    room -= piece.length;
    if (size <= fetchRequest.maxBytes) return;
    answerNow(true);
    response.destroy();
  });
  response.on('end', () => answerNow(false));
  response.on('error', () => finish({ failure: brokenOff }));
  response.on('close', () => {
    if (!response.complete) finish({ failure: brokenOff });
  });
}

const brokenOff = { kind: 'protocol', message: 'the answer broke off before its end' } as const;

function pairsOf(raw: readonly string[]): readonly (readonly [string, string])[] {
  return Array.from({ length: raw.length / 2 }, (_, index) => {
    return [raw[2 * index] ?? '', raw[2 * index + 1] ?? ''] as const;
  });
}
