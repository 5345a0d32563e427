import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';

/** Milliseconds that a writer waits for another process. */
export const PATIENCE = 10_000;
/** Milliseconds between two tries. */
const RETRY_AFTER = 5;

const BEGIN = CompiledQuery.raw('begin immediate');

/** SQLite for a server: waiting for another process never blocks this one. */
export class PatientDialect extends SqliteDialect {
  /** The one driver of the dialect. */
  readonly driver: Driver;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.driver = new ImmediateDriver({ database });
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

/**
 * A transaction that reads before it writes would fail when another process wrote in between, so it acquires the
 * write lock at once.
 */
class ImmediateDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new PatientConnection(await super.acquireConnection());
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(BEGIN);
  }
}

class PatientConnection implements DatabaseConnection {
  constructor(private readonly inner: DatabaseConnection) {}

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return patiently(() => this.inner.executeQuery<Row>(query));
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize);
  }
}

/** Retries until no other process is writing, without blocking the event loop. */
export async function patiently<T>(work: () => T | Promise<T>): Promise<T> {
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
