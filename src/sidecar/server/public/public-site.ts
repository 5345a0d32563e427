import type { Settings } from '../../../config/settings.js';
import { settingsHash } from '../../../config/settings-merge.js';
import { decodeToNfc } from '../../../core/percent.js';
import type { LiveContent, LiveDocuments } from '../../../documents/live-content.js';
import type { IndexEntry } from '../../../site/site.js';
import { type Answer, AnswerCache } from './answer.js';
import { Routes } from './target.js';

/** Seconds after which documents with content of plugins are refreshed (spec section 8). */
const SNAPSHOT_FOR = 3600;

/**
 * The served site: the content of the last build with the current settings. Builds and the settings watcher replace
 * it; a request sees either the old version or the new one.
 */
export class PublicSite {
  #content: LiveContent | undefined;
  #settings: Settings | undefined;
  #snapshot: Snapshot | undefined;
  #held: { readonly promise: Promise<void>; release(): void } | undefined;
  /** Changes are applied one after the other. */
  #work: Promise<void> = Promise.resolve();

  /** @param now Unix seconds */
  constructor(private readonly now: () => number) {}

  /** Returns the current version, immediately unless files are being moved or the version is an hour old. */
  current(): Snapshot | Promise<Snapshot | undefined> | undefined {
    const snapshot = this.#snapshot;
    if (this.#held !== undefined) return this.#afterwards();
    if (snapshot === undefined || this.now() - snapshot.since < SNAPSHOT_FOR) return snapshot;
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
      const snapshot = await createSnapshot(content, settings, this.now());
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
        this.#snapshot = await createSnapshot(this.#content, settings, this.now());
      }
    });
    return true;
  }

  async #refresh(): Promise<void> {
    const [content, settings, snapshot] = [this.#content, this.#settings, this.#snapshot];
    // A concurrent request may have refreshed it already.
    if (content === undefined || settings === undefined || snapshot === undefined) return;
    if (this.now() - snapshot.since < SNAPSHOT_FOR) return;
    this.#snapshot = await createSnapshot(content, settings, this.now());
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

/** The site at one version of its content and settings. */
export interface Snapshot {
  readonly content: LiveContent;
  readonly documents: LiveDocuments;
  readonly routes: Routes;
  /** True when the files in the output folder were built with the current settings. */
  readonly isAsBuilt: boolean;
  /** Files of the output folder that the service wrote, except for those of single entries. */
  readonly made: ReadonlySet<string>;
  /** Unix seconds. */
  readonly since: number;
  readonly answers: AnswerCache;
  /** Answers in progress, by their cache key. */
  readonly pending: Map<string, Promise<Answer | undefined>>;
  /** Finds the public entry at an address; a trailing slash is ignored. */
  entryAt(path: string): IndexEntry | undefined;
  /** Checks for the address of a list of entries. */
  isArchive(path: string): boolean;
}

/**
 * Takes a snapshot.
 * @param now Unix seconds
 */
async function createSnapshot(content: LiveContent, settings: Settings, now: number): Promise<Snapshot> {
  const documents = await content.under(settings, now);
  const isAsBuilt = settingsHash(settings) === content.builtWith;
  const routes = new Routes(documents.ctx);
  let entries: ReadonlyMap<string, IndexEntry> | undefined;
  let archives: ReadonlySet<string> | undefined;
  return {
    content,
    documents,
    routes,
    isAsBuilt,
    made: await madeFiles(content, isAsBuilt ? documents : undefined),
    since: now,
    answers: new AnswerCache(),
    pending: new Map(),
    entryAt(path) {
      entries ??= new Map(documents.ctx.entries.map((entry) => [plainPath(decodeToNfc(entry.path)), entry]));
      return entries.get(plainPath(path));
    },
    isArchive(path) {
      archives ??= new Set(archivePaths(content, documents));
      return archives.has(plainPath(path).replace(/\/page\/\d+$/, ''));
    },
  };
}

const known = new WeakMap<LiveContent, ReadonlySet<string>>();

/** Lists the written files. They stay in place until the next build, even when their document is switched off. */
async function madeFiles(
  content: LiveContent,
  same: LiveDocuments | undefined,
): Promise<ReadonlySet<string>> {
  const before = known.get(content);
  if (before !== undefined) return before;
  const { ctx, claimed } = same ?? (await content.under(content.settings, content.built));
  const files = [...new Routes(ctx).list()].map(({ file }) => file);
  const provided = [...claimed.keys()].map((name) => `.well-known/${name}`);
  const made = new Set([...files, ...provided]);
  known.set(content, made);
  return made;
}

function* archivePaths({ archives }: LiveContent, { ctx }: LiveDocuments): Iterable<string> {
  for (const path of archives) yield plainPath(decodeToNfc(path));
  const { baseUrl } = ctx.site;
  for (const { url } of ctx.terms) {
    if (url.startsWith(`${baseUrl}/`)) yield plainPath(decodeToNfc(url.slice(baseUrl.length)));
  }
}

function plainPath(path: string): string {
  return path.replace(/\/+$/, '');
}
