import type { Failure, FailureKind } from './exchange.js';

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
