import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** The number of cached statements, and the longest of them. */
const MAX_KEPT = 256;
const MAX_LENGTH = 4000;

/**
 * Caches prepared statements: most run again, and preparing one takes longer than running
 * it. A statement whose rows are fetched one by one is prepared again, since it is busy until the last one.
 */
export function keepPrepared<Connection extends SqliteDatabase>(connection: Connection): Connection {
  const kept = new Map<string, SqliteStatement>();
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (sql) => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = prepare(sql);
    if (sql.length > MAX_LENGTH) return statement;
    const held: SqliteStatement = {
      reader: statement.reader,
      all: (parameters) => statement.all(parameters),
      run: (parameters) => statement.run(parameters),
      iterate: (parameters) => prepare(sql).iterate(parameters),
    };
    if (kept.size >= MAX_KEPT) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
    kept.set(sql, held);
    return held;
  };
  return connection;
}
