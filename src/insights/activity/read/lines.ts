import { type RawBuilder, sql } from 'kysely';
import { formatUtcOffset } from '../../../core/dates.js';
import type { Capabilities, Storage } from '../../../storage/port.js';
import { DAY } from '../days.js';
import { firstIdOf, firstIdOfDay, storable, timeOf } from '../log/kinds.js';
import type { ActivityVerdict, HitRow, LogQuery, LogSort } from '../port.js';

/** A line with its id. */
interface Line extends HitRow {
  readonly id: number;
}

/** A part of the matching lines. */
interface Slice {
  readonly sort?: LogSort;
  readonly limit: number;
  /** Number of lines to skip. */
  readonly offset?: number;
}

/** Counts the lines that match. */
export async function countLines(
  { db, capabilities }: Storage,
  filter: Filter,
  range: Range,
): Promise<number> {
  const where = matching(filter, range, capabilities);
  const { rows } = await sql<{ hits: number }>`select count(*) as hits from visits where ${where}`.execute(
    db,
  );
  return Number(rows[0]?.hits ?? 0);
}

/** Reads lines that match, by default the newest first; lines with equal values too. */
export async function readLines(
  { db, capabilities }: Storage,
  filter: Filter,
  range: Range,
  { sort = { by: 'at', dir: 'desc' }, limit, offset = 0 }: Slice,
): Promise<readonly Line[]> {
  const direction = sql.raw(sort.dir);
  const order =
    sort.by === 'at'
      ? sql`visits.id ${direction}`
      : sql`${columnOf(sort.by, capabilities.dialect)} ${direction}, visits.id desc`;
  const { rows } = await sql<LineRow>`
    select visits.id, labels.endpoint, labels.agent, kinds.ua, labels.network, labels.verdict, labels.signer,
      labels.refused
    from visits join visit_kinds as kinds on kinds.id = visits.kind_id
    join visit_labels as labels on labels.id = kinds.label_id
    where ${matching(filter, range, capabilities)} order by ${order} limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.map(toLine);
}

/** The column of a sort key. Texts have the same order in both databases. */
function columnOf(by: Exclude<LogSort['by'], 'at'>, dialect: 'sqlite' | 'postgres'): RawBuilder<unknown> {
  if (by === 'status') return sql`case when labels.refused = 1 then 3 else labels.verdict end`;
  const column = { client: sql`labels.agent`, endpoint: sql`labels.endpoint`, ua: sql`kinds.ua` }[by];
  return sql`${column} ${sql.raw(dialect === 'sqlite' ? 'collate binary' : 'collate "C"')}`;
}

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

/** Ids of visits: the first one, and the one after the last. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** A day in the year 2241, up to which ids are exact: far away, so that differing clocks lose nothing. */
const LAST_DAY = 99_000;

/**
 * The range between two days.
 * @param floor Unix seconds of the oldest visits in reports; 0 for no limit
 */
export function rangeOf(
  { from = 0, to = LAST_DAY }: { readonly from?: number | undefined; readonly to?: number | undefined },
  floor: number,
): Range {
  return {
    low: firstIdOf(Math.max(Math.min(from, LAST_DAY) * DAY, floor)),
    high: firstIdOfDay(Math.min(to, LAST_DAY) + 1),
  };
}

/** Maximum length of a User-Agent prefix: no stored one is longer. */
const MAX_UA = 255;

/** A filter for lines, without a range of time. */
interface Filter extends Pick<LogQuery, 'agents' | 'endpoints' | 'networks' | 'verdicts' | 'ua'> {
  /** True leaves out refused visits, which read nothing. */
  readonly served?: boolean;
}

/** The visits of a range that pass a filter, as a condition on `visits`. Each kind is tested once. */
function matching(filter: Filter, { low, high }: Range, { dialect }: Capabilities): RawBuilder<unknown> {
  const { agents = [], endpoints = [], networks = [], verdicts = [], ua = '', served = false } = filter;
  const parts = [
    ...oneOf('labels.agent', agents),
    ...oneOf('labels.endpoint', endpoints),
    ...oneOf('labels.network', networks),
    ...oneVerdict(verdicts),
    ...(ua === '' ? [] : [beginsWith(ua, dialect)]),
    ...(served ? [sql`labels.refused = 0`] : []),
  ];
  const inRange = sql`visits.id >= ${low} and visits.id < ${high}`;
  if (parts.length === 0) return inRange;
  return sql`${inRange} and visits.kind_id in (select kinds.id from visit_kinds as kinds
    join visit_labels as labels on labels.id = kinds.label_id where ${sql.join(parts, sql` and `)})`;
}

function oneOf(column: string, values: readonly string[]): readonly RawBuilder<unknown>[] {
  return values.length === 0 ? [] : [sql`${sql.ref(column)} in (${sql.join(values.map(storable))})`];
}

function oneVerdict(values: readonly (ActivityVerdict | 'refused')[]): readonly RawBuilder<unknown>[] {
  const verdicts = values.filter((value) => value !== 'refused');
  const parts = [
    ...(verdicts.length === 0 ? [] : [sql`labels.verdict in (${sql.join(verdicts)})`]),
    ...(values.includes('refused') ? [sql`labels.refused = 1`] : []),
  ];
  return parts.length === 0 ? [] : [sql`(${sql.join(parts, sql` or `)})`];
}

/**
 * LIKE's wildcards are escaped. Case counts for letters other than A to Z: SQLite folds no
 * more, and both databases must find the same.
 */
function beginsWith(ua: string, dialect: Capabilities['dialect']): RawBuilder<unknown> {
  const pattern = `${storable(ua.slice(0, MAX_UA)).replace(/[\\%_]/g, '\\$&')}%`;
  const like = sql.raw(dialect === 'sqlite' ? 'like' : 'collate "C" ilike');
  return sql`kinds.ua ${like} ${pattern} escape ${sql.raw("'\\'")}`;
}
