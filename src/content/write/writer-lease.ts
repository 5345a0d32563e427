import { randomBytes } from 'node:crypto';
import type { Storage } from '../../storage/port.js';
import { readOption, removeOption, writeOption } from '../../storage/tables/options.js';

const NAME = 'content_writer';
/** Seconds after which a writer that was not heard of has gone. */
const LASTS = 60;
/** Seconds after which it says that it is still there. */
const RENEWED_AFTER = 20;

/** Who writes, as it is stored. */
interface Holder {
  readonly id: string;
  /** Unix seconds. */
  readonly until: number;
}

/**
 * Which of several sidecars writes content files: the first, until it ends or is not heard of for a minute. Files lie on
 * the disk of one machine; were each to write its own, they would drift apart.
 * @see design section 10, "Content store"
 */
export class WriterLease {
  readonly #storage: Storage;
  readonly #now: () => number;
  readonly #id = randomBytes(8).toString('hex');
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #renewed = Number.NEGATIVE_INFINITY;

  /**
   * @param now Unix seconds
   * @param onError told when the database does not answer
   */
  constructor(storage: Storage, now: () => number, onError: (error: unknown) => void) {
    this.#storage = storage;
    this.#now = now;
    this.#onError = onError;
    this.#timer = setInterval(() => this.holds().catch(onError), RENEWED_AFTER * 1000).unref();
  }

  /** Whether this process is the writer; it becomes the writer where there is none. */
  async holds(): Promise<boolean> {
    const now = this.#now();
    if (now >= this.#renewed && now - this.#renewed < RENEWED_AFTER) return true;
    const isHeld = await this.#storage.write(async (db) => {
      const holder = (await readOption(db, NAME))?.value as Holder | null | undefined;
      if (holder && holder.id !== this.#id && holder.until > now) return false;
      await writeOption(db, NAME, { id: this.#id, until: now + LASTS } satisfies Holder);
      return true;
    });
    this.#renewed = isHeld ? now : Number.NEGATIVE_INFINITY;
    return isHeld;
  }

  /** Lets another one write. A database that is gone does not keep a program from ending: the lease runs out. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    try {
      await this.#storage.write(async (db) => {
        const holder = (await readOption(db, NAME))?.value as Holder | null | undefined;
        if (holder?.id === this.#id) await removeOption(db, NAME);
      });
    } catch (error) {
      this.#onError(error);
    }
  }
}
