/** Sessions of signed-in browsers, and the secrets in their cookies. */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Storage } from '../../storage/port.js';
import {
  addSession,
  deleteExpiredSessions,
  findSession,
  removeSession,
  type Session,
  touchSession,
} from '../../storage/tables/sessions.js';
import { type User, userById } from '../../storage/tables/users.js';

/** Lifetime of an unused session in seconds. */
export const SESSION_LIFETIME = 14 * 86_400;
/** Minimum time between two stored uses of a session in seconds. */
const TOUCH_AFTER = 3600;
/** Maximum length of a stored User-Agent. */
const MAX_USER_AGENT = 300;

/** The User-Agent and address of a browser. */
interface Visitor {
  readonly userAgent: string;
  readonly address: string;
}

/** A signed-in user with the session. */
export interface SignedIn {
  readonly user: User;
  readonly session: Session;
}

/**
 * Starts a session.
 * @param now Unix seconds
 * @returns the secret for the cookie; only its hash is stored
 */
export async function startSession(
  { db }: Storage,
  userId: number,
  { userAgent, address }: Visitor,
  now: number,
): Promise<string> {
  const secret = newSecret();
  await deleteExpiredSessions(db, now);
  await addSession(db, {
    id: secretHash(secret),
    userId,
    created: now,
    lastSeen: now,
    expires: now + SESSION_LIFETIME,
    userAgent: userAgent.slice(0, MAX_USER_AGENT),
    address: roughAddress(address),
  });
  return secret;
}

/**
 * Shortens an address so that an owner still recognises the browser: `192.0.2.*`, `2001:db8:1:*`; empty for others.
 */
export function roughAddress(address: string): string {
  const version4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (version4 !== undefined) return `${version4}.*`;
  const groups = address.split(':');
  return groups.length < 3 ? '' : `${groups.slice(0, 3).join(':')}:*`;
}

/** Returns the user and session of a cookie's secret; each use extends the session. */
export async function resumeSession(
  { db }: Storage,
  secret: string,
  now: number,
): Promise<SignedIn | undefined> {
  const session = await findSession(db, secretHash(secret), now);
  const user = session && (await userById(db, session.userId));
  if (session === undefined || user === undefined) return undefined;
  if (now - session.lastSeen >= TOUCH_AFTER) {
    await touchSession(db, session.id, { lastSeen: now, expires: now + SESSION_LIFETIME });
  }
  return { user, session };
}

/** Ends a session. */
export async function endSession({ db }: Storage, id: string): Promise<void> {
  await removeSession(db, id);
}

/** Returns an unguessable secret: 256 bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the stored form of a secret: SHA-256, hexadecimal. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Checks whether two texts are equal, in a time that doesn't reveal where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** Seconds of a tick. A nonce is valid in its own tick and in the next one. */
const TICK = 43_200;

/** The inputs of a nonce. */
export interface NonceScope {
  /** The site's secret. */
  readonly key: string;
  /** Id of the session: the nonce is valid only in it. */
  readonly session: string;
  /** `rest` for the admin API, others for forms. */
  readonly action: string;
}

/**
 * Creates a nonce: proof that a request comes from a page that this site has shown to this session.
 * @param now Unix seconds
 */
export function mintNonce(scope: NonceScope, now: number): string {
  return nonceAt(scope, Math.floor(now / TICK));
}

/** Checks whether a nonce was created for this session and action in this tick or the previous one. */
export function isNonce(nonce: string, scope: NonceScope, now: number): boolean {
  const tick = Math.floor(now / TICK);
  // Always compare with both, regardless of the first result.
  const valid = [tick, tick - 1].map((one) => isSameSecret(nonce, nonceAt(scope, one)));
  return valid.includes(true);
}

function nonceAt({ key, session, action }: NonceScope, tick: number): string {
  const text = JSON.stringify([session, action, tick]);
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}
