import { randomBytes } from 'node:crypto';
import type { Database, Storage } from '../../../storage/port.js';
import { readOption, removeOption, writeOption } from '../../../storage/tables/options.js';

const NAME = 'content_writer';
/** Seconds without renewal after which a writer counts as gone, unless the database reports it earlier. */
const LASTS = 60;
/** Seconds after which the lease is renewed. */
const RENEWED_AFTER = 20;

/** The stored holder of the lease. */
interface Holder {
  readonly id: string;
  /** Unix seconds. */
  readonly until: number;
  /** True when the holder proves its presence; without that proof, it counts as gone. */
  readonly shown?: boolean;
}

/**
 * A lease that determines which of several sidecars writes content files: the first one, until it ends. A killed
 * writer is detected immediately if the database can report live processes (`Presence`), otherwise after a minute
 * without renewal. Files are on the disk of one machine; if every sidecar wrote its own, they would diverge.
 */
export class WriterLease {
  readonly #id = randomBytes(8).toString('hex');
  readonly #timer: NodeJS.Timeout;
  #renewed = Number.NEGATIVE_INFINITY;
  #shown: Promise<() => Promise<void>> | undefined;

  /**
   * @param now Unix seconds
   * @param onError called when the database doesn't respond
   */
  constructor(
    private readonly storage: Storage,
    private readonly now: () => number,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => this.holds().catch(onError), RENEWED_AFTER * 1000).unref();
  }

  /** Checks whether this process is the writer; it becomes the writer if there is none. */
  async holds(): Promise<boolean> {
    const now = this.now();
    if (now >= this.#renewed && now - this.#renewed < RENEWED_AFTER) return true;
    await this.#show();
    const isHeld = await this.storage.write(async (db) => {
      const holder = (await readOption(db, NAME))?.value as Holder | null | undefined;
      if (holder && (await this.#isAnother(db, holder, now))) return false;
      const shown = this.storage.presence !== undefined;
      await writeOption(db, NAME, { id: this.#id, until: now + LASTS, shown } satisfies Holder);
      return true;
    });
    this.#renewed = isHeld && this.#isShown() ? now : Number.NEGATIVE_INFINITY;
    return isHeld;
  }

  /** Releases the lease. An unavailable database doesn't prevent the process from ending: the lease expires. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    try {
      await this.storage.write(async (db) => {
        const holder = (await readOption(db, NAME))?.value as Holder | null | undefined;
        if (holder?.id === this.#id) await removeOption(db, NAME);
      });
    } catch (error) {
      this.onError(error);
    }
    const hide = await this.#shown?.catch(() => undefined);
    await hide?.();
  }

  async #isAnother(db: Database, { id, until, shown }: Holder, now: number): Promise<boolean> {
    const { presence } = this.storage;
    if (id === this.#id || until <= now) return false;
    return shown !== true || presence === undefined || presence.isShown(db, id);
  }

  /** Runs before the lease is acquired: without this lock, other sidecars would consider the writer dead. */
  async #show(): Promise<void> {
    const { presence } = this.storage;
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
    return this.storage.presence === undefined || this.#shown !== undefined;
  }

  /** Called when the presence is lost: another sidecar may be the writer by now. */
  #hidden(): void {
    this.#shown = undefined;
    this.#renewed = Number.NEGATIVE_INFINITY;
  }
}
