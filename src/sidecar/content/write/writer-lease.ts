import { randomBytes } from 'node:crypto';
import type { Database, Storage } from '../../../storage/port.js';
import { readOption, removeOption, writeOption } from '../../../storage/tables/options.js';

const NAME = 'content_writer';
/** Seconds after which a writer that was not heard of has gone, where nothing else tells that it has. */
const LASTS = 60;
/** Seconds after which it says that it is still there. */
const RENEWED_AFTER = 20;

/** Who writes, as it is stored. */
interface Holder {
  readonly id: string;
  /** Unix seconds. */
  readonly until: number;
  /** It shows that it lives: once it no longer does, it has gone. */
  readonly shown?: boolean;
}

/**
 * Which of several sidecars writes content files: the first, until it ends. That it was killed shows at once where the
 * database tells which processes live (`Presence`), else after a minute of silence. Files lie on the disk of one machine;
 * were each to write its own, they would drift apart.
 * @see design section 10, "Content store"
 */
export class WriterLease {
  readonly #storage: Storage;
  readonly #now: () => number;
  readonly #id = randomBytes(8).toString('hex');
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #renewed = Number.NEGATIVE_INFINITY;
  #shown: Promise<() => Promise<void>> | undefined;

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
    await this.#show();
    const isHeld = await this.#storage.write(async (db) => {
      const holder = (await readOption(db, NAME))?.value as Holder | null | undefined;
      if (holder && (await this.#isAnother(db, holder, now))) return false;
      const shown = this.#storage.presence !== undefined;
      await writeOption(db, NAME, { id: this.#id, until: now + LASTS, shown } satisfies Holder);
      return true;
    });
    this.#renewed = isHeld && this.#isShown() ? now : Number.NEGATIVE_INFINITY;
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
    const hide = await this.#shown?.catch(() => undefined);
    await hide?.();
  }

  async #isAnother(db: Database, { id, until, shown }: Holder, now: number): Promise<boolean> {
    const { presence } = this.#storage;
    if (id === this.#id || until <= now) return false;
    return shown !== true || presence === undefined || presence.isShown(db, id);
  }

  /** Runs before the lease is taken: other sidecars would take a writer without this lock for dead. */
  async #show(): Promise<void> {
    const { presence } = this.#storage;
    if (presence === undefined) return;
    const shown = this.#shown ?? presence.show(this.#id, () => this.#hidden());
    this.#shown = shown;
    try {
      await shown;
    } catch (error) {
      if (this.#shown === shown) this.#shown = undefined;
      throw error;
    }
  }

  #isShown(): boolean {
    return this.#storage.presence === undefined || this.#shown !== undefined;
  }

  /** Another one may write by now. */
  #hidden(): void {
    this.#shown = undefined;
    this.#renewed = Number.NEGATIVE_INFINITY;
  }
}
