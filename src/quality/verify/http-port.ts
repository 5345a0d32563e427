import http from 'node:http';
import https from 'node:https';
import type { Ask, FetchPort, RawAnswer, Reply } from './exchange.js';
import { failureOf } from './failure.js';

/** A port whose connections stay open between requests. */
export interface HttpPort {
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
  const send: FetchPort = async (ask) => {
    const reply = await sendOnce(ask, agents);
    // The other side may close a kept connection at the moment it is used again.
    return reply.failure?.kind === 'connection' ? sendOnce(ask, agents) : reply;
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

function sendOnce(ask: Ask, agents: Agents): Promise<Reply> {
  return new Promise((resolve) => {
    const url = new URL(ask.url);
    const { method, body = '' } = ask;
    const headers = {
      ...ask.headers,
      ...(method === 'POST' && { 'Content-Length': Buffer.byteLength(body) }),
    };
    const request =
      url.protocol === 'https:'
        ? https.request(url, { method, headers, agent: agents['https:'] })
        : http.request(url, { method, headers, agent: agents['http:'] });
    const finish = (reply: Reply): void => {
      clearTimeout(timer);
      resolve(reply);
    };
    const timer = setTimeout(() => {
      finish({
        failure: { kind: 'timeout', message: `no complete response within ${ask.timeoutMs / 1000} s` },
      });
      request.destroy();
    }, ask.timeoutMs);
    request.on('error', (error) => finish({ failure: failureOf(error) }));
    request.on('response', (response) => readBody(response, ask, finish));
    request.end(method === 'POST' ? body : undefined);
  });
}

function readBody(response: http.IncomingMessage, ask: Ask, finish: (reply: Reply) => void): void {
  const kept: Buffer[] = [];
  let room = ask.keepBytes;
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
    if (size <= ask.maxBytes) return;
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
