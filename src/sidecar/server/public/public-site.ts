import type { Settings } from '../../../config/settings.js';
import { settingsHash } from '../../../config/settings-merge.js';
import type { LiveContent } from '../../../documents/live-content.js';
import { type Snapshot, takeSnapshot } from './snapshot.js';

/** Seconds after which documents that plugins take part in are asked for again (spec section 8). */
const SNAPSHOT_FOR = 3600;

/**
 * The site that is being served: the content of the last build under the settings of this moment. Builds
 * and the watcher of the settings replace it; a request sees the old version or the new one.
 */
export class PublicSite {
  readonly #now: () => number;
  #content: LiveContent | undefined;
  #settings: Settings | undefined;
  #snapshot: Snapshot | undefined;
  #held: { readonly promise: Promise<void>; release(): void } | undefined;
  /** Changes are taken over one after the other. */
  #work: Promise<void> = Promise.resolve();

  /** @param now Unix seconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The version to answer from, at once unless files are being moved or the version is an hour old. */
  current(): Snapshot | Promise<Snapshot | undefined> | undefined {
    const snapshot = this.#snapshot;
    if (this.#held !== undefined) return this.#afterwards();
    if (snapshot === undefined || this.#now() - snapshot.since < SNAPSHOT_FOR) return snapshot;
    return this.#change(() => this.#refresh()).then(() => this.#snapshot);
  }

  /** The settings that answers are made with. */
  get settings(): Settings | undefined {
    return this.#settings;
  }

  get content(): LiveContent | undefined {
    return this.#content;
  }

  /** What answers are made from at this moment. */
  get snapshot(): Snapshot | undefined {
    return this.#snapshot;
  }

  /** Lets requests wait while files of the output folder are being replaced. */
  hold(): void {
    if (this.#held !== undefined) return;
    let release = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#held = { promise, release };
  }

  /** Ends `hold`. */
  release(): void {
    const held = this.#held;
    this.#held = undefined;
    held?.release();
  }

  /** Takes over a finished build and ends `hold`. */
  setContent(content: LiveContent, settings: Settings = content.settings): Promise<void> {
    return this.#change(async () => {
      const snapshot = await takeSnapshot(content, settings, this.#now());
      this.#content = content;
      this.#settings = settings;
      this.#snapshot = snapshot;
    }).finally(() => this.release());
  }

  /**
   * Takes over settings.
   * @returns false when they are those of before
   */
  async setSettings(settings: Settings): Promise<boolean> {
    const before = this.#settings;
    if (before !== undefined && settingsHash(before) === settingsHash(settings)) return false;
    await this.#change(async () => {
      this.#settings = settings;
      if (this.#content !== undefined) {
        this.#snapshot = await takeSnapshot(this.#content, settings, this.#now());
      }
    });
    return true;
  }

  async #refresh(): Promise<void> {
    const [content, settings, snapshot] = [this.#content, this.#settings, this.#snapshot];
    // A concurrent request may have been faster.
    if (content === undefined || settings === undefined || snapshot === undefined) return;
    if (this.#now() - snapshot.since < SNAPSHOT_FOR) return;
    this.#snapshot = await takeSnapshot(content, settings, this.#now());
  }

  async #afterwards(): Promise<Snapshot | undefined> {
    await this.#held?.promise;
    return this.current();
  }

  #change(change: () => Promise<void>): Promise<void> {
    const done = this.#work.then(change);
    this.#work = done.catch(() => undefined);
    return done;
  }
}
