import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import type { Background } from '../../../core/clock.js';
import { Debounced } from '../../../core/debounced.js';
import { FixedWindowLimiter } from '../../../core/rate-limiter.js';
import type { Storage } from '../../../storage/port.js';
import {
  addReferrals,
  addUnknownSources,
  keepBusiest,
  pruneReferrals,
  type ReferralTally,
  type UnknownTally,
} from '../../../storage/tables/referrals.js';
import type { AgentClassifier } from '../agents/classifier.js';
import { BROWSER } from '../agents/unknown-agent.js';
import { dayOf, dayText } from '../days.js';
import type { ReferralCounter, Visit } from '../port.js';
import type { Beacon } from './port.js';
import {
  type Arrival,
  landingPath,
  recogniseOrigin,
  sourcesAsJson,
  sourcesFromJson,
  utmSourceOf,
} from './recognise.js';

/** Milliseconds until counts are written. */
const FLUSH_AFTER = 250;
/** Maximum number of pending visits; more are not counted. */
const MAX_WAITING = 10_000;
/** Maximum number of beacons per minute. */
const BEACON_RATE = 600;
/** Maximum number of rows. */
const MAX_ROWS = 50_000;
const MAX_UNKNOWN = 2000;
/** The limits are checked once in so many writes. */
const TRIM_EVERY = 200;

/** The current facts about the site's pages. */
export interface PagesNow {
  /** Host of the site, with its port where it has one. */
  readonly host: string;
  /** Whether the browsers count (CDN mode). */
  readonly isBeacon: boolean;
}

/** The inputs of the counter. */
export interface CounterOptions extends Background {
  readonly storage: Storage;
  readonly hooks: Pick<Hooks, 'apply'>;
  settings(): Promise<Pick<Settings, 'enable_activity' | 'log_unknown_referrers'>>;
  pages(): Promise<PagesNow>;
  /** The current classifier of clients. */
  agents(): AgentClassifier;
  /** The first day of the retention, `YYYY-MM-DD`; undefined where nothing expires by age. */
  firstDay(): Promise<string | undefined>;
  /** From 0 to 1, for deciding when to check the limits. */
  random(): number;
}

/** Counts by day, assistant and page, and by day and unknown source. */
interface Tallies {
  readonly known: readonly ReferralTally[];
  readonly unknown: readonly UnknownTally[];
}

/** A visit to a page, which will only be counted. */
interface PageVisit extends Arrival {
  readonly path: string;
  readonly userAgent: string;
  /** Unix seconds. */
  readonly at: number;
}

/**
 * Counts visits that assistants send. Either browsers count (CDN mode) or the server does, never both. No data of a
 * visitor is kept.
 */
export class Referrals implements ReferralCounter {
  #waiting: PageVisit[] = [];
  readonly #writing = new Debounced(FLUSH_AFTER, () => this.#writeWaiting());
  /** One for the whole site, since senders are anonymous. */
  readonly #budget = new FixedWindowLimiter(60);

  constructor(private readonly options: CounterOptions) {}

  async count(visits: readonly Visit[]): Promise<void> {
    const arrivals = visits.flatMap(arrivalOf);
    if (arrivals.length === 0 || (await this.options.pages()).isBeacon) return;
    await this.#add(await this.#tally(arrivals));
  }

  /** Counts a browser's message; ignored while CDN mode is off, and beyond its rate. */
  async take({ referrer, utm, path, userAgent }: Beacon): Promise<void> {
    if ((referrer === '' && utm === '') || !(await this.options.pages()).isBeacon) return;
    const rate = await this.options.hooks.apply('svc_referral_beacon_rate', BEACON_RATE);
    const at = this.options.now();
    const isWithin = this.#budget.take(rate <= 0 ? Number.POSITIVE_INFINITY : rate, at);
    if (!isWithin || this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push({ referrer, utm, path, userAgent, at });
    this.#writing.schedule();
  }

  /** Writes the pending counts. */
  flush(): Promise<void> {
    return this.#writing.flush();
  }

  /** Removes rows older than the retention, and the least busy ones beyond the limit. */
  async prune(): Promise<void> {
    const { storage, firstDay, hooks } = this.options;
    const first = await firstDay();
    if (first !== undefined) await pruneReferrals(storage.db, first);
    await trimReferrals(storage, hooks);
  }

  async #writeWaiting(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    try {
      await this.#add(await this.#tally(waiting));
    } catch (error) {
      this.options.logError(error, 'counting visits from assistants');
    }
  }

  async #add({ known, unknown }: Tallies): Promise<void> {
    if (known.length + unknown.length === 0) return;
    const { storage, random, hooks } = this.options;
    await storage.write(async (db) => {
      await addReferrals(db, known);
      await addUnknownSources(db, unknown);
    });
    if (random() < 1 / TRIM_EVERY) await trimReferrals(storage, hooks);
  }

  async #tally(visits: readonly PageVisit[]): Promise<Tallies> {
    const { hooks } = this.options;
    const settings = await this.options.settings();
    if (!settings.enable_activity) return { known: [], unknown: [] };
    const { host } = await this.options.pages();
    const agents = this.options.agents();
    const sources = sourcesFromJson(await hooks.apply('svc_ai_referral_sources', sourcesAsJson()));
    const known = new Map<string, ReferralTally>();
    const unknown = new Map<string, UnknownTally>();
    for (const visit of visits) {
      const origin = recogniseOrigin(visit, sources, host);
      if (origin === undefined || agents.classify(visit.userAgent).agent !== BROWSER) continue;
      const day = dayText(dayOf(visit.at));
      if (origin.kind === 'assistant') {
        addOne(known, { day, source: origin.label, path: landingPath(visit.path), hits: 1 });
      } else if (settings.log_unknown_referrers) addOne(unknown, { day, ...origin, hits: 1 });
    }
    return { known: [...known.values()], unknown: [...unknown.values()] };
  }
}

/** Removes the least busy rows beyond the limits, after `svc_referrals_max_rows` and `svc_unknown_sources_max_rows`. */
export async function trimReferrals({ db }: Pick<Storage, 'db'>, hooks: Pick<Hooks, 'apply'>): Promise<void> {
  const most = await hooks.apply('svc_referrals_max_rows', MAX_ROWS);
  const mostUnknown = await hooks.apply('svc_unknown_sources_max_rows', MAX_UNKNOWN);
  await keepBusiest(db, 'referrals', Math.max(1, Math.trunc(most)));
  await keepBusiest(db, 'unknown_sources', Math.max(1, Math.trunc(mostUnknown)));
}

/** The origin of a request for a page; nothing for most. */
function arrivalOf({
  endpoint,
  method,
  status,
  target,
  headers,
  userAgent,
  at,
}: Visit): readonly PageVisit[] {
  if (endpoint !== undefined || method !== 'GET' || !(status === 200 || status === 304)) return [];
  const referrer = headers.referer ?? '';
  const mark = target.indexOf('?');
  const utm = mark === -1 ? '' : utmSourceOf(target.slice(mark + 1));
  return referrer === '' && utm === '' ? [] : [{ referrer, utm, path: target, userAgent, at }];
}

function addOne<T extends { readonly hits: number }>(tallies: Map<string, T>, one: T): void {
  const key = JSON.stringify({ ...one, hits: 0 });
  const before = tallies.get(key);
  tallies.set(key, before === undefined ? one : { ...one, hits: before.hits + one.hits });
}
