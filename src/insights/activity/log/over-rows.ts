import { CompiledQuery, sql } from 'kysely';
import type { Capabilities, Database, Storage } from '../../../storage/port.js';

/** A column of given rows. */
export type Column = readonly [name: string, type: 'bigint' | 'text'];

/** Values in the order of the columns. */
export type ValueRow = readonly (string | number)[];

/** A statement over any number of given rows. */
type OverRows<Result> = (db: Database, rows: readonly ValueRow[]) => Promise<readonly Result[]>;

/**
 * Makes a statement that is prepared once and run with other rows every time: they are one JSON parameter, which both
 * databases can read.
 * @param toText returns the statement for the table of given rows
 */
export function overRows<Result = never>(
  { dialect }: Capabilities,
  columns: readonly Column[],
  toText: (given: string) => string,
): OverRows<Result> {
  const isSqlite = dialect === 'sqlite';
  const values = columns.map(([name, type], index) => {
    const value = isSqlite ? `value->>${index}` : `(value->>${index})::${type}`;
    return `${value} as ${name}`;
  });
  const source = isSqlite ? 'json_each(?)' : 'json_array_elements($1::json)';
  const text = toText(`(select ${values.join(', ')} from ${source}) as given`);
  return async (db, rows) => {
    const { rows: found } = await db.executeQuery<Result>(CompiledQuery.raw(text, [JSON.stringify(rows)]));
    return found;
  };
}

/** Columns of numbers. */
export function numbers(...names: readonly string[]): readonly Column[] {
  return names.map((name) => [name, 'bigint'] as const);
}

/**
 * Has PostgreSQL collect statistics about visits, which it does not do by itself for tables with partitions; called
 * now and then, and after many visits have been written. SQLite needs none.
 */
export async function analyseLog({ db, capabilities }: Storage): Promise<void> {
  if (capabilities.dialect !== 'postgres') return;
  await sql`analyze visits, visit_kinds, visit_labels`.execute(db);
}
