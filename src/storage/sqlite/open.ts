import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { SvcError } from '../../core/errors.js';
import { DatabaseHealth } from '../health.js';
import type { Storage } from '../port.js';
import type { Tables } from '../schema.js';
import { type DatabaseProblem, DatabaseUnavailable } from '../unavailable.js';
import { type Connection, explainSqlite, openDatabase, sqliteProblem } from './driver.js';

const MEMORY = ':memory:';

/**
 * The embedded database. The file and its folder can be read by their owner only: it holds hashes of secrets.
 * @param path absolute path of the file, or `:memory:`
 * @throws SvcError `SVC_CONFIG_INVALID` when no driver works, `SVC_STORAGE` for a fault of the file
 */
export async function openSqlite(path: string): Promise<Storage> {
  const database = await openFile(path);
  const inspect = path === MEMORY ? undefined : sameFile(path);
  const health = new DatabaseHealth({
    explain: (error) => explainSqlite(path, error),
    probe: (how) => (how === 'read' ? Promise.resolve() : writeOnce(dialect.driver)),
    ...(inspect && { inspect }),
  });
  const dialect = new PatientDialect(database, health);
  const db = new Kysely<Tables>({ dialect });
  return {
    db,
    capabilities: { dialect: 'sqlite' },
    health,
    write: (work) => db.transaction().execute(work),
    writeLightly: lightWriter(db, health, (sql) => database.exec(sql)),
    async close() {
      await health.close();
      await db.destroy();
    },
  };
}

async function openFile(path: string): Promise<Connection> {
  let database: Connection | undefined;
  try {
    if (path !== MEMORY) makeRoom(path);
    database = await openDatabase(path);
    if (path !== MEMORY) chmodSync(path, 0o600);
    setUp(database);
    return database;
  } catch (error) {
    database?.close();
    const problem = explainSqlite(path, error);
    throw problem === undefined ? error : new DatabaseUnavailable(problem, error);
  }
}

function makeRoom(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  const message = `${path} is a folder, not the file of a database`;
  const fix = `Choose a file in it, for example ${path.replace(/[/\\]+$/, '')}/svc.db.`;
  throw new SvcError('SVC_STORAGE', message, { field: 'database', fix });
}

function setUp(database: Connection): void {
  database.exec(`PRAGMA busy_timeout = ${PATIENCE}`);
  database.exec('PRAGMA journal_mode = WAL');
  // From here on waiting is done outside SQLite, which would block the event loop.
  database.exec('PRAGMA busy_timeout = 0');
  // Acknowledged writes survive a crash of the machine too.
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  // Deleted data is overwritten, so that addresses and hashes don't stay in the file.
  database.exec('PRAGMA secure_delete = ON');
}

const WRITE = CompiledQuery.raw(`insert into options (name, value, version) values ('database_probe', '1', 1)
  on conflict (name) do update set version = version + 1`);

async function writeOnce(driver: ServerDriver): Promise<void> {
  const connection = await driver.acquireConnection(true);
  try {
    await connection.executeQuery(WRITE);
  } finally {
    await driver.releaseConnection();
  }
}

/**
 * Makes a check whether a path still leads to the open file. SQLite itself goes on with a file that was
 * removed or replaced, and its writes are lost with the process; an emptied one it reads from memory.
 * @param path of a file that exists and is not empty
 */
function sameFile(path: string): () => DatabaseProblem | undefined {
  const { dev, ino } = statSync(path, { bigint: true });
  return () => {
    try {
      const now = statSync(path, { bigint: true });
      if (now.ino !== ino || now.dev !== dev) return sqliteProblem(path, 'gone');
      return now.size === 0n ? sqliteProblem(path, 'damaged') : undefined;
    } catch (error) {
      return explainSqlite(path, error) ?? sqliteProblem(path, 'gone');
    }
  };
}

/** Milliseconds of light writes that a crash of the machine may undo. */
const AT_RISK = 10_000;

/**
 * Writes that wait for the disk only now and then; their order is kept, whatever happens. They come several
 * times a second, so their common work is done in few steps.
 */
function lightWriter(
  db: Kysely<Tables>,
  health: DatabaseHealth,
  exec: (sql: string) => unknown,
): NonNullable<Storage['writeLightly']> {
  let waited = Number.NEGATIVE_INFINITY;
  return (work) =>
    // The connection is used exclusively until its state is restored.
    db.connection().execute((connection) =>
      health.watch(async () => {
        const isDue = performance.now() - waited >= AT_RISK;
        exec(`pragma synchronous = ${isDue ? 'full' : 'normal'}`);
        try {
          await patiently(() => exec('begin immediate'));
          const result = await committed(exec, () => work(connection));
          if (isDue) waited = performance.now();
          return result;
        } finally {
          exec('pragma synchronous = full');
        }
      }),
    );
}

/** Runs a task inside an open transaction, and ends it. */
async function committed<T>(exec: (sql: string) => unknown, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    exec('commit');
    return result;
  } catch (error) {
    try {
      exec('rollback');
    } catch {
      // The database has rolled it back by itself.
    }
    throw error;
  }
}

/** Milliseconds that a writer waits for another process. */
const PATIENCE = 10_000;
/** Milliseconds between two tries. */
const RETRY_AFTER = 5;

const BEGIN = CompiledQuery.raw('begin immediate');

/** SQLite for a server: waiting for another process never blocks this one. */
class PatientDialect extends SqliteDialect {
  /** The one driver of the dialect. */
  readonly driver: ServerDriver;

  constructor(database: SqliteDatabase, health: DatabaseHealth) {
    super({ database });
    this.driver = new ServerDriver(database, health);
  }

  override createDriver(): Driver {
    return this.driver;
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

class ServerDriver extends SqliteDriver {
  constructor(
    database: SqliteDatabase,
    private readonly health: DatabaseHealth,
  ) {
    super({ database, onCreateConnection: (connection) => health.watchQueries(connection, patiently) });
  }

  /** @param isProbe true for a use that may find the database back */
  override acquireConnection(isProbe = false): Promise<DatabaseConnection> {
    if (!isProbe) this.health.guard();
    return super.acquireConnection();
  }

  /**
   * A transaction that reads before it writes would fail when another process wrote in between, so it acquires the
   * write lock at once.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(BEGIN);
  }
}

/** Retries until no other process is writing, without blocking the event loop. */
async function patiently<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await setTimeout(RETRY_AFTER);
    }
  }
}

/** The result code SQLITE_BUSY, as both drivers report it. */
function isBusy(error: unknown): boolean {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  return code === 'SQLITE_BUSY' || errcode === 5;
}
