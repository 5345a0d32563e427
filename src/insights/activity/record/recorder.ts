import { setImmediate } from 'node:timers/promises';
import { Debounced } from '../../../core/debounced.js';
import { FixedWindowLimiter } from '../../../core/rate-limiter.js';
import type { AgentClassifier } from '../agents/classifier.js';
import { UNCHECKED, type VerificationResult, type Visit, type VisitRecorder } from '../port.js';
import { type VisitGroup, VisitGroups } from './visit-groups.js';

/** Maximum delay in milliseconds before visits are written. */
const FLUSH_AFTER = 250;
/** Maximum delay in a flood, of which only samples are kept: more visits then share the cost of a write. */
export const FLUSH_FLOOD_AFTER = 1000;
/** Number of visits that are written at once, however little time has passed. */
const FLUSH_AT = 2000;
/** Maximum number of pending visits. More are dropped: an answer never waits for the log. */
const MAX_WAITING = 20_000;
/** Milliseconds between two messages about the same failure. */
const COMPLAIN_EVERY = 60_000;

/** Visits with their findings. */
export interface VerifiedVisits extends VisitGroup {
  readonly finding: VerificationResult;
}

/** How visits are recorded under some settings. */
export interface RecordingPolicy {
  readonly settings: object;
  /** Whether clients are verified. */
  readonly verifies: boolean;
  /** Whether addresses of some clients are kept. */
  readonly keepsAddresses: boolean;
}

interface Findings {
  readonly known: readonly VerifiedVisits[];
  readonly late: readonly Promise<VerifiedVisits>[];
}

/** The inputs of a recorder. */
export interface RecorderOptions {
  /** The current classifier of clients. */
  classifier(): AgentClassifier;
  /**
   * Decides which visits are recorded: none while recording is off, and not those of the owner. May be called
   * for the same visits again after a failed write.
   */
  select(groups: readonly VisitGroup[]): Promise<readonly VisitGroup[]>;
  policy(): Promise<RecordingPolicy>;
  /** Never throws. */
  check(visit: Visit): Promise<VerificationResult>;
  write(groups: readonly VerifiedVisits[]): Promise<void>;
  count(visits: readonly Visit[]): Promise<void>;
  /** From 0 to 1. */
  random(): number;
  logError(error: unknown, what: string): void;
}

/** Makes the recorder of a sidecar. */
export function createRecorder(options: RecorderOptions): VisitRecorder {
  return new Recorder(options);
}

class Recorder implements VisitRecorder {
  readonly #sampler: Sampler;
  readonly #waiting = new VisitGroups();
  /** Settings under which visits are merged; undefined where each is recorded separately. */
  #plainUnder: object | undefined;
  readonly #writing = new Debounced(FLUSH_AFTER, () => this.#writeWaiting());
  /** Visits whose verification is pending. */
  readonly #slow = new Set<Promise<void>>();
  #isClosed = false;
  #dropped = 0;
  #complained = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: RecorderOptions) {
    this.#sampler = new Sampler(options.random);
  }

  record(visit: Visit, settings?: object): void {
    if (this.wants(visit.endpoint, visit.headers, visit.at)) this.keep(visit, settings);
  }

  wants(endpoint: string | undefined, headers: Visit['headers'], at: number): boolean {
    return !this.#isClosed && (isMaybeOwner(headers) || this.#isSampled(endpoint, headers, at));
  }

  keep(visit: Visit, settings?: object): void {
    if (this.#isClosed) return;
    if (this.#waiting.size >= MAX_WAITING) {
      this.#dropped += 1;
      return;
    }
    if (settings !== undefined && settings === this.#plainUnder && isPlain(visit)) this.#waiting.join(visit);
    else this.#waiting.add(visit);
    if (this.#waiting.size === FLUSH_AT) this.#writing.scheduleNow();
    else this.#writing.schedule(this.#sampler.isFlooded(visit.at) ? FLUSH_FLOOD_AFTER : FLUSH_AFTER);
  }

  flush(): Promise<void> {
    return this.#writing.flush();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
    await Promise.all(this.#slow);
  }

  /** Visits that may be the owner's do not use up the budget. */
  #isSampled(endpoint: string | undefined, headers: Visit['headers'], at: number): boolean {
    if (endpoint === undefined) return true;
    const isRecognised = () => this.options.classifier().classify(headers['user-agent'] ?? '').recognised;
    return this.#sampler.keeps(isRecognised, at);
  }

  async #writeWaiting(): Promise<void> {
    const groups = this.#waiting.drain();
    if (groups.length === 0) return;
    try {
      await this.#write(groups);
    } catch (error) {
      this.#complain(error);
      this.#keepForLater(groups);
    }
    if (this.#dropped > 0) {
      this.#complain(new Error(`${this.#dropped} visits came too fast to be recorded`));
      this.#dropped = 0;
    }
  }

  async #write(groups: readonly VisitGroup[]): Promise<void> {
    const { select, policy, write, count } = this.options;
    const selected = await select(groups);
    const { settings, verifies, keepsAddresses } = await policy();
    this.#plainUnder = verifies || keepsAddresses ? undefined : settings;
    // A forged cookie must not let a flood in.
    const wanted = selected.filter(({ visit: { endpoint, headers, at } }) => {
      return !isMaybeOwner(headers) || this.#isSampled(endpoint, headers, at);
    });
    const documents = wanted.filter(({ visit }) => visit.endpoint !== undefined);
    const { known, late } = await this.#check(documents, verifies);
    if (known.length > 0) await write(known);
    if (late.length > 0) this.#writeLate(late);
    const pages = wanted.flatMap(({ visit }) => (visit.endpoint === undefined ? [visit] : []));
    // A failure here does not affect visits that have been written already.
    if (pages.length > 0) await count(pages).catch((error: unknown) => this.#complain(error));
  }

  /** Findings that are available at once, and those that must be awaited. */
  async #check(groups: readonly VisitGroup[], verifies: boolean): Promise<Findings> {
    if (!verifies) return { known: groups.map(unchecked), late: [] };
    const known: VerifiedVisits[] = [];
    const open = new Set(groups);
    const work = groups.map(async (group): Promise<VerifiedVisits> => {
      const judged = await this.#checked(group);
      if (open.delete(group)) known.push(judged);
      return judged;
    });
    await setImmediate();
    const late = groups.flatMap((group, index) => (open.has(group) ? (work[index] ?? []) : []));
    open.clear();
    return { known, late };
  }

  /** Visits that were merged came while no client was verified. */
  async #checked(group: VisitGroup): Promise<VerifiedVisits> {
    const { visit, at } = group;
    if (visit.finding !== undefined || at.length > 1) return unchecked(group);
    return { visit, at, finding: await this.options.check(visit) };
  }

  #writeLate(late: readonly Promise<VerifiedVisits>[]): void {
    const done = this.#waitAndWrite(late).finally(() => this.#slow.delete(done));
    this.#slow.add(done);
  }

  async #waitAndWrite(late: readonly Promise<VerifiedVisits>[]): Promise<void> {
    const judged = await Promise.all(late);
    try {
      await this.options.write(judged);
    } catch (error) {
      this.#complain(error);
      this.#keepForLater(judged.map(({ visit, at, finding }) => ({ visit: { ...visit, finding }, at })));
    }
  }

  /** A short outage of the database loses nothing. */
  #keepForLater(groups: readonly VisitGroup[]): void {
    if (this.#isClosed) return;
    this.#dropped += this.#waiting.putBack(groups, MAX_WAITING);
    this.#writing.schedule();
  }

  #complain(error: unknown): void {
    const now = performance.now();
    if (now - this.#complained < COMPLAIN_EVERY) return;
    this.#complained = now;
    this.options.logError(error, 'activity log');
  }
}

