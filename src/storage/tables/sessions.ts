/** The tables of sessions, and of tokens that can be used once. */

import { type CamelCase, camelCase, snakeCase } from '../columns.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

/** A signed-in browser. */
export type Session = CamelCase<Tables['sessions']>;

export async function addSession(db: Database, session: Session): Promise<void> {
  await db.insertInto('sessions').values(snakeCase(session)).execute();
}

/** A session that has not expired. */
export async function findSession(db: Database, id: string, now: number): Promise<Session | undefined> {
  const query = db.selectFrom('sessions').selectAll().where('id', '=', id).where('expires', '>', now);
  const row = await query.executeTakeFirst();
  return row && camelCase(row);
}

/** Extends a session. */
export async function touchSession(
  db: Database,
  id: string,
  { lastSeen, expires }: Pick<Session, 'lastSeen' | 'expires'>,
): Promise<void> {
  await db.updateTable('sessions').set({ last_seen: lastSeen, expires }).where('id', '=', id).execute();
}

/** The sessions of an account that have not expired, the latest first. */
export async function sessionsOf(db: Database, userId: number, now: number): Promise<readonly Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires', '>', now)
    .orderBy('last_seen', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(camelCase);
}

/** Whether an account is signed in from an address. @param name lower case */
export async function hasSessionFrom(
  db: Database,
  { name, address, now }: { readonly name: string; readonly address: string; readonly now: number },
): Promise<boolean> {
  if (address === '') return false;
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('users.name', '=', name)
    .where('sessions.address', '=', address)
    .where('sessions.expires', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends one session of an account. */
export async function removeSession(db: Database, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends every session of an account, except one. */
export async function removeSessions(db: Database, userId: number, except = ''): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', except).execute();
}

/** Removes expired sessions. */
export async function deleteExpiredSessions(db: Database, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires', '<=', now).execute();
}

/** A secret that works once. */
interface SingleUseToken {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  readonly kind: string;
  readonly data: unknown;
  /** Unix seconds. */
  readonly expires: number;
}

export async function addToken(db: Database, { hash, kind, data, expires }: SingleUseToken): Promise<void> {
  await db
    .insertInto('single_use_tokens')
    .values({ hash, kind, data: JSON.stringify(data), expires })
    .execute();
}

/**
 * Uses a token up: of several that try at once, one succeeds.
 * @returns its data; undefined when it is unknown, used or expired
 */
export async function consumeToken(
  db: Database,
  { hash, kind }: Pick<SingleUseToken, 'hash' | 'kind'>,
  now: number,
): Promise<{ readonly data: unknown } | undefined> {
  const row = await db
    .deleteFrom('single_use_tokens')
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .returning(['data', 'expires'])
    .executeTakeFirst();
  if (row === undefined || row.expires <= now) return undefined;
  return { data: JSON.parse(row.data) as unknown };
}

/** Whether a token could be used, without using it. */
export async function hasToken(
  db: Database,
  { hash, kind }: Pick<SingleUseToken, 'hash' | 'kind'>,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('single_use_tokens')
    .select('hash')
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteExpiredTokens(db: Database, now: number): Promise<void> {
  await db.deleteFrom('single_use_tokens').where('expires', '<=', now).execute();
}
