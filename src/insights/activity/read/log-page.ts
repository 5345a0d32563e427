import { type RawBuilder, sql } from 'kysely';
import type { Settings } from '../../../config/settings.js';
import { compareText } from '../../../core/compare.js';
import type { Storage } from '../../../storage/port.js';
import { parseDay } from '../days.js';
import { firstIdOfDay } from '../log/visit-id.js';
import type { LogPage, LogQuery, LogSort, Retention } from '../port.js';
import { type DayHits, hitsByDay } from './day-hits.js';
import { type Conditions, conditionsOf } from './filter.js';
import { type Line, readLines, toHitRow } from './lines.js';
import { type Range, rangeOf } from './range.js';

const PER_PAGE = 50;
const MAX_PER_PAGE = 200;

/** A page of the log. */
export async function logPage(
  storage: Storage,
  query: LogQuery,
  retention: Retention,
  settings: Pick<Settings, 'verify_bots' | 'identify_bots'>,
): Promise<LogPage> {
  const { sort = { by: 'at', dir: 'desc' }, before = 0 } = query;
  const perPage = Math.min(MAX_PER_PAGE, Math.max(1, query.perPage ?? PER_PAGE));
  const isNewest = sort.by === 'at' && sort.dir === 'desc';
  const offset = Math.max(0, query.offset ?? 0);
  const pagesByOffset = !isNewest || (offset > 0 && before <= 0);
  const range = rangeOf({ from: dayIn(query.from), to: dayIn(query.to) }, retention.floor);
  const conditions = conditionsOf(query, storage.capabilities);
  const days = await hitsByDay(storage, conditions, range);
  const limit = perPage + 1;
  const lines: readonly Line[] = pagesByOffset
    ? await sortedLines(storage, query, range, days, { sort, limit, offset })
    : await readLines(storage, conditions, range, days, {
        order: 'newest',
        limit,
        before: before > 0 ? before : undefined,
      });
  const hasMore = lines.length > perPage;
  const shown = lines.slice(0, perPage);
  return {
    rows: shown.map(toHitRow),
    total: days.reduce((sum, { hits }) => sum + hits, 0),
    perPage,
    cursor: hasMore && !pagesByOffset ? (shown.at(-1)?.id ?? null) : null,
    hasMore,
    retentionDays: retention.days,
    autoPrune: retention.autoPrune,
    maxRows: retention.maxRows,
    verifyOn: settings.verify_bots,
    identifyOn: settings.identify_bots,
    sort,
    offset,
  };
}

function dayIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseDay(text);
}

/** The sort keys of a log, as columns. */
const COLUMNS = {
  client: sql`labels.agent`,
  endpoint: sql`labels.endpoint`,
  ua: sql`kinds.ua`,
  status: sql`case when labels.refused = 1 then 3 else labels.verdict end`,
};

interface SortedSlice {
  readonly sort: LogSort;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Lines in another order than the newest first: those of the first value, then those of the next one, each the
 * newest first. The number of each is counted beforehand, so that no line is read in vain.
 */
async function sortedLines(
  storage: Storage,
  query: LogQuery,
  range: Range,
  days: readonly DayHits[],
  { sort, limit, offset }: SortedSlice,
): Promise<readonly Line[]> {
  const conditions = conditionsOf(query, storage.capabilities);
  if (sort.by === 'at') {
    const order = sort.dir === 'desc' ? 'newest' : 'oldest';
    return readLines(storage, conditions, range, days, { order, limit, offset });
  }
  const column = COLUMNS[sort.by];
  const values = await valuesOf(storage, conditions, range, column);
  const sorted = values.toSorted((a, b) => compareValues(a.value, b.value) * (sort.dir === 'asc' ? 1 : -1));
  const lines: Line[] = [];
  let skip = offset;
  for (const { value, hits } of sorted) {
    if (lines.length >= limit) break;
    if (skip >= hits) {
      skip -= hits;
      continue;
    }
    const where = sql`${conditions.where} and ${column} = ${value}`;
    const narrowed = { where, narrows: true, readsAgent: conditions.readsAgent || sort.by === 'ua' };
    const slice = { order: 'newest', limit: limit - lines.length, offset: skip } as const;
    const daysOfValue = await hitsByDay(storage, narrowed, range);
    lines.push(...(await readLines(storage, narrowed, range, daysOfValue, slice)));
    skip = 0;
  }
  return lines;
}

interface ValueHits {
  readonly value: string | number;
  readonly hits: number;
}

async function valuesOf(
  { db }: Storage,
  { where }: Conditions,
  { firstDay, lastDay, low, cutsFirstDay }: Range,
  column: RawBuilder<unknown>,
): Promise<readonly ValueHits[]> {
  const from = cutsFirstDay ? firstDay + 1 : firstDay;
  const joins = sql`join visit_kinds as kinds on kinds.id = counted.kind_id
    join visit_labels as labels on labels.id = kinds.label_id`;
  const cut = sql`union all select kind_id, count(*) as hits from visits
    where id >= ${low} and id < ${firstIdOfDay(firstDay + 1)} group by kind_id`;
  const { rows } = await sql<ValueHits>`select ${column} as value, sum(counted.hits) as hits from (
      select kind_id, sum(hits) as hits from visit_kind_days
      where day >= ${from} and day <= ${lastDay} group by kind_id
      ${cutsFirstDay ? cut : sql``}
    ) as counted ${joins} where ${where} group by ${column}`.execute(db);
  return rows.map(({ value, hits }) => ({ value, hits: Number(hits) }));
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b));
}
