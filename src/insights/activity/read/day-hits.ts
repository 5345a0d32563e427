import { sql } from 'kysely';
import type { Storage } from '../../../storage/port.js';
import { firstIdOfDay } from '../log/visit-id.js';
import { type Conditions, kindsThat } from './filter.js';
import type { Range } from './range.js';

/** Visits of a day. */
export interface DayHits {
  readonly day: number;
  readonly hits: number;
}

/** Counts the matching lines, day by day, the latest first. */
export async function hitsByDay(
  storage: Storage,
  conditions: Conditions,
  range: Range,
): Promise<readonly DayHits[]> {
  const { firstDay, lastDay, low, cutsFirstDay } = range;
  const counted = await countedDays(storage, conditions, firstDay, lastDay);
  const last = counted.at(-1);
  if (!cutsFirstDay || last?.day !== firstDay) return counted;
  const hits = await hitsBetween(storage, conditions, { low, high: firstIdOfDay(firstDay + 1), of: last });
  return [...counted.slice(0, -1), ...(hits === 0 ? [] : [{ day: firstDay, hits }])];
}

async function countedDays(
  { db }: Storage,
  { where, narrows, readsAgent }: Conditions,
  first: number,
  last: number,
): Promise<readonly DayHits[]> {
  const span = sql`days.day >= ${first} and days.day <= ${last}`;
  const query = !narrows
    ? sql<DayHits>`select day, hits from visit_days as days where ${span} order by day desc`
    : readsAgent
      ? sql<DayHits>`select day, sum(hits) as hits from visit_kind_days as days
          where ${span} and kind_id in (${kindsThat(where)}) group by day order by day desc`
      : sql<DayHits>`select days.day as day, sum(days.hits) as hits from visit_label_days as days
          join visit_labels as labels on labels.id = days.label_id
          where ${span} and ${where} group by days.day order by days.day desc`;
  const { rows } = await query.execute(db);
  // Sums come as texts from one of the databases.
  return rows.map(({ day, hits }) => ({ day, hits: Number(hits) }));
}

interface Part {
  readonly low: number;
  readonly high: number;
  /** All counts of the day. */
  readonly of: DayHits;
}

/** Counts lines one by one, for a part of a day. */
async function hitsBetween(storage: Storage, conditions: Conditions, part: Part): Promise<number> {
  const { low, high, of } = part;
  const { where, narrows } = conditions;
  const before = known.get(storage);
  if (!narrows && before?.low === low && before.of.hits === of.hits && before.of.day === of.day) {
    return before.hits;
  }
  const joins = narrows
    ? sql`join visit_kinds as kinds on kinds.id = visits.kind_id
        join visit_labels as labels on labels.id = kinds.label_id`
    : sql``;
  const { rows } = await sql<{ hits: number }>`select count(*) as hits from visits ${joins}
    where visits.id >= ${low} and visits.id < ${high} and ${where}`.execute(storage.db);
  const hits = Number(rows[0]?.hits ?? 0);
  if (!narrows) known.set(storage, { low, of, hits });
  return hits;
}

/** The last count without a filter: valid for this second as long as the day has as many visits. */
const known = new WeakMap<Storage, { readonly low: number; readonly of: DayHits; readonly hits: number }>();
