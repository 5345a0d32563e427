import { sql } from 'kysely';
import type { Storage } from '../../../storage/port.js';

/**
 * Has PostgreSQL collect statistics about visits, which it does not do by itself for tables with partitions; called
 * now and then, and after many visits have been written. SQLite needs none.
 */
export async function analyseLog({ db, capabilities }: Storage): Promise<void> {
  if (capabilities.dialect !== 'postgres') return;
  await sql`analyze visits, visit_kinds, visit_labels, visit_label_days, visit_kind_days, visit_days`.execute(
    db,
  );
}
