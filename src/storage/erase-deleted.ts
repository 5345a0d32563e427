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
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
