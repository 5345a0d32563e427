import { type CreateTableBuilder, type Kysely, type MigrationProvider, Migrator, sql } from 'kysely';
import { errorMessage, SvcError } from '../core/errors.js';
import type { Column, Table } from './columns.js';
import type { Storage } from './port.js';
import { TABLES } from './schema.js';

type Dialect = Storage['capabilities']['dialect'];
type Step = (db: Kysely<unknown>, dialect: Dialect) => Promise<unknown>;

/** Steps of the time before the first release: their names stand here so that databases of that time are known. */
const FIRST = [
  ...['0001-platform', '0002-content-index', '0003-activity', '0004-referrals', '0005-oauth'],
  ...['0006-agent-access', '0007-visibility', '0009-revisions', '0010-oauth-families'],
  ...['0011-log-files-counted', '0012-rate-counts'],
];

/** Every step of the tables' history, in order. A step that has been released never changes. */
const STEPS: Readonly<Record<string, Step>> = {
  ...Object.fromEntries(FIRST.map((name) => [name, () => Promise.resolve()])),
  '0013-no-counts': createTables,
  '0014-no-verdicts': (db) => db.schema.dropTable('verdicts').ifExists().execute(),
};

/** Names of the steps, in order: a database that has others was written by a later version of the program. */
export const STEP_NAMES: readonly string[] = Object.keys(STEPS);

/**
 * Brings the tables up to date. Several processes may start at once: one of them does it.
 * @throws SvcError `SVC_STORAGE` when a step fails; the tables are then as they were
 */
export async function migrate(storage: Storage): Promise<void> {
  const { db, capabilities } = storage;
  const { dialect } = capabilities;
  // Our own tables are made after the history.
  if (!(await hasTable(storage, HISTORY))) {
    for (const name of Object.keys(TABLES)) if (await hasTable(storage, name)) throw foreignTables(name);
  }
  const migrations = Object.fromEntries(
    Object.entries(STEPS).map(([name, step]) => [
      name,
      { up: async (inner: Kysely<unknown>) => void (await step(inner, dialect)) },
    ]),
  );
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return;
  if (error instanceof SvcError) throw error;
  if (!/previously executed migration/.test(String(error))) throw failedStep(error);
  throw (await isMigrated(storage)) ? newerTables(error) : foreignTables(HISTORY, error);
}

/** True where a sidecar has made its tables. */
export async function isMigrated(storage: Storage): Promise<boolean> {
  if (!(await hasTable(storage, HISTORY))) return false;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(HISTORY)}`.execute(storage.db);
  return rows.some(({ name }) => STEP_NAMES.includes(name));
}

/** The table of the steps that are done. Other programs that use Kysely have one of this name too. */
const HISTORY = 'kysely_migration';

async function hasTable({ db, capabilities }: Storage, name: string): Promise<boolean> {
  const query =
    capabilities.dialect === 'postgres'
      ? sql`select 1 where to_regclass(${`"${name}"`}) is not null`
      : sql`select 1 from sqlite_master where name = ${name}`;
  return (await query.execute(db)).rows.length > 0;
}

/** `DATABASE_URL` may name the database of the site's own program, which must not get our tables. */
function foreignTables(name: string, cause?: unknown): SvcError {
  const message = `the database belongs to another program: it has a table "${name}"`;
  const fix =
    'Create a database for this program, and name it in SVC_DATABASE, which comes before DATABASE_URL.';
  return new SvcError('SVC_STORAGE', message, { field: 'database', fix, cause });
}

async function createTables(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const tables: readonly (readonly [string, Table<Readonly<Record<string, Column<unknown>>>>])[] =
    Object.entries(TABLES);
  for (const [name, { columns, unique = {}, indexes = {} }] of tables) {
    let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
    for (const [column, { type, rule }] of Object.entries(columns)) {
      const isCounted = type === 'serial' && dialect === 'sqlite';
      builder = builder.addColumn(column, TYPES[dialect][type], (definition) =>
        isCounted ? rule(definition).autoIncrement() : rule(definition),
      );
    }
    for (const [constraint, names] of Object.entries(unique)) {
      builder = builder.addUniqueConstraint(constraint, [...names]);
    }
    // In PostgreSQL one partition for each day, created by the writer: old ones are dropped and not emptied.
    if (name === 'visits' && dialect === 'postgres')
      builder = builder.modifyEnd(sql`partition by range (id)`);
    await builder.execute();
    for (const [index, names] of Object.entries(indexes)) {
      await db.schema
        .createIndex(index)
        .on(name)
        .columns([...names])
        .execute();
    }
  }
  await (dialect === 'sqlite' ? sqliteTrigrams(db) : postgresTrigrams(db));
}

const TYPES = {
  sqlite: { text: 'text', number: 'integer', serial: 'integer' },
  postgres: { text: 'text', number: 'bigint', serial: 'bigserial' },
} as const;

/** FTS5, kept by triggers; the tokenizer is there since SQLite 3.34. Without it the search reads the table. */
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

/** A later version of the program has changed the tables. */
export function newerTables(cause?: unknown): SvcError {
  const message = 'the database was written by a newer version of this program';
  const fix = 'Install that version, or restore a backup that was made before.';
  return new SvcError('SVC_STORAGE', message, { field: 'database', fix, cause });
}

function failedStep(cause: unknown): SvcError {
  const reason = errorMessage(cause);
  const message = `the tables of the database couldn't be updated: ${reason}`;
  const fix = 'Check that the account may create tables, and run again with --debug.';
  return new SvcError('SVC_STORAGE', message, { field: 'database', fix, cause });
}
