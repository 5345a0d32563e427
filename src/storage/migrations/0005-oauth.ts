import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { counted, filled, type IdType, key } from './columns.js';

/** Clients of the authorization server, their codes and tokens, and the token of the whole site. */
export async function up(db: Kysely<unknown>, id: IdType): Promise<void> {
  await db.schema
    .createTable('oauth_clients')
    // The order of registration.
    .addColumn('place', id, counted(id))
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', filled)
    .addColumn('redirect_uris', 'text', filled)
    .addColumn('created', 'bigint', filled)
    .addColumn('fresh_until', 'bigint', filled)
    .addColumn('approved', 'bigint', filled)
    .addColumn('approved_by', 'bigint', filled)
    .addColumn('scope', 'text', filled)
    .addColumn('last_used', 'bigint', filled)
    .execute();
  await db.schema
    .createIndex('oauth_clients_approved')
    .on('oauth_clients')
    .columns(['approved', 'created'])
    .execute();
  await db.schema
    .createTable('oauth_codes')
    .addColumn('hash', 'text', key)
    .addColumn('client_id', 'text', ofClient)
    .addColumn('user_id', 'bigint', ofUser)
    .addColumn('redirect_uri', 'text', filled)
    .addColumn('challenge', 'text', filled)
    .addColumn('scope', 'text', filled)
    .addColumn('resource', 'text', filled)
    .addColumn('used', 'integer', filled)
    .addColumn('expires', 'bigint', filled)
    .addColumn('forget', 'bigint', filled)
    .execute();
  await addLookups(db, 'oauth_codes', 'forget');
  await db.schema
    .createTable('oauth_tokens')
    .addColumn('hash', 'text', key)
    .addColumn('kind', 'text', filled)
    .addColumn('pair', 'text', filled)
    .addColumn('client_id', 'text', ofClient)
    .addColumn('user_id', 'bigint', ofUser)
    .addColumn('scope', 'text', filled)
    .addColumn('resource', 'text', filled)
    .addColumn('rotated', 'integer', filled)
    .addColumn('expires', 'bigint', filled)
    .execute();
  await addLookups(db, 'oauth_tokens', 'expires');
  await db.schema.createIndex('oauth_tokens_pair').on('oauth_tokens').column('pair').execute();
  await db.schema
    .createTable('shared_tokens')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('hash', 'text', filled)
    .addColumn('scope', 'text', filled)
    .addColumn('user_id', 'bigint', ofUser)
    .addColumn('created', 'bigint', filled)
    .addColumn('last_used', 'bigint', filled)
    .addColumn('last_user_agent', 'text', filled)
    .execute();
}

/** Codes and tokens are deleted with the registration that they belong to. */
function ofClient(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references('oauth_clients.id').onDelete('cascade');
}

/** The approvals of an account are deleted with the account. */
function ofUser(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references('users.id').onDelete('cascade');
}

/** By grant, and by the time at which a row may be deleted. */
async function addLookups(db: Kysely<unknown>, table: string, end: string): Promise<void> {
  await db.schema.createIndex(`${table}_grant`).on(table).columns(['client_id', 'user_id']).execute();
  await db.schema.createIndex(`${table}_user`).on(table).column('user_id').execute();
  await db.schema.createIndex(`${table}_end`).on(table).column(end).execute();
}
