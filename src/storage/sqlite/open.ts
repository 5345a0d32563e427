import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CompiledQuery, type Driver, Kysely } from 'kysely';
import { SvcError } from '../../core/errors.js';
import { DatabaseHealth } from '../health.js';
import type { Storage } from '../port.js';
import type { Tables } from '../schema.js';
import { DatabaseUnavailable } from '../unavailable.js';
import { WatchedDialect } from '../watched-dialect.js';
import { PATIENCE, PatientDialect } from './dialect.js';
import { type Connection, openDatabase } from './driver.js';
import { explainSqlite } from './explain.js';
import { lightWriter } from './light-writer.js';
import { sameFile } from './same-file.js';

const MEMORY = ':memory:';

/**
 * The embedded database. The file and its folder can be read by their owner only: it holds hashes of secrets.
 * @param path absolute path of the file, or `:memory:`
 * @throws SvcError `SVC_CONFIG_INVALID` when no driver works, `SVC_STORAGE` for a fault of the file
 */
export async function openSqlite(path: string): Promise<Storage> {
  const database = await openFile(path);
  const dialect = new PatientDialect(database);
  const inspect = path === MEMORY ? undefined : sameFile(path);
  const health = new DatabaseHealth({
    explain: (error) => explainSqlite(path, error),
    probe: (how) => (how === 'read' ? Promise.resolve() : writeOnce(dialect.driver)),
    ...(inspect && { inspect }),
  });
  const db = new Kysely<Tables>({ dialect: new WatchedDialect(dialect, health) });
  return {
    db,
    capabilities: { dialect: 'sqlite' },
    health,
    write: (work) => db.transaction().execute(work),
    writeLightly: lightWriter(db, health, (sql) => database.exec(sql)),
    version: () => versionOf(db),
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
  throw new SvcError('SVC_STORAGE', `${path} is a folder, not the file of a database`, {
    field: 'database',
    fix: `Choose a file in it, for example ${path.replace(/[/\\]+$/, '')}/svc.db.`,
  });
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

/** The changes of this connection, and a number that changes with the writes of others. */
async function versionOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await db.executeQuery<{ own: number; others: number }>(VERSION);
  return `${rows[0]?.own} ${rows[0]?.others}`;
}

const VERSION = CompiledQuery.raw(
  'select total_changes() as own, data_version as others from pragma_data_version()',
);

const WRITE = CompiledQuery.raw(`insert into options (name, value, version) values ('database_probe', '1', 1)
  on conflict (name) do update set version = version + 1`);

/** Bypasses the health watch, which blocks every use while the database is away. */
async function writeOnce(driver: Driver): Promise<void> {
  const connection = await driver.acquireConnection();
  try {
    await connection.executeQuery(WRITE);
  } finally {
    await driver.releaseConnection(connection);
  }
}
