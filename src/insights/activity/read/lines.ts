import { type RawBuilder, sql } from 'kysely';
import { formatUtcOffset } from '../../../core/dates.js';
import type { Storage } from '../../../storage/port.js';
import { firstIdOfDay, IDS_PER_DAY, timeOf } from '../log/visit-id.js';
import type { ActivityVerdict, HitRow } from '../port.js';
import type { DayHits } from './day-hits.js';
import { type Conditions, kindsThat } from './filter.js';
import type { Range } from './range.js';

/** A line with its id. */
export interface Line extends HitRow {
  readonly id: number;
}

/** A range of the matching lines. */
export interface Slice {
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
  /** Number of lines to skip. */
  readonly offset?: number;
  /** Ids below this one only; without an offset. */
  readonly before?: number | undefined;
}

/**
 * Reads lines in the order of time. The days that contain them are known beforehand, so no other day is read.
 * @param days the matches of each day, the latest first
 */
export async function readLines(
  storage: Storage,
  conditions: Conditions,
  range: Range,
  days: readonly DayHits[],
  slice: Slice,
): Promise<readonly Line[]> {
  const { order, limit, before = Number.POSITIVE_INFINITY } = slice;
  let rest = days.filter(({ day }) => firstIdOfDay(day) < before);
  if (order === 'oldest') rest = rest.toReversed();
  let offset = slice.offset ?? 0;
  while (rest[0] !== undefined && offset >= rest[0].hits) {
    offset -= rest[0].hits;
    rest = rest.slice(1);
  }
  const lines: Line[] = [];
  while (rest.length > 0 && lines.length < limit) {
    const want = limit - lines.length;
    const part = daysWith(rest, offset + want);
    rest = rest.slice(part.length);
    const bounds = boundsOf(part, range, before);
    const found = await readPart(storage, conditions, { ...bounds, order, limit: want, offset, days: part });
    lines.push(...found);
    offset = 0;
  }
  return lines;
}

/** The first days that have so many lines together. */
function daysWith(days: readonly DayHits[], want: number): readonly DayHits[] {
  let sum = 0;
  const enough = days.findIndex(({ hits }) => {
    sum += hits;
    return sum >= want;
  });
  return enough === -1 ? days : days.slice(0, enough + 1);
}

function boundsOf(days: readonly DayHits[], { low, high }: Range, before: number) {
  const numbers = days.map(({ day }) => day);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  return {
    first,
    last,
    low: Math.max(low, firstIdOfDay(first)),
    high: Math.min(high, before, firstIdOfDay(last + 1)),
  };
}

interface Part {
  readonly first: number;
  readonly last: number;
  readonly low: number;
  readonly high: number;
  readonly order: Slice['order'];
  readonly limit: number;
  readonly offset: number;
  readonly days: readonly DayHits[];
}

async function readPart(storage: Storage, conditions: Conditions, part: Part): Promise<readonly Line[]> {
  const direction = sql.raw(part.order === 'newest' ? 'desc' : 'asc');
  const ids = (await isRare(storage, conditions, part))
    ? rareIds(storage, conditions, part, direction)
    : frequentIds(storage, conditions, part, direction);
  const { rows } = await sql<LineRow>`
    select found.id, labels.endpoint, labels.agent, kinds.ua, labels.network, labels.verdict, labels.signer,
      labels.refused
    from (${ids}) as found join visit_kinds as kinds on kinds.id = found.kind_id
    join visit_labels as labels on labels.id = kinds.label_id
    order by found.id ${direction}`.execute(storage.db);
  return rows.map(toLine);
}

/** Finds ids by reading one visit after the other until there are enough. */
function frequentIds(
  { capabilities }: Storage,
  { where, narrows }: Conditions,
  { low, high, limit, offset }: Part,
  direction: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // In SQLite it makes visits the outer table; PostgreSQL finds out by itself.
  const join = sql.raw(capabilities.dialect === 'sqlite' ? 'cross join' : 'join');
  const joins = narrows
    ? sql`${join} visit_kinds as kinds on kinds.id = visits.kind_id
        ${join} visit_labels as labels on labels.id = kinds.label_id`
    : sql``;
  return sql`select visits.id, visits.kind_id from visits ${joins}
    where visits.id >= ${low} and visits.id < ${high} and ${where}
    order by visits.id ${direction} limit ${limit} offset ${offset}`;
}

/** Finds ids by the matching kinds on those days, through the index of each database. */
function rareIds(
  { capabilities }: Storage,
  { where }: Conditions,
  { first, last, low, high, limit, offset }: Part,
  direction: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const cells = sql`days.day >= ${first} and days.day <= ${last} and days.kind_id in (${kindsThat(where)})`;
  const span = sql`visits.id >= ${low} and visits.id < ${high}
    order by visits.id ${direction} limit ${limit} offset ${offset}`;
  if (capabilities.dialect === 'postgres') {
    return sql`select visits.id, visits.kind_id from visits where visits.kind_id in (
        select days.kind_id from visit_kind_days as days where ${cells}
      ) and ${span}`;
  }
  // The plus removes the column's type: an index on an expression is not used for a typed one.
  return sql`select visits.id, visits.kind_id from visit_kind_days as days
    cross join visits indexed by visits_kind
      on visits.id / ${sql.raw(String(IDS_PER_DAY))} = +days.day and visits.kind_id = days.kind_id
    where ${cells} and ${span}`;
}

/** Whether fewer visits must be read when the kinds are looked up first. */
async function isRare({ db }: Storage, { narrows }: Conditions, part: Part): Promise<boolean> {
  if (!narrows) return false;
  const matching = part.days.reduce((sum, { hits }) => sum + hits, 0);
  const row = await db
    .selectFrom('visit_days')
    .select(({ fn }) => fn.sum('hits').as('hits'))
    .where('day', '>=', part.first)
    .where('day', '<=', part.last)
    .executeTakeFirst();
  const all = Number(row?.hits ?? 0);
  const looked = ((part.limit + part.offset) * all) / Math.max(1, matching);
  return looked > matching + COST_OF_KINDS;
}

/** The cost of looking up kinds, in visits that could be read instead. */
const COST_OF_KINDS = 500;

interface LineRow extends Omit<HitRow, 'at' | 'verdict' | 'refused'> {
  readonly id: number;
  readonly verdict: number;
  readonly refused: number;
}

function toLine({ id, endpoint, agent, ua, network, verdict, signer, refused }: LineRow): Line {
  return {
    id,
    endpoint,
    agent,
    ua,
    network,
    verdict: verdict as ActivityVerdict,
    signer,
    refused: refused === 1,
    at: formatUtcOffset(timeOf(id)),
  };
}

/** A line in the form of the API. */
export function toHitRow({ id: _, ...row }: Line): HitRow {
  return row;
}
