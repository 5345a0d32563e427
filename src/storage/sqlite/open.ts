import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import type { Storage } from '../port.js';
import type { Tables } from '../schema.js';
import { openDatabase } from './driver.js';

/** Milliseconds that a writer waits for another process. */
const BUSY_TIMEOUT = 10_000;
/** Milliseconds between two tries. */
const RETRY_AFTER = 5;
/** Milliseconds of light writes that a crash of the machine may undo. */
const AT_RISK = 10_000;

/**
 * The embedded database. The file and its folder can be read by their owner only: it holds hashes of secrets.
 * @param path absolute path of the file, or `:memory:`
 * @throws SvcError `SVC_CONFIG_INVALID` when no driver works
 */
export async function openSqlite(path: string): Promise<Storage> {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = await openDatabase(path);
  if (path !== ':memory:') chmodSync(path, 0o600);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
  database.exec('PRAGMA journal_mode = WAL');
  // Acknowledged writes survive a crash of the machine too.
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  // What is deleted is overwritten: addresses and hashes are not to be found in the file any more.
  database.exec('PRAGMA secure_delete = ON');
  const db = new Kysely<Tables>({ dialect: new ImmediateDialect({ database }) });
  return {
    db,
    capabilities: { dialect: 'sqlite' },
    write: (work) => db.transaction().execute(work),
    writeLightly: lightWriter(db, (sql) => database.exec(sql)),
    version: () => versionOf(db),
    close: () => db.destroy(),
  };
}

/**
 * Writes that wait for the disk now and then only; what they write stays in order, whatever happens. They come several
 * times a second, so what belongs to all of them is done in few steps.
 */
function lightWriter(
  db: Kysely<Tables>,
  exec: (sql: string) => unknown,
): NonNullable<Storage['writeLightly']> {
  let waited = Number.NEGATIVE_INFINITY;
  return (work) =>
    // The connection is ours alone until it is as it was.
    db.connection().execute(async (connection) => {
      const isDue = performance.now() - waited >= AT_RISK;
      exec(`pragma busy_timeout = 0; pragma synchronous = ${isDue ? 'full' : 'normal'}`);
      try {
        await begun(() => exec('begin immediate'));
        const result = await committed(exec, () => work(connection));
        if (isDue) waited = performance.now();
        return result;
      } finally {
        exec(`pragma synchronous = full; pragma busy_timeout = ${BUSY_TIMEOUT}`);
      }
    });
}

/** Does something inside of a transaction that has begun, and ends it. */
async function committed<T>(exec: (sql: string) => unknown, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    exec('commit');
    return result;
  } catch (error) {
    try {
      exec('rollback');
    } catch {
      // The database has undone it by itself.
    }
    throw error;
  }
}

/** What this connection has changed, and a number that changes with the writes of others. */
async function versionOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await db.executeQuery<{ own: number; others: number }>(VERSION);
  return `${rows[0]?.own} ${rows[0]?.others}`;
}

const VERSION = CompiledQuery.raw(
  'select total_changes() as own, data_version as others from pragma_data_version()',
);

const DO_NOT_WAIT = CompiledQuery.raw('pragma busy_timeout = 0');
const BEGIN = CompiledQuery.raw('begin immediate');
const WAIT = CompiledQuery.raw(`pragma busy_timeout = ${BUSY_TIMEOUT}`);

class ImmediateDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}

/** Migrations run inside one transaction, so that two processes that start at once do not both run them. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * A transaction that reads before it writes would fail when another process wrote in between: it takes the right to
 * write at once. While somebody else has it we wait without holding up everything else in this process.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(DO_NOT_WAIT);
    try {
      await begun(() => connection.executeQuery(BEGIN));
    } finally {
      await connection.executeQuery(WAIT);
    }
  }
}

/** Tries to begin until nobody else is writing, and lets everything else go on meanwhile. */
async function begun(begin: () => unknown): Promise<void> {
  const deadline = performance.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      await begin();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await setTimeout(RETRY_AFTER);
    }
  }
}

/** The result code SQLITE_BUSY, as both drivers tell it. */
function isBusy(error: unknown): boolean {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  return code === 'SQLITE_BUSY' || errcode === 5;
}
