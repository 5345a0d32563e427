import { sql } from 'kysely';
import type { Capabilities, Database } from '../../../storage/port.js';
import type { Kind } from './kinds.js';
import { numbers, overRows } from './over-rows.js';
import { dayOfId, timeOf } from './visit-id.js';

/** The countable data of visits: the id of each, and its kind. Two lists, since there may be very many. */
export interface Counted {
  readonly ids: readonly number[];
  readonly kinds: readonly Kind[];
}

interface KindDay {
  readonly day: number;
  readonly kind: Kind;
  hits: number;
  first: number;
  last: number;
}

/** Adds visits to the counts of their days, from which totals, charts and lists are computed. */
export type CountAdder = (db: Database, visits: Counted) => Promise<void>;

/** Makes the adder of a database. */
export function countAdder(capabilities: Capabilities): CountAdder {
  const addDays = overRows(
    capabilities,
    numbers('day', 'hits'),
    (given) => `insert into visit_days (day, hits) select day, hits from ${given} where true
      on conflict (day) do update set hits = visit_days.hits + excluded.hits`,
  );
  const addLabelDays = overRows(
    capabilities,
    numbers('day', 'label_id', 'hits'),
    (
      given,
    ) => `insert into visit_label_days (day, label_id, hits) select day, label_id, hits from ${given} where true
      on conflict (day, label_id) do update set hits = visit_label_days.hits + excluded.hits`,
  );
  const { least, greatest } = FUNCTIONS[capabilities.dialect];
  const addKindDays = overRows(
    capabilities,
    numbers('day', 'kind_id', 'hits', 'first_at', 'last_at'),
    (given) => `insert into visit_kind_days (day, kind_id, hits, first_at, last_at)
      select day, kind_id, hits, first_at, last_at from ${given} where true
      on conflict (day, kind_id) do update set hits = visit_kind_days.hits + excluded.hits,
      first_at = ${least}(visit_kind_days.first_at, excluded.first_at),
      last_at = ${greatest}(visit_kind_days.last_at, excluded.last_at)`,
  );
  return async (db, visits) => {
    const kindDays = groupByKind(visits);
    await addDays(
      db,
      sumBy(kindDays, ({ day }) => [day]),
    );
    await addLabelDays(
      db,
      sumBy(kindDays, ({ day, kind }) => [day, kind.labelId]),
    );
    const rows = kindDays.map(({ day, kind, hits, first, last }) => [day, kind.id, hits, first, last]);
    await addKindDays(db, rows);
  };
}

/** The smaller and the greater of two values. */
const FUNCTIONS = {
  sqlite: { least: 'min', greatest: 'max' },
  postgres: { least: 'least', greatest: 'greatest' },
} as const;

/** Removes the counts of a day. */
export async function removeCounts(db: Database, day: number): Promise<void> {
  await db.deleteFrom('visit_days').where('day', '=', day).execute();
  await db.deleteFrom('visit_label_days').where('day', '=', day).execute();
  await db.deleteFrom('visit_kind_days').where('day', '=', day).execute();
}

/**
 * Subtracts visits with some ids of a day from its counts, before they are removed. The first visit of a kind
 * is then known to the second from which on visits remain.
 * @param low first id
 * @param high the id after the last one
 */
export async function subtractCounts(
  db: Database,
  { day, low, high }: { readonly day: number; readonly low: number; readonly high: number },
): Promise<void> {
  const gone = sql`select kind_id, count(*) as hits from visits where id >= ${low} and id < ${high} group by kind_id`;
  const deletedLabels = sql`select kinds.label_id, sum(gone.hits) as hits from (${gone}) as gone
    join visit_kinds as kinds on kinds.id = gone.kind_id group by kinds.label_id`;
  await sql`update visit_days set hits = hits - (select count(*) from visits where id >= ${low} and id < ${high})
    where day = ${day}`.execute(db);
  await sql`update visit_label_days set hits = visit_label_days.hits - gone.hits from (${deletedLabels}) as gone
    where visit_label_days.day = ${day} and visit_label_days.label_id = gone.label_id`.execute(db);
  await sql`update visit_kind_days set hits = visit_kind_days.hits - gone.hits,
    first_at = case when first_at < ${timeOf(high)} then ${timeOf(high)} else first_at end
    from (${gone}) as gone
    where visit_kind_days.day = ${day} and visit_kind_days.kind_id = gone.kind_id`.execute(db);
  for (const table of ['visit_days', 'visit_label_days', 'visit_kind_days'] as const) {
    await sql`delete from ${sql.table(table)} where day = ${day} and hits <= 0`.execute(db);
  }
}

function groupByKind({ ids, kinds }: Counted): readonly KindDay[] {
  const days = new Map<number, Map<number, KindDay>>();
  for (const [index, id] of ids.entries()) {
    const [at, day, kind] = [timeOf(id), dayOfId(id), kinds[index] as Kind];
    const ofDay = days.get(day) ?? new Map<number, KindDay>();
    if (ofDay.size === 0) days.set(day, ofDay);
    const group = ofDay.get(kind.id);
    if (group === undefined) ofDay.set(kind.id, { day, kind, hits: 1, first: at, last: at });
    else {
      group.hits += 1;
      group.first = Math.min(group.first, at);
      group.last = Math.max(group.last, at);
    }
  }
  // Always in the same order, which is that of the table.
  return [...days.values()]
    .flatMap((ofDay) => [...ofDay.values()])
    .sort((a, b) => a.day - b.day || a.kind.id - b.kind.id);
}

function sumBy(
  groups: readonly KindDay[],
  keyOf: (group: KindDay) => readonly number[],
): readonly (readonly number[])[] {
  const sums = new Map<string, { readonly key: readonly number[]; hits: number }>();
  for (const group of groups) {
    const key = keyOf(group);
    const sum = sums.get(key.join(' '));
    if (sum === undefined) sums.set(key.join(' '), { key, hits: group.hits });
    else sum.hits += group.hits;
  }
  return [...sums.values()].map(({ key, hits }) => [...key, hits]);
}
