import type { ColumnDefinitionBuilder } from 'kysely';

/** The type of numbers that a database gives out: SQLite's, PostgreSQL's. */
export type IdType = 'integer' | 'bigserial';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

/** A primary key that the database counts up. */
export function counted(id: IdType): Column {
  return (column) => (id === 'integer' ? column.primaryKey().autoIncrement() : column.primaryKey());
}

/** A primary key that is given. */
export function key(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.primaryKey();
}

/** A column in which every row has something. */
export function filled(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull();
}
