import { type Kysely, sql } from 'kysely';

/**
 * The authorization that a token comes from, and when a refresh token was used. Tokens from before form one family for
 * each client and account, as they did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('oauth_tokens')
    .addColumn('family', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('oauth_tokens')
    .addColumn('rotated_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update oauth_tokens set family = client_id || ' ' || cast(user_id as text)`.execute(db);
  await db.schema.createIndex('oauth_tokens_family').on('oauth_tokens').column('family').execute();
}
