import type { Kysely, Transaction } from 'kysely';
import type { DatabaseHealth } from './health.js';
import type { Tables } from './schema.js';

/** A connection for reading, or the inside of a write. */
export type Database = Kysely<Tables> | Transaction<Tables>;

/** What the databases do differently. */
export interface Capabilities {
  /** `RETURNING` and `ON CONFLICT` work in both; only one of them has these. */
  readonly dialect: 'sqlite' | 'postgres';
}

/** Signs of life of processes that share a database. */
export interface Presence {
  /**
   * Shows others that this process lives, until it ends or loses the database.
   * @param id 16 hexadecimal digits
   * @param onLost told when others may think that it has ended
   * @returns ends it
   */
  show(id: string, onLost: () => void): Promise<() => Promise<void>>;
  /** Whether a process lives that shows an id. @param db inside of a write */
  isShown(db: Database, id: string): Promise<boolean>;
}

/**
 * Where a sidecar keeps what it must not forget. Times are Unix seconds, truth values 0 or 1, lists and maps JSON,
 * so that both databases hold the same.
 * @see design section 10
 */
export interface Storage {
  readonly db: Kysely<Tables>;
  readonly capabilities: Capabilities;
  /** Whether it can be used; its errors name the database and what to do. */
  readonly health: DatabaseHealth;
  /** Absent where only processes of one machine share the database. */
  readonly presence?: Presence;
  /**
   * Everything in it happens or nothing does, and no other writer comes between.
   * @throws what `work` throws, after undoing it
   */
  write<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * The same for what may be lost with the machine, though never with the process: nothing waits for the disk, but
   * for once in a few seconds. Absent where a write delays no other.
   */
  writeLightly?<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Another text after every write, by any process; absent where the database cannot tell. */
  version?(): Promise<string>;
  close(): Promise<void>;
}
