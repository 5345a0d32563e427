import { withoutUndefined } from '../core/json.js';
import { type DocumentContext, type DocumentRow, prettyJson } from './document-row.js';

/**
 * The public keys for verifying signatures of this site: the current one first, then retired ones until
 * their last signature expires.
 * @see https://datatracker.ietf.org/doc/html/draft-meunier-webbotauth-httpsig-protocol
 */
function buildKeyDirectory(ctx: Pick<DocumentContext, 'signing'>) {
  const keys = (ctx.signing?.keys ?? []).map(({ kid, kty, crv, x, nbf, exp }) => ({
    kid,
    kty,
    crv,
    x,
    alg: 'EdDSA',
    use: 'sig',
    ...withoutUndefined({ nbf, exp }),
  }));
  return { keys };
}

/** `/.well-known/http-message-signatures-directory`. */
export const signaturesDirectory: DocumentRow = {
  id: 'signatures-directory',
  path: '/.well-known/http-message-signatures-directory',
  contentType: 'application/json',
  registeredType: 'application/http-message-signatures-directory+json',
  headers: 'wellKnown',
  // On request it is sent with the type that Web Bot Auth registers.
  extraHeaders: { Vary: 'Accept' },
  summary: 'Public keys for verifying the signatures of the site (Web Bot Auth).',
  condition: '`enable_signing`',
  schema: 'http-message-signatures-directory.schema.json',
  docs: 'http-message-signatures-directory.md',
  when: (ctx) => ctx.signing !== undefined,
  render: (ctx) => prettyJson(buildKeyDirectory(ctx)),
};
