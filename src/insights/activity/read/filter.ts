import { type RawBuilder, sql } from 'kysely';
import type { Capabilities } from '../../../storage/port.js';
import { storable } from '../log/kinds.js';
import type { ActivityVerdict, LogQuery } from '../port.js';
import type { Range } from './range.js';

/** Maximum length of a User-Agent prefix: no stored one is longer. */
const MAX_UA = 255;

/** A filter for lines, without a range of time. */
export interface Filter extends Pick<LogQuery, 'agents' | 'endpoints' | 'networks' | 'verdicts' | 'ua'> {
  /** True leaves out refused visits, which read nothing. */
  readonly served?: boolean;
}

/** The visits of a range that pass a filter, as a condition on `visits`. Each kind is tested once. */
export function matching(
  filter: Filter,
  { low, high }: Range,
  { dialect }: Capabilities,
): RawBuilder<unknown> {
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
