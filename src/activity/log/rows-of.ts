import { type RawBuilder, sql } from 'kysely';
import type { Capabilities } from '../../storage/port.js';

/** A column of `rowsOf`. */
export type Column = readonly [name: string, type: 'bigint' | 'text'];

/**
 * Rows as a table inside a statement, however many they are: one JSON parameter, which both databases can read.
 * @param rows values in the order of the columns
 */
export function rowsOf(
  { dialect }: Capabilities,
  columns: readonly Column[],
  rows: readonly (readonly (string | number)[])[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  const values = columns.map(([name, type], index) => {
    const value = dialect === 'sqlite' ? `value->>${index}` : `(value->>${index})::${type}`;
    return sql.raw(`${value} as ${name}`);
  });
  const source = dialect === 'sqlite' ? sql`json_each(${json})` : sql`json_array_elements(${json}::json)`;
  return sql`(select ${sql.join(values)} from ${source})`;
}
