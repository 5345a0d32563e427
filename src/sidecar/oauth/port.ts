import { isParsableUrl } from '../../core/parsable-url.js';
import type { Actor } from '../accounts/can.js';

/** The permissions of a credential; `write` includes `read`. */
export type Scope = 'read' | 'write';

/** The kind of a bearer credential: a token of an assistant's connection, or the shared token of the site. */
type BearerCredential =
  | { readonly kind: 'oauth'; readonly clientId: string; readonly name: string }
  | { readonly kind: 'shared' };

/** The account of a bearer token, and the granted scope. */
export interface Bearer {
  /** The account that approved the connection or created the token; calls act as this account. */
  readonly actor: Actor;
  readonly scope: Scope;
  readonly credential: BearerCredential;
}

/** The request that contains the token. */
export interface BearerRequest {
  /** Unix seconds. */
  readonly now: number;
  /** The client's user agent; stored with the shared token. */
  readonly userAgent?: string;
}

/** Checks bearer tokens. */
export interface Credentials {
  /**
   * Authenticates a request by its `Authorization` header only: never by the query, the body or a cookie. Records when
   * a credential was last used, at most once in 60 seconds.
   * @param header value of `Authorization`
   * @returns undefined for a missing, unknown, expired or revoked token, a token issued for another server, and a
   *   token whose account no longer exists
   */
  authenticateBearer(header: string | undefined, request: BearerRequest): Promise<Bearer | undefined>;
}

/**
 * Returns the `WWW-Authenticate` value of a 401, which points to the sign-in metadata.
 * @param base absolute address below which the sidecar answers, without trailing slash
 * @param sent whether the request had a token: only then is there an error to report (RFC 6750 section 3.1)
 * @see RFC 9728 section 5.1
 */
export function challenge(base: string, sent: boolean): string {
  const error = sent ? 'error="invalid_token", ' : '';
  return `Bearer ${error}resource_metadata="${metadataAddress(base)}"`;
}

/**
 * Returns the `WWW-Authenticate` value of a 403 for a token with an insufficient scope.
 * @param scope the scope that the call requires
 * @see RFC 6750 section 3.1
 */
export function insufficientScope(base: string, scope: Scope): string {
  const needed = scope === 'write' ? 'read write' : 'read';
  return `Bearer error="insufficient_scope", scope="${needed}", resource_metadata="${metadataAddress(base)}"`;
}

function metadataAddress(base: string): string {
  return `${base}/.well-known/oauth-protected-resource/svc/mcp`;
}

/**
 * Checks whether two resource indicators name the same server. Ignores the case of scheme and host, and a trailing
 * slash, since clients add and drop it; everything else must be equal.
 * @see RFC 8707 section 2
 */
export function isSameResource(a: string, b: string): boolean {
  const [left, right] = [normalise(a), normalise(b)];
  return left !== undefined && left === right;
}

/**
 * Checks whether a client's request means this resource: by its address, or by its origin alone, as some clients
 * shorten it. Tokens are always bound to the address.
 */
export function meansResource(asked: string, resource: string): boolean {
  return isSameResource(asked, resource) || isSameResource(asked, new URL(resource).origin);
}

function normalise(text: string): string | undefined {
  if (text.includes('#') || !isParsableUrl(text)) return undefined;
  return new URL(text).href.replace(/\/+$/, '');
}
