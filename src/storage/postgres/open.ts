import { Kysely, PostgresDialect } from 'kysely';
import type { Client, Pool } from 'pg';
import { importOptional } from '../../core/optional-package.js';
import { DatabaseHealth } from '../health.js';
import type { Storage } from '../port.js';
import type { Tables } from '../schema.js';
import { WatchedDialect } from '../watched-dialect.js';
import { explainPostgres } from './explain.js';
import { openPresence } from './presence.js';
import { PostgresProbe } from './probe.js';

/** Connections of one process. */
const POOL_SIZE = 10;
/** Timeout of a connection attempt in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
/** Type of BIGINT in PostgreSQL's catalogue. Our numbers are below 2^53. */
const INT8 = 20;

/**
 * A PostgreSQL database. It does not connect yet.
 * @param url `postgres://user:password@host:port/name`; never printed
 */
export async function openPostgres(url: string): Promise<Storage> {
  const { default: pg } = await importOptional(() => import('pg'), 'pg', 'a PostgreSQL database');
  const options = { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT, keepAlive: true };
  const pool = new pg.Pool({
    ...options,
    max: POOL_SIZE,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === INT8 && format !== 'binary'
          ? (text: string) => Number(text)
          : pg.types.getTypeParser(type, format as 'text'),
    } as never,
  });
  const connect = (): Client => new pg.Client(options);
  const { host, port, database = '', user = '' } = connect();
  const endConnections = trackConnections(pool);
  const probe = new PostgresProbe(connect, () => health.probe());
  const health = new DatabaseHealth({
    explain: (error) => explainPostgres({ host, port, database, user }, error),
    probe: (how) => probe.ask(how),
    // Pending queries fail at once.
    onDown: endConnections,
  });
  // A connection that breaks while idle is replaced; without a listener the process would end.
  pool.on('error', () => health.probe());
  const db = new Kysely<Tables>({ dialect: new WatchedDialect(new PostgresDialect({ pool }), health) });
  return {
    db,
    capabilities: { dialect: 'postgres' },
    health,
    write: (work) => again(() => db.transaction().setIsolationLevel('serializable').execute(work)),
    presence: openPresence(connect, health),
    async close() {
      await health.close();
      probe.close();
      await db.destroy();
    },
  };
}

/**
 * Tracks the connections of a pool. While one is in use the pool does not listen to it: its loss would be an
 * error without a listener, which ends the process. The query that was running fails all the same.
 * @returns ends all of them
 */
function trackConnections(pool: Pool): () => void {
  const open = new Set<{ end(): Promise<void> }>();
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    open.add(client as unknown as Client);
  });
  pool.on('remove', (client) => open.delete(client as unknown as Client));
  return () => {
    for (const client of open) client.end().catch(() => undefined);
  };
}

/** Attempts of a write that conflicts with others. */
const MAX_TRIES = 20;
/** SQLSTATE of a write that must be repeated: serialization failure and deadlock. */
const REPEATABLE = new Set(['40001', '40P01']);

/** PostgreSQL runs writers concurrently and rolls one of them back on a conflict. */
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
