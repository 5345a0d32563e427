import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './schema.js';

/** A connection for reading, or the inside of a write. */
export type Database = Kysely<Tables> | Transaction<Tables>;

/** What the databases do differently. */
export interface Capabilities {
  /** `RETURNING` and `ON CONFLICT` work in both; only one of them has these. */
  readonly dialect: 'sqlite' | 'postgres';
}

/**
 * Where a sidecar keeps what it must not forget. Times are Unix seconds, truth values 0 or 1, lists and maps JSON,
 * so that both databases hold the same.
 * @see design section 10
 */
export interface Storage {
  readonly db: Kysely<Tables>;
  readonly capabilities: Capabilities;
  /**
   * Everything in it happens or nothing does, and no other writer comes between.
   * @throws what `work` throws, after undoing it
   */
  write<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * The same for what may be lost with the machine, though never with the process: nothing waits for the disk, but
   * for once in a few seconds. Absent where a write holds nobody up.
   */
  writeLightly?<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Another text after every write, whoever did it; absent where the database cannot tell. */
  version?(): Promise<string>;
  close(): Promise<void>;
}
