import { type RawBuilder, sql } from 'kysely';
import { formatUtcOffset } from '../../../core/dates.js';
import type { Storage } from '../../../storage/port.js';
import { timeOf } from '../log/visit-id.js';
import type { ActivityVerdict, HitRow, LogSort } from '../port.js';
import { type Filter, matching } from './filter.js';
import type { Range } from './range.js';

/** A line with its id. */
export interface Line extends HitRow {
  readonly id: number;
}

/** A part of the matching lines. */
export interface Slice {
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
