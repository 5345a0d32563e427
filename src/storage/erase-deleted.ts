import { sql } from 'kysely';
import type { Storage } from './port.js';

/**
 * Empties the journal of the embedded database, which still contains deleted rows. While another connection is busy
 * it stays until the next run; PostgreSQL does this itself.
 */
export async function eraseDeleted({
  db,
  capabilities,
}: Pick<Storage, 'db' | 'capabilities'>): Promise<void> {
  if (capabilities.dialect !== 'sqlite') return;
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
