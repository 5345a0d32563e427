import { sql } from 'kysely';
import type { Storage } from '../../../storage/port.js';

/**
 * Lets PostgreSQL look at how visits are spread, which it does not do by itself for tables with partitions; called
 * now and then, and after many visits have been written. SQLite is told the way.
 */
export async function analyseLog({ db, capabilities }: Storage): Promise<void> {
  if (capabilities.dialect !== 'postgres') return;
  await sql`analyze visits, visit_kinds, visit_labels, visit_label_days, visit_kind_days, visit_days`.execute(
    db,
  );
}
