import type { CompiledQuery, DialectAdapter } from 'kysely';
import type { Database } from './port.js';

/** A query that has been built, before it is sent. */
interface Built<Row> {
  compile(): CompiledQuery<Row>;
}

/**
 * A frequent query: it is compiled once for each database, which takes longer than the database needs to
 * answer it.
 * @param build uses every value once, in their order, and no other
 */
export function preparedQuery<Values extends readonly unknown[], Row>(
  build: (db: Database, ...values: Values) => Built<Row>,
): (db: Database, ...values: Values) => Promise<readonly Row[]> {
  // By the adapter: transactions of a database have the same one.
  const kept = new WeakMap<DialectAdapter, CompiledQuery<Row>>();
  return async function runPrepared(db, ...values) {
    const { adapter } = db.getExecutor();
    let query = kept.get(adapter);
    if (query === undefined) {
      query = build(db, ...values).compile();
      assertSame(query.parameters, values);
      kept.set(adapter, query);
    }
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values });
    return rows;
  };
}

function assertSame(parameters: readonly unknown[], values: readonly unknown[]): void {
  const isSame = parameters.length === values.length && parameters.every((one, at) => one === values[at]);
  if (!isSame) throw new Error('a prepared query must use its values in their order');
}
