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
import { newSecret, secretHash } from './secret.js';

/** Lifetime of an unused session in seconds. */
export const SESSION_LIFETIME = 14 * 86_400;
/** Minimum time between two stored uses of a session in seconds. */
const TOUCH_AFTER = 3600;
/** Maximum length of a stored User-Agent. */
const MAX_USER_AGENT = 300;

/** The User-Agent and address of a browser. */
export interface Visitor {
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
