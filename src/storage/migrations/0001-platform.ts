import type { Kysely } from 'kysely';
import { counted, filled, type IdType, key } from './columns.js';

/** Accounts, options, verdicts, revisions and locks. */
export async function up(db: Kysely<unknown>, id: IdType): Promise<void> {
  await db.schema
    .createTable('options')
    .addColumn('name', 'text', key)
    .addColumn('value', 'text', filled)
    .addColumn('version', 'bigint', filled)
    .execute();
  await addAccounts(db, id);
  await addVerdicts(db);
  await addEditing(db, id);
}

/** Users, their sessions, tokens that are used once, and failed sign-ins. */
async function addAccounts(db: Kysely<unknown>, id: IdType): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', id, counted(id))
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('display_name', 'text', filled)
    .addColumn('email', 'text', filled)
    .addColumn('role', 'text', filled)
    .addColumn('password', 'text', filled)
    .addColumn('created', 'bigint', filled)
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', 'bigint', filled)
    .addColumn('last_seen', 'bigint', filled)
    .addColumn('expires', 'bigint', filled)
    .addColumn('user_agent', 'text', filled)
    .addColumn('address', 'text', filled)
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await db.schema
    .createTable('single_use_tokens')
    .addColumn('hash', 'text', key)
    .addColumn('kind', 'text', filled)
    .addColumn('data', 'text', filled)
    .addColumn('expires', 'bigint', filled)
    .execute();
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('id', id, counted(id))
    .addColumn('name', 'text', filled)
    .addColumn('address', 'text', filled)
    .addColumn('at', 'bigint', filled)
    .execute();
  await db.schema
    .createIndex('sign_in_failures_pair')
    .on('sign_in_failures')
    .columns(['name', 'address', 'at'])
    .execute();
}

/** The verdicts of the content checks on each page. */
async function addVerdicts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('verdicts')
    .addColumn('post_id', 'bigint', key)
    .addColumn('type', 'text', filled)
    .addColumn('needs_work', 'integer', filled)
    .addColumn('flags', 'integer', filled)
    .addColumn('stake', 'integer', filled)
    .addColumn('coverage', 'text', filled)
    .addColumn('focus', 'text', filled)
    .addColumn('gradeable', 'integer', filled)
    .addColumn('points', 'integer', filled)
    .addColumn('flag_ids', 'text', filled)
    .addColumn('ruleset', 'text', filled)
    .addColumn('content_hash', 'text', filled)
    .addColumn('graded_at', 'bigint', filled)
    .addColumn('title', 'text', filled)
    .addColumn('url', 'text', filled)
    .addColumn('modified', 'bigint', filled)
    .addColumn('images', 'text', filled)
    .execute();
  await db.schema
    .createIndex('verdicts_worklist')
    .on('verdicts')
    .columns(['needs_work', 'stake', 'post_id'])
    .execute();
}

/** Revisions of content, and editing locks. */
async function addEditing(db: Kysely<unknown>, id: IdType): Promise<void> {
  await db.schema
    .createTable('revisions')
    .addColumn('id', id, counted(id))
    .addColumn('post_id', 'bigint', filled)
    .addColumn('user_id', 'bigint', filled)
    .addColumn('created', 'bigint', filled)
    .addColumn('title', 'text', filled)
    .addColumn('body', 'text', filled)
    .execute();
  await db.schema.createIndex('revisions_post').on('revisions').columns(['post_id', 'id']).execute();
  await db.schema
    .createTable('locks')
    .addColumn('post_id', 'bigint', key)
    .addColumn('user_id', 'bigint', filled)
    .addColumn('at', 'bigint', filled)
    .execute();
}
