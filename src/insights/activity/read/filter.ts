import { type RawBuilder, sql } from 'kysely';
import type { Capabilities } from '../../../storage/port.js';
import { storable } from '../log/kinds.js';
import type { ActivityVerdict, LogQuery } from '../port.js';

/** The longest beginning of a User-Agent that is looked for: no stored one is longer. */
const MAX_UA = 255;

/** Which lines are asked for, whenever they were written. */
export type Filter = Pick<LogQuery, 'agents' | 'endpoints' | 'networks' | 'verdicts' | 'ua'>;

/** A filter as conditions of a statement. */
export interface Conditions {
  /** On `labels`, and on `kinds` where there is one on the User-Agent. */
  readonly where: RawBuilder<unknown>;
  /** False for a filter that lets everything pass. */
  readonly narrows: boolean;
  /** True when the User-Agent is looked at. */
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

/** Ids of the kinds that conditions let pass: each is judged once, however often it occurs. */
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
 * Signs that mean something to LIKE are ordinary ones here. Case counts for other letters than A to Z: SQLite knows no
 * more, and both databases shall find the same.
 */
function beginsWith(ua: string, dialect: Capabilities['dialect']): RawBuilder<unknown> {
  const pattern = `${storable(ua.slice(0, MAX_UA)).replace(/[\\%_]/g, '\\$&')}%`;
  const like = sql.raw(dialect === 'sqlite' ? 'like' : 'collate "C" ilike');
  return sql`kinds.ua ${like} ${pattern} escape ${sql.raw("'\\'")}`;
}
