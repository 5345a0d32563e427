import { setImmediate } from 'node:timers/promises';
import { LateWork } from '../../core/late-work.js';
import type { AgentClassifier } from '../agents/classifier.js';
import { type Finding, UNCHECKED, type Visit, type VisitRecorder } from '../port.js';
import { Sampler } from './sampler.js';

/** Milliseconds that visits wait at the most before they are written (design section 12). */
export const FLUSH_AFTER = 250;
/** Visits that are written at once, however little time has passed. */
const FLUSH_AT = 2000;
/** Visits that wait at the most. What comes beyond is dropped: an answer never waits for the log. */
const MAX_WAITING = 20_000;
/** Milliseconds between two complaints about the same. */
const COMPLAIN_EVERY = 60_000;

/** A visit and what was found out about it. */
export interface JudgedVisit {
  readonly visit: Visit;
  readonly finding: Finding;
}

interface Findings {
  readonly known: readonly JudgedVisit[];
  readonly late: readonly Promise<JudgedVisit>[];
}

/** What a recorder works with. */
export interface RecorderOptions {
  /** Recognises clients at this moment. */
  classifier(): AgentClassifier;
  /**
   * Decides what of the visits is recorded: none while recording is off, and not those of the owner. May be asked
   * for the same visits again after a write that failed.
   */
  select(visits: readonly Visit[]): Promise<readonly Visit[]>;
  /** True while nobody is verified. */
  isIdle(): Promise<boolean>;
  /** Never throws. */
  judge(visit: Visit): Promise<Finding>;
  /** Writes visits to documents. */
  write(visits: readonly JudgedVisit[]): Promise<void>;
  /** Counts visits to pages. */
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
  readonly #options: RecorderOptions;
  readonly #sampler: Sampler;
  #waiting: Visit[] = [];
  readonly #writing = new LateWork(FLUSH_AFTER, () => this.#writeWaiting());
  /** Visits that are still being verified. */
  readonly #slow = new Set<Promise<void>>();
  #isClosed = false;
  #dropped = 0;
  #complained = Number.NEGATIVE_INFINITY;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#sampler = new Sampler(options.random);
  }

  record(visit: Visit): void {
    if (this.wants(visit)) this.keep(visit);
  }

  wants(visit: Pick<Visit, 'endpoint' | 'headers' | 'at'>): boolean {
    return !this.#isClosed && (isMaybeOwner(visit.headers) || this.#isSampled(visit));
  }

  keep(visit: Visit): void {
    if (this.#isClosed) return;
    if (this.#waiting.length >= MAX_WAITING) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(visit);
    if (this.#waiting.length === FLUSH_AT) this.#writing.hurry();
    else this.#writing.ask();
  }

  flush(): Promise<void> {
    return this.#writing.flush();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
    await Promise.all(this.#slow);
  }

  /** Those of which it is not yet known whether they are the owner's do not use the budget up. */
  #isSampled({ endpoint, headers, at }: Pick<Visit, 'endpoint' | 'headers' | 'at'>): boolean {
    if (endpoint === undefined) return true;
    const isRecognised = () => this.#options.classifier().classify(headers['user-agent'] ?? '').recognised;
    return this.#sampler.keeps(isRecognised, at);
  }

  async #writeWaiting(): Promise<void> {
    const visits = this.#waiting;
    this.#waiting = [];
    if (visits.length === 0) return;
    try {
      await this.#write(visits);
    } catch (error) {
      this.#complain(error);
      this.#keepForLater(visits);
    }
    if (this.#dropped > 0) {
      this.#complain(new Error(`${this.#dropped} visits came too fast to be recorded`));
      this.#dropped = 0;
    }
  }

  async #write(visits: readonly Visit[]): Promise<void> {
    const { select, write, count } = this.#options;
    // A cookie that is nobody's must not let a flood in.
    const isWanted = (visit: Visit) => !isMaybeOwner(visit.headers) || this.#isSampled(visit);
    const wanted = (await select(visits)).filter(isWanted);
    const documents = wanted.filter(({ endpoint }) => endpoint !== undefined);
    const { known, late } = await this.#judge(documents);
    if (known.length > 0) await write(known);
    if (late.length > 0) this.#writeLate(late);
    const pages = wanted.filter(({ endpoint }) => endpoint === undefined);
    // A failure here is none of theirs who have been written already.
    if (pages.length > 0) await count(pages).catch((error: unknown) => this.#complain(error));
  }

  /** Findings that can be told at once, and those that have to be waited for. */
  async #judge(visits: readonly Visit[]): Promise<Findings> {
    if (await this.#options.isIdle()) {
      return { known: visits.map((visit) => ({ visit, finding: visit.finding ?? UNCHECKED })), late: [] };
    }
    const known: JudgedVisit[] = [];
    const open = new Set(visits);
    const work = visits.map(async (visit): Promise<JudgedVisit> => {
      const judged = { visit, finding: visit.finding ?? (await this.#options.judge(visit)) };
      if (open.delete(visit)) known.push(judged);
      return judged;
    });
    await setImmediate();
    const late = visits.flatMap((visit, index) => (open.has(visit) ? (work[index] ?? []) : []));
    open.clear();
    return { known, late };
  }

  #writeLate(late: readonly Promise<JudgedVisit>[]): void {
    const done = this.#waitAndWrite(late).finally(() => this.#slow.delete(done));
    this.#slow.add(done);
  }

  async #waitAndWrite(late: readonly Promise<JudgedVisit>[]): Promise<void> {
    const judged = await Promise.all(late);
    try {
      await this.#options.write(judged);
    } catch (error) {
      this.#complain(error);
      this.#keepForLater(judged.map(({ visit, finding }) => ({ ...visit, finding })));
    }
  }

  /** A database that is away for a moment loses nothing. */
  #keepForLater(visits: readonly Visit[]): void {
    if (this.#isClosed) return;
    const room = MAX_WAITING - this.#waiting.length;
    this.#dropped += Math.max(0, visits.length - room);
    this.#waiting = [...visits.slice(0, room), ...this.#waiting];
    this.#writing.ask();
  }

  #complain(error: unknown): void {
    const now = performance.now();
    if (now - this.#complained < COMPLAIN_EVERY) return;
    this.#complained = now;
    this.#options.logError(error, 'activity log');
  }
}

/** Whether a request may be the owner's: it has a session, or says that it is a check of the site itself. */
export function isMaybeOwner(headers: Visit['headers']): boolean {
  return headers['x-svc-selfcheck'] !== undefined || headers.cookie?.includes('svc_session=') === true;
}
