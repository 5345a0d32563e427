import type { Kysely } from 'kysely';

/** Accounts, options, verdicts, revisions and locks. */
export async function up(db: Kysely<unknown>, id: 'integer' | 'bigserial'): Promise<void> {
  const autoId = (column: import('kysely').ColumnDefinitionBuilder) =>
    id === 'integer' ? column.primaryKey().autoIncrement() : column.primaryKey();
  await db.schema
    .createTable('options')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('users')
    .addColumn('id', id, autoId)
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('display_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('last_seen', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await db.schema
    .createTable('single_use_tokens')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('id', id, autoId)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sign_in_failures_pair')
    .on('sign_in_failures')
    .columns(['name', 'address', 'at'])
    .execute();
  await db.schema
    .createTable('verdicts')
    .addColumn('post_id', 'bigint', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('needs_work', 'integer', (column) => column.notNull())
    .addColumn('flags', 'integer', (column) => column.notNull())
    .addColumn('stake', 'integer', (column) => column.notNull())
    .addColumn('coverage', 'text', (column) => column.notNull())
    .addColumn('focus', 'text', (column) => column.notNull())
    .addColumn('gradeable', 'integer', (column) => column.notNull())
    .addColumn('points', 'integer', (column) => column.notNull())
    .addColumn('flag_ids', 'text', (column) => column.notNull())
    .addColumn('ruleset', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('graded_at', 'bigint', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('modified', 'bigint', (column) => column.notNull())
    .addColumn('images', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('verdicts_worklist')
    .on('verdicts')
    .columns(['needs_work', 'stake', 'post_id'])
    .execute();
  await addPartOfVerdict(db, 'verdict_flags', 'flag', ['flag', 'stake', 'post_id']);
  await addPartOfVerdict(db, 'verdict_images', 'image', ['image', 'post_id']);
  await db.schema
    .createTable('revisions')
    .addColumn('id', id, autoId)
    .addColumn('post_id', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('revisions_post').on('revisions').columns(['post_id', 'id']).execute();
  await db.schema
    .createTable('locks')
    .addColumn('post_id', 'bigint', (column) => column.primaryKey())
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}

/** A table of what verdicts hold several of. It is found by its value, and by its page. */
async function addPartOfVerdict(
  db: Kysely<unknown>,
  table: string,
  value: string,
  order: readonly string[],
): Promise<void> {
  let create = db.schema.createTable(table).addColumn(value, 'text', (column) => column.notNull());
  if (order.includes('stake')) create = create.addColumn('stake', 'integer', (column) => column.notNull());
  await create
    .addColumn('post_id', 'bigint', (column) =>
      column.notNull().references('verdicts.post_id').onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex(`${table}_value`)
    .on(table)
    .columns([...order])
    .execute();
  await db.schema.createIndex(`${table}_post`).on(table).column('post_id').execute();
}
