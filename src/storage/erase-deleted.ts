import { sql } from 'kysely';
import type { Storage } from './port.js';

/**
 * Empties the journal of the embedded database, in which what was deleted can still be found. While others are in
 * the middle of something it stays until its next turn; PostgreSQL sees to it by itself.
 */
export async function eraseDeleted({
  db,
  capabilities,
}: Pick<Storage, 'db' | 'capabilities'>): Promise<void> {
  if (capabilities.dialect !== 'sqlite') return;
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(connection);
    const timeout = Number(rows[0]?.timeout ?? 0);
    // Waiting for others would hold up everybody.
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(connection);
    } finally {
      await sql.raw(`pragma busy_timeout = ${timeout}`).execute(connection);
    }
  });
}
