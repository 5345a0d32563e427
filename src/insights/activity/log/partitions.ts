import { sql } from 'kysely';
import type { Capabilities, Database } from '../../../storage/port.js';
import { dayText } from '../days.js';
import { firstIdOfDay } from './visit-id.js';

/** The partitions of the table of visits, one for each day: only PostgreSQL has them. */
export class Partitions {
  readonly #needed: boolean;
  readonly #made = new Set<number>();

  constructor({ dialect }: Capabilities) {
    this.#needed = dialect === 'postgres';
  }

  /** Creates the missing ones. @param db inside an exclusive write */
  async ensure(db: Database, days: Iterable<number>): Promise<void> {
    if (!this.#needed) return;
    for (const day of days) {
      if (this.#made.has(day)) continue;
      const [from, to] = [firstIdOfDay(day), firstIdOfDay(day + 1)];
      await sql
        .raw(
          `create table if not exists ${nameOf(day)} partition of visits for values from (${from}) to (${to})`,
        )
        .execute(db);
    }
  }

  /** Caches partitions; called once they have been committed. */
  keep(days: Iterable<number>): void {
    for (const day of days) this.#made.add(day);
  }

  /** Clears the cache: another process may have dropped one. */
  forget(): void {
    this.#made.clear();
  }
}

/** Removes all visits of a day. */
export async function dropDay(db: Database, { dialect }: Capabilities, day: number): Promise<void> {
  const [from, to] = [firstIdOfDay(day), firstIdOfDay(day + 1)];
  if (dialect === 'postgres') await sql.raw(`drop table if exists ${nameOf(day)}`).execute(db);
  else await db.deleteFrom('visits').where('id', '>=', from).where('id', '<', to).execute();
}

function nameOf(day: number): string {
  return `visits_${dayText(day).replaceAll('-', '')}`;
}
