import type { Storage } from '../../storage/port.js';
import {
  addSession,
  findSession,
  removeSession,
  type Session,
  tidySessions,
  touchSession,
} from '../../storage/tables/sessions.js';
import { type User, userById } from '../../storage/tables/users.js';
import { newSecret, secretHash } from './secret.js';

/** Seconds that a session lives without being used. */
export const SESSION_LIFETIME = 14 * 86_400;
/** Seconds after which a use is written down. */
const TOUCH_AFTER = 3600;
/** The longest description of a browser that is kept. */
const MAX_USER_AGENT = 300;

/** Where a browser comes from. */
export interface Visitor {
  readonly userAgent: string;
  readonly address: string;
}

/** A browser that is signed in. */
export interface SignedIn {
  readonly user: User;
  readonly session: Session;
}

/**
 * Starts a session.
 * @param now Unix seconds
 * @returns the secret for the cookie; only its hash is kept
 */
export async function startSession(
  { db }: Storage,
  userId: number,
  { userAgent, address }: Visitor,
  now: number,
): Promise<string> {
  const secret = newSecret();
  await tidySessions(db, now);
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

/** An address as far as it helps an owner to recognise a browser: `192.0.2.*`, `2001:db8:1:*`; empty for others. */
export function roughAddress(address: string): string {
  const version4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (version4 !== undefined) return `${version4}.*`;
  const groups = address.split(':');
  return groups.length < 3 ? '' : `${groups.slice(0, 3).join(':')}:*`;
}

/** Who a cookie belongs to; each use lets the session live on. */
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
