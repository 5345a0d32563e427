import type { Kysely, Transaction } from 'kysely';
import type { DatabaseHealth } from './health.js';
import type { Tables } from './schema.js';

/** A connection for reading, or the inside of a write. */
export type Database = Kysely<Tables> | Transaction<Tables>;

/** The differences between the databases. */
export interface Capabilities {
  /** `RETURNING` and `ON CONFLICT` work in both; only one of them has these. */
  readonly dialect: 'sqlite' | 'postgres';
}

/** Heartbeats of processes that share a database. */
export interface Presence {
  /**
   * Announces that this process is alive, until it ends or loses the database.
   * @param id 16 hexadecimal digits
   * @param onLost called when others may think that it has ended
   * @returns stops the announcement
   */
  show(id: string, onLost: () => void): Promise<() => Promise<void>>;
  /** Whether the process with an id is alive. @param db inside of a write */
  isShown(db: Database, id: string): Promise<boolean>;
}

/**
 * The persistent data of a sidecar. Times are Unix seconds, truth values 0 or 1, lists and maps JSON,
 * so that both databases hold the same.
 */
export interface Storage {
  readonly db: Kysely<Tables>;
  readonly capabilities: Capabilities;
  /** Whether it is usable; its errors name the database and what to do. */
  readonly health: DatabaseHealth;
  /** Absent where only processes of one machine share the database. */
  readonly presence?: Presence;
  /**
   * All of it happens or nothing does, and no other writer comes between.
   * @throws what `work` throws, after undoing it
   */
  write<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * The same for data that a crash of the machine may lose, though not one of the process: nothing waits for the disk,
   * except every few seconds. Absent where a write delays no other.
   */
  writeLightly?<T>(work: (db: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
