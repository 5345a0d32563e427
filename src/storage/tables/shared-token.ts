import { type CamelCase, camelCase } from '../camel-case.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

/** The token of the whole site, of which there is at most one. */
export type SharedToken = CamelCase<Omit<Tables['shared_tokens'], 'id'>>;

/** The shared token with the account that created it. */
export interface SharedTokenOwner extends SharedToken {
  readonly userName: string;
  readonly userRole: string;
}

/** Stores the token in place of the one before. */
export async function putSharedToken(
  db: Database,
  { hash, scope, userId, created }: Pick<SharedToken, 'hash' | 'scope' | 'userId' | 'created'>,
): Promise<void> {
  const facts = { hash, scope, user_id: userId, created, last_used: 0, last_user_agent: '' };
  await db
    .insertInto('shared_tokens')
    .values({ id: 1, ...facts })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute();
}

/** The token, if there is one and its account still exists. */
export async function findSharedToken(db: Database): Promise<SharedTokenOwner | undefined> {
  const row = await db
    .selectFrom('shared_tokens')
    .innerJoin('users', 'users.id', 'shared_tokens.user_id')
    .selectAll('shared_tokens')
    .select(['users.name as user_name', 'users.role as user_role'])
    .executeTakeFirst();
  return row && camelCase(row);
}

/** Stores the time of a use, unless a later one is stored. */
export async function touchSharedToken(
  db: Database,
  hash: string,
  { now, after, userAgent }: { readonly now: number; readonly after: number; readonly userAgent: string },
): Promise<void> {
  await db
    .updateTable('shared_tokens')
    .set({ last_used: now, last_user_agent: userAgent })
    .where('hash', '=', hash)
    .where('last_used', '<=', after)
    .execute();
}

/** Removes the token, if there is one. */
export async function removeSharedToken(db: Database): Promise<void> {
  await db.deleteFrom('shared_tokens').execute();
}
