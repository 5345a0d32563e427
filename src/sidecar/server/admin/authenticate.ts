import type { IncomingMessage } from 'node:http';
import type { Storage } from '../../../storage/port.js';
import { can } from '../../accounts/can.js';
import { isNonce, mintNonce, type NonceScope } from '../../accounts/nonce.js';
import { resumeSession, type SignedIn } from '../../accounts/sessions.js';
import { readCookie } from '../http/request.js';
import type { Services } from '../services.js';
import { invalidNonce } from './problem.js';
import type { Caller } from './route.js';

/** Name of the session cookie. */
export const SESSION_COOKIE = 'svc_session';
/** Action of the nonces of the admin API. */
const REST_ACTION = 'rest';

type Secrets = Pick<Services, 'storage' | 'nonceKey'>;

/** Returns the signed-in user by the cookie alone: enough for pages, never for the admin API. */
export async function signedIn(
  request: Pick<IncomingMessage, 'headers'>,
  { storage }: Pick<Secrets, 'storage'>,
  now: number,
): Promise<SignedIn | undefined> {
  const secret = readCookie(request.headers.cookie, SESSION_COOKIE);
  return secret === undefined ? undefined : resumeSession(storage, secret, now);
}

/**
 * Authenticates a call of the admin API. A cookie without a nonce is anonymous, since another site could have sent it.
 * @param given parameters; `_nonce` among them is equivalent to the header
 * @throws AdminProblem `rest_cookie_invalid_nonce` for a nonce that has expired or isn't of this session
 */
export async function authenticate(
  request: Pick<IncomingMessage, 'headers'>,
  given: Readonly<Record<string, unknown>>,
  { storage, nonceKey }: Secrets,
  now: number,
): Promise<Caller | undefined> {
  const found = await signedIn(request, { storage }, now);
  const nonce = request.headers['x-platform-nonce'] ?? given['_nonce'];
  if (found === undefined || nonce === undefined || nonce === '') return undefined;
  const { user, session } = found;
  if (typeof nonce !== 'string' || !isNonce(nonce, scopeOf(nonceKey, session.id), now)) throw invalidNonce();
  return { actor: { id: user.id, name: user.name, role: user.role }, session };
}

/**
 * Returns the nonce that lets a session call the admin API.
 * @param session id of the session
 */
export function restNonce({ nonceKey, now }: Pick<Services, 'nonceKey' | 'now'>, session: string): string {
  return mintNonce(scopeOf(nonceKey, session), now());
}

function scopeOf(key: string, session: string): NonceScope {
  return { key, session, action: REST_ACTION };
}

/**
 * Checks whether a request comes from a browser in which an administrator is signed in: the owner's own views aren't
 * visits. The cookie alone is enough, since it changes nothing here.
 * @param now Unix seconds
 */
export async function isOwner(
  request: Pick<IncomingMessage, 'headers'>,
  storage: Storage,
  now: number,
): Promise<boolean> {
  const found = await signedIn(request, { storage }, now);
  if (found === undefined) return false;
  const { id, name, role } = found.user;
  return can({ id, name, role }, 'manage_options');
}
