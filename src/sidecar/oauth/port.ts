import type { Actor } from '../accounts/can.js';

/** What a credential may do; `write` includes `read`. */
export type Scope = 'read' | 'write';

/** What a bearer has shown: the token of an assistant's connection, or the token of the whole site. */
export type BearerCredential =
  | { readonly kind: 'oauth'; readonly clientId: string; readonly name: string }
  | { readonly kind: 'shared' };

/** Who a bearer token belongs to, and what it was granted for. */
export interface Bearer {
  /** The account that approved the connection or made the token: calls act as it. */
  readonly actor: Actor;
  readonly scope: Scope;
  readonly credential: BearerCredential;
}

/** The request that a token came with. */
export interface BearerRequest {
  /** Unix seconds. */
  readonly now: number;
  /** What the client calls itself; kept with the shared token. */
  readonly userAgent?: string;
}

/** Checks bearer tokens. */
export interface Credentials {
  /**
   * Who sends a request, by its `Authorization` header alone: never by the query, the body or a cookie. Notes when a
   * credential was last used, at most once in 60 seconds.
   * @param header value of `Authorization`
   * @returns undefined for no token, an unknown, expired or revoked one, one that was made for another server, and
   *   one whose account is gone
   * @see reference/abilities-and-oauth.md section 7.9
   */
  authenticateBearer(header: string | undefined, request: BearerRequest): Promise<Bearer | undefined>;
}

/**
 * The `WWW-Authenticate` value of a 401: where to learn how to sign in.
 * @param base absolute address below which the sidecar answers, without trailing slash
 * @param sent whether the request had a token: then that was wrong, while without one nothing was (RFC 6750 section 3.1)
 * @see spec section 7; RFC 9728 section 5.1
 */
export function challenge(base: string, sent: boolean): string {
  const error = sent ? 'error="invalid_token", ' : '';
  return `Bearer ${error}resource_metadata="${metadataAddress(base)}"`;
}

/**
 * The `WWW-Authenticate` value of a 403 for a token whose scope does not suffice.
 * @param scope what the call needs
 * @see RFC 6750 section 3.1
 */
export function insufficientScope(base: string, scope: Scope): string {
  const needed = scope === 'write' ? 'read write' : 'read';
  return `Bearer error="insufficient_scope", scope="${needed}", resource_metadata="${metadataAddress(base)}"`;
}

/** Where the metadata of the MCP endpoint are. */
function metadataAddress(base: string): string {
  return `${base}/.well-known/oauth-protected-resource/svc/mcp`;
}
