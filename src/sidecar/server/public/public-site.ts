import type { Settings } from '../../../config/settings.js';
import { settingsHash } from '../../../config/settings-merge.js';
import type { LiveContent } from '../../../documents/live-content.js';
import { createSnapshot, type Snapshot } from './snapshot.js';

/** Seconds after which documents with content of plugins are refreshed (spec section 8). */
const SNAPSHOT_FOR = 3600;

/**
 * The served site: the content of the last build with the current settings. Builds and the settings watcher replace
 * it; a request sees either the old version or the new one.
 */
export class PublicSite {
  readonly #now: () => number;
  #content: LiveContent | undefined;
  #settings: Settings | undefined;
  #snapshot: Snapshot | undefined;
  #held: { readonly promise: Promise<void>; release(): void } | undefined;
  /** Changes are applied one after the other. */
  #work: Promise<void> = Promise.resolve();

  /** @param now Unix seconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the current version, immediately unless files are being moved or the version is an hour old. */
  current(): Snapshot | Promise<Snapshot | undefined> | undefined {
    const snapshot = this.#snapshot;
    if (this.#held !== undefined) return this.#afterwards();
    if (snapshot === undefined || this.#now() - snapshot.since < SNAPSHOT_FOR) return snapshot;
    return this.#change(() => this.#refresh()).then(() => this.#snapshot);
  }

  /** The settings of the served version. */
  get settings(): Settings | undefined {
    return this.#settings;
  }

  get content(): LiveContent | undefined {
    return this.#content;
  }

  /** The current version. */
  get snapshot(): Snapshot | undefined {
    return this.#snapshot;
  }

  /** Blocks requests while files of the output folder are being replaced. */
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

  /** Switches to a finished build and ends `hold`. */
  setContent(content: LiveContent, settings: Settings = content.settings): Promise<void> {
    return this.#change(async () => {
      const snapshot = await createSnapshot(content, settings, this.#now());
      this.#content = content;
      this.#settings = settings;
      this.#snapshot = snapshot;
    }).finally(() => this.release());
  }

  /** Switches to settings. Returns false when they are unchanged. */
  async setSettings(settings: Settings): Promise<boolean> {
    const before = this.#settings;
    if (before !== undefined && settingsHash(before) === settingsHash(settings)) return false;
    await this.#change(async () => {
      this.#settings = settings;
      if (this.#content !== undefined) {
        this.#snapshot = await createSnapshot(this.#content, settings, this.#now());
      }
    });
    return true;
  }

  async #refresh(): Promise<void> {
    const [content, settings, snapshot] = [this.#content, this.#settings, this.#snapshot];
    // A concurrent request may have refreshed it already.
    if (content === undefined || settings === undefined || snapshot === undefined) return;
    if (this.#now() - snapshot.since < SNAPSHOT_FOR) return;
    this.#snapshot = await createSnapshot(content, settings, this.#now());
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
