import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { twinFile } from '../../site/address.js';
import { MediaIndex } from '../../site/media-index.js';
import type { RawEntry, RawMedia, RawPattern, RawSite } from '../../sources/port.js';
import { conversionKey } from '../cache/conversion-key.js';
import { surfaceContext } from '../context.js';
import type { ConvertTarget } from '../convert.js';
import { convertContext } from '../convert-context.js';
import { jobOf } from '../convert-job.js';
import type { Run } from '../generate.js';
import { langOf } from '../list-entries.js';
import type { ListedEntry } from '../listed-entry.js';
import type { KnownSites, ListenedEntry, ScanListener } from '../scan-listener.js';
import { mediaOf, type SiteFacts, settleSite } from '../site-facts.js';
import type { Early } from '../take-over.js';
import { BatchMaker, isTooLong, type Task } from './batch-maker.js';
import type { Outcome } from './messages.js';
import { packContext } from './shared-context.js';
import type { WorkerPool } from './worker-pool.js';

/** Items that are read between two looks at what the threads have done. */
const TURN = 32;
/** Batches that wait until a thread has room, for each that may be under way. */
const WAITING = 2;
/** Bytes of documents that are held until it is known where they go. */
const MOST_HELD = 16_000_000;

/** Addresses are settled once everything has been read. */
const NO_PATHS: ReadonlyMap<number, string> = new Map();

/** An entry that has been read. */
interface Read extends Task {
  readonly stamp: string;
}

/** The part of a run that it needs. */
export type AheadRun = Pick<Run, 'loaded' | 'prepared' | 'output' | 'warnings'>;

/** What the threads have been told of the site. */
interface Told {
  readonly facts: SiteFacts;
  readonly sites: readonly RawSite[];
  /** Display name by key, of those who had been read by then. */
  readonly authors: ReadonlyMap<string, string>;
  readonly key: string;
}

/** An entry that a thread has been given. */
interface AheadInput {
  readonly target: ConvertTarget;
  /** Of everything that its source said of it. */
  readonly stamp: string;
  readonly outcome: Promise<Outcome>;
}

/**
 * Has threads convert entries of the only source while others are still being read, which takes one thread. An entry
 * may turn out to be another by then: its address is taken, a media file that it shows comes later. So whoever takes a
 * conversion over asks whether what it was made from is still true, as for those of an earlier build.
 */
export class ConvertAhead implements ScanListener, Early {
  readonly #run: AheadRun;
  readonly #pool: WorkerPool;
  #told: Told | undefined;
  #hasEntry = false;
  /** Items that have been read since the last turn. */
  #read = 0;
  readonly #batches = new BatchMaker<Read>();
  readonly #waiting: (readonly Read[])[] = [];
  /** What the threads have not been told yet. */
  #media: RawMedia[] = [];
  #patterns = new Map<number, string>();
  readonly #given = new Map<number, AheadInput>();
  #held = 0;

  /** @param pool threads that nobody has told anything */
  constructor(run: AheadRun, pool: WorkerPool) {
    this.#run = run;
    this.#pool = pool;
  }

  media(media: RawMedia): void {
    this.#media.push(media);
  }

  pattern({ id, body }: RawPattern): void {
    this.#patterns.set(id, body);
  }