/** Whether a request may be the owner's: it has a session, or claims to be a self-check. */
export function isMaybeOwner(headers: Visit['headers']): boolean {
  return headers['x-svc-selfcheck'] !== undefined || headers.cookie?.includes('svc_session=') === true;
}

/** Whether only document, client and time of a visit matter: while no client is verified. */
function isPlain({ endpoint, refused, finding, headers }: Visit): boolean {
  return endpoint !== undefined && !refused && finding === undefined && !isMaybeOwner(headers);
}

/** The findings that need no lookup. */
function unchecked({ visit, at }: VisitGroup): VerifiedVisits {
  return { visit, at, finding: visit.finding ?? UNCHECKED };
}

/** Length of a window in seconds, and the number of its visits that are all kept. */
const WINDOW = 60;
const RECOGNISED = 300;
const OTHERS = 60;
/** Beyond that, one of so many is kept. */
const ONE_IN = 20;

/**
 * Decides which visits of a flood are kept. All clients share two budgets: a name can be forged, so no name
 * has one of its own.
 */
class Sampler {
  readonly #recognised = new FixedWindowLimiter(WINDOW);
  readonly #others = new FixedWindowLimiter(WINDOW);
  /** Visits of a flood to skip before the next one is kept. */
  #passing: number;

  /** @param random from 0 to 1 */
  constructor(private readonly random: () => number) {
    this.#passing = this.#gap();
  }

  /**
   * @param isRecognised called only while it makes a difference
   * @param at Unix seconds
   */
  keeps(isRecognised: () => boolean, at: number): boolean {
    if (!this.isFlooded(at)) return this.#takes(isRecognised(), at) || this.random() < 1 / ONE_IN;
    // As if each were drawn separately, at the cost of one draw for each kept one.
    if (this.#passing > 0) {
      this.#passing -= 1;
      return false;
    }
    this.#passing = this.#gap();
    return true;
  }

  /** The number of skipped visits until one is kept, where each is drawn separately. */
  #gap(): number {
    return Math.floor(Math.log(1 - this.random()) / Math.log(1 - 1 / ONE_IN));
  }

  /** Whether the flood is so large that only samples are kept. @param at Unix seconds */
  isFlooded(at: number): boolean {
    return this.#recognised.isSpent(RECOGNISED, at) && this.#others.isSpent(OTHERS, at);
  }

  #takes(isRecognised: boolean, at: number): boolean {
    return isRecognised ? this.#recognised.take(RECOGNISED, at) : this.#others.take(OTHERS, at);
  }
}
