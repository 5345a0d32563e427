import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';

/** Milliseconds within which a healthy database answers. */
const PATIENCE = 5000;

const READ = 'select 1';
/** A full database or a standby can be read without an error. */
const WRITE = `insert into options (name, value, version) values ('database_probe', '1', 1)
  on conflict (name) do update set version = options.version + 1`;

/**
 * Probes PostgreSQL on a connection of its own, since all others may be in use.
 * @param onEnd called when that connection breaks, which is the first sign of a restart
 */
export class PostgresProbe {
  readonly #connect: () => Client;
  readonly #onEnd: () => void;
  #client: Client | undefined;

  constructor(connect: () => Client, onEnd: () => void) {
    this.#connect = connect;
    this.#onEnd = onEnd;
  }

  /** @throws the fault of the database */
  async ask(how: 'read' | 'write'): Promise<void> {
    const ending = new AbortController();
    try {
      const late = setTimeout(PATIENCE, undefined, { signal: ending.signal, ref: false }).then(() => {
        throw new Error('Connection terminated: no answer within 5 seconds');
      });
      await Promise.race([this.#query(how === 'read' ? READ : WRITE), late]);
    } catch (error) {
      this.#drop();
      throw error;
    } finally {
      ending.abort();
    }
  }

  close(): void {
    this.#drop();
  }

  async #query(text: string): Promise<void> {
    await (await this.#connected()).query(text);
  }

  async #connected(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    const client = this.#connect();
    this.#client = client;
    client.on('error', () => undefined);
    client.on('end', () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#onEnd();
    });
    await client.connect();
    return client;
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => undefined);
  }
}