  entry(raw: RawEntry, { id, type, title, path, lang, stamp }: ListenedEntry): void {
    this.#hasEntry = true;
    if (this.#told === undefined || path === undefined || isTooLong({ raw }) || this.#isFull) return;
    const { languages } = this.#run.loaded.config;
    const { site } = this.#told.facts;
    const spoken = langOf({ path, sourceLang: lang }, { languages, lang: site.lang });
    const target = { id, type, title, path, twin: twinFile(path), lang: spoken };
    const batch = this.#batches.add({ job: jobOf(raw, target, 0), stamp });
    if (batch !== undefined) this.#waiting.push(batch);
  }

  pause(said: KnownSites): Promise<void> | undefined {
    this.#read += 1;
    const isDue = this.#told === undefined ? this.#hasEntry : this.#read >= TURN;
    return isDue ? this.#turn(said) : undefined;
  }

  /** Called when everything has been read: what waits is handed on, for the time until addresses are settled. */
  end(): void {
    if (this.#told === undefined) return;
    for (const batch of [...this.#waiting.splice(0), this.#batches.end()]) this.#give(batch);
    this.#tell();
  }

  /** What is known of the site, if nothing else has been said since. */
  factsOf(sites: readonly RawSite[]): SiteFacts | undefined {
    return isDeepStrictEqual(this.#told?.sites, sites) ? this.#told?.facts : undefined;
  }

  /**
   * The threads, if they have been told what they have to know.
   * @param key of everything that all conversions depend on
   * @param authors display name by key
   */
  poolFor(key: string, authors: ReadonlyMap<string, string>): WorkerPool | undefined {
    const isTold = this.#told?.key === key && isDeepStrictEqual(this.#told.authors, authors);
    return isTold ? this.#pool : undefined;
  }

  /**
   * What became of an entry, where it has been given to a thread as what it is; for one caller.
   * @returns rejects when its thread has died
   */
  take(entry: ListedEntry): Promise<Outcome> | undefined {
    const { id, type, title, path, twin, lang, stamp } = entry;
    const given = this.#given.get(id);
    this.#given.delete(id);
    if (given?.stamp !== stamp) return undefined;
    return isDeepStrictEqual(given.target, { id, type, title, path, twin, lang }) ? given.outcome : undefined;
  }

  get #isFull(): boolean {
    return this.#waiting.length >= this.#pool.room * WAITING || this.#held > MOST_HELD;
  }

  async #turn(said: KnownSites): Promise<void> {
    this.#read = 0;
    if (this.#told === undefined) this.#told = await this.#begin(said);
    // Threads report between two turns of the event loop.
    await setImmediate();
    while (this.#pool.hasRoom) {
      const batch = this.#waiting.shift() ?? this.#batches.end();
      if (batch.length === 0) return;
      this.#give(batch);
    }
  }

  async #begin({ sites, authors }: KnownSites): Promise<Told> {
    const run = this.#run;
    const { settings, rules } = run.prepared;
    const { config } = run.loaded;
    const facts = await settleSite(run, sites);
    const surface = surfaceContext({ config, settings, rules, ...facts });
    const found = { surface, authors, media: new MediaIndex(), patterns: new Map(), paths: new Map() };
    const context = convertContext(run, facts, found);
    this.#pool.share(packContext(context));
    const key = conversionKey({ ...context, config });
    return { facts, sites: structuredClone(sites), authors: new Map(authors), key };
  }

  #give(batch: readonly Read[]): void {
    if (batch.length === 0) return;
    this.#tell();
    const jobs = batch.map(({ job }) => job);
    const outcomes = this.#pool.run(jobs);
    for (const [place, { job, stamp }] of batch.entries()) {
      const outcome = outcomes.then((all) => this.#hold(all[place] as Outcome));
      // Whoever takes it is told.
      outcome.catch(() => undefined);
      this.#given.set(job.target.id, { target: job.target, stamp, outcome });
    }
  }

  /** Tells the threads what has been read since they were told last. */
  #tell(): void {
    const { facts } = this.#told ?? {};
    if (facts === undefined || this.#media.length + this.#patterns.size === 0) return;
    const move = mediaOf(facts, 0);
    this.#pool.learn({ media: this.#media.map(move), patterns: this.#patterns, paths: NO_PATHS });
    this.#media = [];
    this.#patterns = new Map();
  }

  #hold(outcome: Outcome): Outcome {
    if ('conversion' in outcome) {
      const { twin, item } = outcome.conversion;
      this.#held += twin.length + (item?.length ?? 0);
    }
    return outcome;
  }
}
