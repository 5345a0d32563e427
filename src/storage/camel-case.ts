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
