import type { Database } from '../port.js';

/** A secret that works once. */
export interface SingleUseToken {
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
