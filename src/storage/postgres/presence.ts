import { sql } from 'kysely';
import type { Client } from 'pg';
import type { DatabaseHealth } from '../health.js';
import type { Database, Presence } from '../port.js';

/** Milliseconds between two heartbeats, so that a silently broken connection is noticed. */
const BEAT_EVERY = 2000;

/**
 * Presence by advisory locks. The lock ends with its connection, which the system closes when the process dies, so that
 * others know at once. It belongs to a transaction that stays open: a pooler could otherwise give the connection
 * to another client. The transaction has read and written nothing, so it blocks neither vacuum nor other transactions.
 */
export function openPresence(connect: () => Client, health: DatabaseHealth): Presence {
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
  const beat = setInterval(() => client.query('select 1').catch(lost), BEAT_EVERY).unref();
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
