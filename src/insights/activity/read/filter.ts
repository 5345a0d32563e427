import { type RawBuilder, sql } from 'kysely';
import type { Capabilities } from '../../../storage/port.js';
import { storable } from '../log/kinds.js';
import type { ActivityVerdict, LogQuery } from '../port.js';

/** Maximum length of a User-Agent prefix: no stored one is longer. */
const MAX_UA = 255;

/** A filter for lines, without a range of time. */
export type Filter = Pick<LogQuery, 'agents' | 'endpoints' | 'networks' | 'verdicts' | 'ua'>;

/** A filter as conditions of a statement. */
export interface Conditions {
  /** On `labels`, and on `kinds` where there is one on the User-Agent. */
  readonly where: RawBuilder<unknown>;
  /** False for a filter that matches everything. */
  readonly narrows: boolean;
  /** True when the filter uses the User-Agent. */
  readonly readsAgent: boolean;
}

/** Turns a filter into conditions. */
export function conditionsOf(filter: Filter, { dialect }: Capabilities): Conditions {
  const { agents = [], endpoints = [], networks = [], verdicts = [], ua = '' } = filter;
  const parts = [
    ...oneOf('labels.agent', agents),
    ...oneOf('labels.endpoint', endpoints),
    ...oneOf('labels.network', networks),
    ...oneVerdict(verdicts),
    ...(ua === '' ? [] : [beginsWith(ua, dialect)]),
  ];
  const where = parts.length === 0 ? sql`1 = 1` : sql.join(parts, sql` and `);
  return { where, narrows: parts.length > 0, readsAgent: ua !== '' };
}

/** Ids of the kinds that match the conditions: each is tested once, however often it occurs. */
export function kindsThat(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select kinds.id from visit_kinds as kinds
    join visit_labels as labels on labels.id = kinds.label_id where ${where}`;
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
