import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Client, Pool } from 'pg';
import { importOptional } from '../../core/optional-package.js';
import { within } from '../../core/within.js';
import { DatabaseHealth } from '../health.js';
import type { Database, Presence, Storage } from '../port.js';
import type { Tables } from '../schema.js';
import { explainPostgres } from './explain.js';

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
  const dialect = new PostgresDialect({
    pool: {
      connect() {
        health.guard();
        return health.watch(() => pool.connect());
      },
      end: () => pool.end(),
    },
    onCreateConnection: (connection) => health.watchQueries(connection),
  });
  const db = new Kysely<Tables>({ dialect });
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

/** Milliseconds between two heartbeats, so that a silently broken connection is noticed. */
const BEAT_EVERY = 2000;

/**
 * Presence by advisory locks. The lock ends with its connection, which the system closes when the process dies, so that
 * others know at once. It belongs to a transaction that stays open: a pooler could otherwise give the connection
 * to another client. The transaction has read and written nothing, so it blocks neither vacuum nor other transactions.
 */
function openPresence(connect: () => Client, health: DatabaseHealth): Presence {
  return {
    show: (id, onLost) => health.watch(() => show(connect(), keyOf(id), onLost)),
    isShown: (db, id) => isShown(db, keyOf(id)),
  };
}

async function show(client: Client, key: string, onLost: () => void): Promise<() => Promise<void>> {
  let isOver = false;
  const end = async (): Promise<void> => {
    isOver = true;
    clearInterval(beat);
    await client.end().catch(() => undefined);
  };
  const lost = (): void => {
    if (isOver) return;
    void end();
    onLost();
  };
  client.on('error', lost);
  client.on('end', lost);
  let isWaiting = false;
  const beat = setInterval(() => {
    if (isWaiting) return;
    isWaiting = true;
    within(PATIENCE, client.query(READ), noAnswer).then(() => {
      isWaiting = false;
    }, lost);
  }, BEAT_EVERY).unref();
  try {
    await client.connect();
    await client.query('begin');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [key]);
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}

async function isShown(db: Database, key: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${key}) as free`.execute(db);
  return rows[0]?.free !== true;
}

/** The number of a lock: 64 bits with a sign, from 16 hexadecimal digits. */
function keyOf(id: string): string {
  return String(BigInt.asIntN(64, BigInt(`0x${id}`)));
}

/** Milliseconds within which a healthy database answers. */
const PATIENCE = 5000;

function noAnswer(): never {
  throw new Error('Connection terminated: no answer within 5 seconds');
}

const READ = 'select 1';
/** A full database or a standby can be read without an error. */
const WRITE = `insert into options (name, value, version) values ('database_probe', '1', 1)
  on conflict (name) do update set version = options.version + 1`;

/**
 * Probes PostgreSQL on a connection of its own, since all others may be in use.
 * @param onEnd called when that connection breaks, which is the first sign of a restart
 */
class PostgresProbe {
  #client: Client | undefined;

  constructor(
    private readonly connect: () => Client,
    private readonly onEnd: () => void,
  ) {}

  /** @throws the fault of the database */
  async ask(how: 'read' | 'write'): Promise<void> {
    try {
      await within(PATIENCE, this.#query(how === 'read' ? READ : WRITE), noAnswer);
    } catch (error) {
      this.#drop();
      throw error;
    }
  }

  close(): void {
    this.#drop();
  }

  async #query(text: string): Promise<void> {
    await (await this.#connected()).query(text);
  }

  async #connected(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    const client = this.connect();
    this.#client = client;
    client.on('error', () => undefined);
    client.on('end', () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.onEnd();
    });
    await client.connect();
    return client;
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => undefined);
  }
}
