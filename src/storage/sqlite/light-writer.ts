import type { Kysely } from 'kysely';
import type { DatabaseHealth } from '../health.js';
import type { Storage } from '../port.js';
import type { Tables } from '../schema.js';
import { patiently } from './dialect.js';

/** Milliseconds of light writes that a crash of the machine may undo. */
const AT_RISK = 10_000;

/**
 * Writes that wait for the disk only now and then; their order is kept, whatever happens. They come several
 * times a second, so their common work is done in few steps.
 */
export function lightWriter(
  db: Kysely<Tables>,
  health: DatabaseHealth,
  exec: (sql: string) => unknown,
): NonNullable<Storage['writeLightly']> {
  let waited = Number.NEGATIVE_INFINITY;
  return (work) =>
    // The connection is used exclusively until its state is restored.
    db.connection().execute((connection) =>
      health.watch(async () => {
        const isDue = performance.now() - waited >= AT_RISK;
        exec(`pragma synchronous = ${isDue ? 'full' : 'normal'}`);
        try {
          await patiently(() => exec('begin immediate'));
          const result = await committed(exec, () => work(connection));
          if (isDue) waited = performance.now();
          return result;
        } finally {
          exec('pragma synchronous = full');
        }
      }),
    );
}

/** Runs a task inside an open transaction, and ends it. */
async function committed<T>(exec: (sql: string) => unknown, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    exec('commit');
    return result;
  } catch (error) {
    try {
      exec('rollback');
    } catch {
      // The database has rolled it back by itself.
    }
    throw error;
  }
}
