import type { Failure, FailureKind } from './exchange.js';

/** What the common codes of the system mean. */
const MEANINGS: Readonly<Record<string, Failure>> = {
  ENOTFOUND: { kind: 'dns', message: 'the name has no address' },
  EAI_AGAIN: { kind: 'dns', message: 'the name server does not answer' },
  ECONNREFUSED: { kind: 'connection', message: 'the connection is refused' },
  ECONNRESET: { kind: 'connection', message: 'the connection was closed without an answer' },
  EPIPE: { kind: 'connection', message: 'the connection was closed without an answer' },
  EHOSTUNREACH: { kind: 'connection', message: 'there is no way to the host' },
  ENETUNREACH: { kind: 'connection', message: 'there is no way to the network of the host' },
  ETIMEDOUT: { kind: 'timeout', message: 'the connection was not accepted in time' },
  CERT_HAS_EXPIRED: { kind: 'tls', message: 'the certificate has expired' },
  CERT_NOT_YET_VALID: { kind: 'tls', message: 'the certificate is not valid yet' },
  DEPTH_ZERO_SELF_SIGNED_CERT: { kind: 'tls', message: 'the certificate is signed by itself alone' },
  SELF_SIGNED_CERT_IN_CHAIN: { kind: 'tls', message: 'the certificate comes from an unknown authority' },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { kind: 'tls', message: 'the chain of certificates is incomplete' },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { kind: 'tls', message: 'the chain of certificates is incomplete' },
  ERR_TLS_CERT_ALTNAME_INVALID: { kind: 'tls', message: 'the certificate is of another host' },
};

const TLS = /^(?:ERR_TLS|ERR_SSL|CERT_|EPROTO|UNABLE_TO_)/;

/** An error of `node:http` in the words of the hop where it happened. */
export function failureOf(error: Error): Failure {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const known = MEANINGS[code];
  if (known !== undefined) return known;
  const kind = TLS.test(code) ? 'tls' : code.startsWith('HPE_') ? 'protocol' : 'connection';
  return { kind, message: code === '' ? message : `${message} (${code})` };
}

/** What to do about a request that got no answer. */
export const FAILURE_FIXES: Readonly<Record<FailureKind, string>> = {
  dns: 'Correct the A, AAAA or CNAME record of the name, or the address that was asked for.',
  connection: 'Start the web server, and open its port to the outside.',
  tls: 'Renew the certificate, with its whole chain and for exactly this host name.',
  timeout: 'Find what keeps the server from answering; agents wait no longer than this either.',
  protocol: 'Look into the logs of the web server: what it sends is no complete HTTP answer.',
  redirects: 'Let the address answer itself, or by a single redirect.',
};
