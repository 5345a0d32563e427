/** The types of columns, in both databases. */

import type { ColumnDefinitionBuilder, Generated } from 'kysely';

type Rule = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

/** A column, none of which can be null. `T` is the type of its values in the program. */
export interface Column<T> {
  /** `serial` numbers are given by the database. Others are 64 bits wide, so that both databases hold the same. */
  readonly type: 'text' | 'number' | 'serial';
  readonly rule: Rule;
  readonly values?: T;
}

/** The columns of a table with its indexes and constraints, by name. */
export interface Table<Columns extends Readonly<Record<string, Column<unknown>>>> {
  readonly columns: Columns;
  /** Columns that are the same in no two rows. */
  readonly unique?: Readonly<Record<string, readonly (keyof Columns & string)[]>>;
  readonly indexes?: Readonly<Record<string, readonly (keyof Columns & string)[]>>;
}

/** The row of a table. */
export type Row<T> =
  T extends Table<infer Columns>
    ? { readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never }
    : never;

const filled: Rule = (column) => column.notNull();

export const text: Column<string> = { type: 'text', rule: filled };
/** Also truth values, as 0 and 1, and times, as Unix seconds. */
export const number: Column<number> = { type: 'number', rule: filled };
/** A primary key that the database generates. */
export const serial: Column<Generated<number>> = { type: 'serial', rule: (column) => column.primaryKey() };

/** A text that is one of a few. */
export function oneOf<T extends string>(): Column<T> {
  return text as Column<T>;
}

/** A primary key that the writer sets. */
export function key<T>(column: Column<T>): Column<T> {
  return { ...column, rule: (definition) => definition.primaryKey() };
}

export function unique<T>(column: Column<T>): Column<T> {
  return { ...column, rule: (definition) => definition.notNull().unique() };
}

/** The key of a row in another table, with which this row is deleted. */
export function ownedBy<T>(column: Column<T>, place: string): Column<T> {
  return { ...column, rule: (definition) => definition.notNull().references(place).onDelete('cascade') };
}

/** Has the compiler check the names in a table. */
export function table<const Columns extends Readonly<Record<string, Column<unknown>>>>(
  columns: Columns,
  also: Omit<Table<Columns>, 'columns'> = {},
): Table<Columns> {
  return { columns, ...also };
}

type CamelName<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Name;

/** A row with its columns named as in the program: `user_id` is `userId`. */
export type CamelCase<Row> = { readonly [Column in keyof Row as CamelName<Column>]: Row[Column] };

/** Renames the columns of a row. */
export function camelCase<Row extends object>(row: Row): CamelCase<Row> {
  const fields = Object.entries(row).map(([column, value]) => [nameOf(column), value] as const);
  return Object.fromEntries(fields) as CamelCase<Row>;
}

function nameOf(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

type SnakeName<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeName<Rest>}`
  : Name;

/** Fields with the names of their columns: the opposite of `camelCase`. */
export function snakeCase<Fields extends object>(fields: Fields) {
  const columns = Object.entries(fields).map(([name, value]) => [columnOf(name), value] as const);
  return Object.fromEntries(columns) as { [Name in keyof Fields as SnakeName<Name>]: Fields[Name] };
}

function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
