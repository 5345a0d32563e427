import type { ColumnDefinitionBuilder } from 'kysely';

/** The type of numbers that a database returns: SQLite's, PostgreSQL's. */
export type IdType = 'integer' | 'bigserial';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

/** A primary key that the database generates. */
export function counted(id: IdType): Column {
  return (column) => (id === 'integer' ? column.primaryKey().autoIncrement() : column.primaryKey());
}

/** A primary key that the writer sets. */
export function key(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.primaryKey();
}

/** A column without null. */
export function filled(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull();
}
