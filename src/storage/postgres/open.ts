import { Kysely, PostgresDialect } from 'kysely';
import type { Storage } from '../port.js';
import type { Tables } from '../schema.js';

/** Connections of one process. */
const POOL_SIZE = 10;
/** Milliseconds until a connection that cannot be made is given up. */
const CONNECT_TIMEOUT = 10_000;
/** Type of BIGINT in PostgreSQL's catalogue. Our numbers are below 2^53. */
const INT8 = 20;

/**
 * A PostgreSQL database.
 * @param url `postgres://user:password@host:port/name`; never printed
 */
export async function openPostgres(url: string): Promise<Storage> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === INT8 && format !== 'binary'
          ? (text: string) => Number(text)
          : pg.types.getTypeParser(type, format as 'text'),
    } as never,
  });
  // A connection that breaks while it is idle is replaced; without a listener the process would end.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    capabilities: { dialect: 'postgres' },
    write: (work) => again(() => db.transaction().setIsolationLevel('serializable').execute(work)),
    close: () => db.destroy(),
  };
}

/** Tries of a write that others keep coming between. */
const MAX_TRIES = 20;
/** SQLSTATE of a write that has to be done again: serialization failure and deadlock. */
const REPEATABLE = new Set(['40001', '40P01']);

/** PostgreSQL lets writers run side by side and undoes one of them where they meet. */
async function again<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      const code = (error as { readonly code?: unknown }).code;
      if (typeof code !== 'string' || !REPEATABLE.has(code) || tries === MAX_TRIES) throw error;
    }
  }
}
