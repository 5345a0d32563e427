import { type Kysely, sql } from 'kysely';
import { filled, type IdType, key } from './columns.js';

/**
 * The words of the content, for the owner's search: a plain table, and with it the trigram index that the
 * database offers. Without one the search reads the table, which is slower and finds the same.
 */
export async function up(db: Kysely<unknown>, id: IdType): Promise<void> {
  const isSqlite = id === 'integer';
  await db.schema
    .createTable('content_index')
    // In SQLite the table's own order, which `integer` alone makes it.
    .addColumn('place', isSqlite ? 'integer' : 'bigint', key)
    .addColumn('post_id', 'bigint', (column) => column.notNull().unique())
    .addColumn('type', 'text', filled)
    .addColumn('status', 'text', filled)
    .addColumn('title', 'text', filled)
    .addColumn('url', 'text', filled)
    .addColumn('stamp', 'text', filled)
    .addColumn('words', 'text', filled)
    .execute();
  await (isSqlite ? sqliteTrigrams(db) : postgresTrigrams(db));
}

/** FTS5, kept by triggers; the tokenizer is there since SQLite 3.34. */
async function sqliteTrigrams(db: Kysely<unknown>): Promise<void> {
  try {
    await sql`create virtual table content_words using fts5(
      words, content='content_index', content_rowid='place', tokenize='trigram case_sensitive 1'
    )`.execute(db);
  } catch {
    return;
  }
  const insert = 'insert into content_words(rowid, words) values (new.place, new.words);';
  const remove =
    "insert into content_words(content_words, rowid, words) values ('delete', old.place, old.words);";
  for (const [name, event, body] of [
    ['added', 'insert', insert],
    ['removed', 'delete', remove],
    ['changed', 'update', remove + insert],
  ]) {
    await sql
      .raw(`create trigger content_index_${name} after ${event} on content_index begin ${body} end`)
      .execute(db);
  }
}

/** `pg_trgm` comes with PostgreSQL, but switching it on needs a permission. */
async function postgresTrigrams(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    create extension if not exists pg_trgm;
  exception when others then null;
  end $$`.execute(db);
  await sql`do $$ begin
    if exists (select 1 from pg_extension where extname = 'pg_trgm') then
      create index content_index_words on content_index using gin (words gin_trgm_ops);
    end if;
  exception when others then null;
  end $$`.execute(db);
}
