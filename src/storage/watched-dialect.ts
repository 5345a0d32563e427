import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import type { DatabaseHealth } from './health.js';

/** A dialect with a health watch: while the database is away every use fails at once with an explanation. */
export class WatchedDialect implements Dialect {
  constructor(
    private readonly inner: Dialect,
    private readonly health: DatabaseHealth,
  ) {}

  createDriver(): Driver {
    return new WatchedDriver(this.inner.createDriver(), this.health);
  }

  createAdapter(): DialectAdapter {
    return this.inner.createAdapter();
  }

  createQueryCompiler(): QueryCompiler {
    return this.inner.createQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>) {
    return this.inner.createIntrospector(db);
  }
}

class WatchedDriver implements Driver {
  constructor(
    private readonly inner: Driver,
    private readonly health: DatabaseHealth,
  ) {}

  init(): Promise<void> {
    return this.inner.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    this.health.guard();
    const connection = await this.health.watch(() => this.inner.acquireConnection());
    return new WatchedConnection(connection, this.health);
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.health.watch(() => this.inner.beginTransaction(innerOf(connection), settings));
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.health.watch(() => this.inner.commitTransaction(innerOf(connection)));
  }

  /** The original error counts: a failing database has often rolled the transaction back by itself. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.inner.rollbackTransaction(innerOf(connection)).catch(() => undefined);
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.inner.releaseConnection(innerOf(connection));
  }

  destroy(): Promise<void> {
    return this.inner.destroy();
  }
}

class WatchedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;

  constructor(
    inner: DatabaseConnection,
    private readonly health: DatabaseHealth,
  ) {
    this.inner = inner;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.health.watch(() => this.inner.executeQuery<Row>(query));
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize);
  }
}

function innerOf(connection: DatabaseConnection): DatabaseConnection {
  return connection instanceof WatchedConnection ? connection.inner : connection;
}
