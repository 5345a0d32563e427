import type { Settings } from '../../../config/settings.js';
import type { Storage } from '../../../storage/port.js';
import {
  listReferrals,
  type ReferralFilter,
  referralsBy,
  referralTotals,
  unknownSources,
} from '../../../storage/tables/referrals.js';
import { dayOf, dayText, parseDay } from '../days.js';
import type { Retention } from '../port.js';
import type { PagesNow } from './counter.js';
import type {
  AiAudience,
  AiDay,
  AiDayQuery,
  AiTraffic,
  ReferralBlock,
  TrafficQuery,
  UnknownBlock,
} from './port.js';

/** Rows of the overview's lists. */
const TOP = 8;
const UNKNOWN_TOP = 12;
const AUDIENCE_TOP = 6;
/** Rows of a day, and of a day in full. */
const DAY_ROWS = 12;
const DAY_ROWS_FULL = 200;
/** Maximum number of distinguished assistants, and of characters of a prefix. */
const MAX_SOURCES = 100;
const MAX_PREFIX = 190;

/** The inputs of the reader. */
interface ReaderOptions {
  readonly storage: Storage;
  settings(): Promise<Pick<Settings, 'enable_activity' | 'log_unknown_referrers'>>;
  pages(): Promise<Pick<PagesNow, 'isBeacon'>>;
  retention(): Promise<Pick<Retention, 'days' | 'autoPrune' | 'window'>>;
  /** Unix seconds. */
  now(): number;
}

/** Reads the counts of visits that assistants sent. */
export class ReferralReader {
  readonly #db: Storage['db'];

  constructor(private readonly options: ReaderOptions) {
    this.#db = options.storage.db;
  }

  /** `referrals` of the overview. */
  async block(): Promise<ReferralBlock> {
    const filter = { from: await this.#since() };
    const totals = await referralTotals(this.#db, filter);
    return {
      ...(await this.#switches()),
      sourceCount: Math.min(MAX_SOURCES, totals.sources),
      totals: { today: (await referralTotals(this.#db, { from: this.#today() })).hits, window: totals.hits },
      ...(await this.#lists(filter, TOP)),
    };
  }

  /** `unknownSources` of the overview. */
  async unknown(): Promise<UnknownBlock> {
    return this.#unknownBlock({ from: await this.#since() });
  }

  async day({ date, sources = [], path, full = false }: AiDayQuery): Promise<AiDay> {
    const most = full ? DAY_ROWS_FULL : DAY_ROWS;
    const filter: ReferralFilter = {
      from: date,
      to: date,
      ...(sources.length > 0 && { sources }),
      ...(path !== undefined && { path: prefixOf(path) }),
    };
    const totals = await referralTotals(this.#db, filter);
    const rows = await listReferrals(this.#db, filter, most);
    return {
      date,
      hits: totals.hits,
      rowCount: totals.rows,
      rows: rows.map(({ source, path: page, hits }) => ({ source, path: page, hits })),
      capped: totals.rows > DAY_ROWS_FULL,
    };
  }

  async traffic(query: TrafficQuery): Promise<AiTraffic> {
    const { range, filter, filters } = await this.#readTraffic(query);
    const totals = await referralTotals(this.#db, filter);
    const found = await this.#lists(filter, TOP);
    return {
      ...(await this.#switches()),
      range,
      filters,
      sourceCount: Math.min(MAX_SOURCES, totals.sources),
      total: totals.hits,
      activeDays: found.daily.length,
      ...found,
      unknown: await this.#unknownBlock(filter),
    };
  }

  async audience(): Promise<AiAudience> {
    const { days, autoPrune, window } = await this.options.retention();
    const first = dayOf(this.options.now()) - window + 1;
    const filter = { from: dayText(first) };
    const totals = await referralTotals(this.#db, filter);
    const before = { from: dayText(first - window), to: dayText(first - 1) };
    const isKept = !autoPrune || days >= window * 2;
    const prev = isKept ? (await referralTotals(this.#db, before)).hits : 0;
    const { bySource, topPages } = await this.#lists(filter, AUDIENCE_TOP);
    return {
      enabled: (await this.options.settings()).enable_activity,
      visits: totals.hits,
      today: (await referralTotals(this.#db, { from: this.#today() })).hits,
      sources: totals.sources,
      top: bySource.map(({ label, hits }) => ({ source: label, hits })),
      pages: topPages,
      prev,
      change: prev === 0 ? 0 : Math.round(((totals.hits - prev) / prev) * 100),
      hasPrev: prev > 0,
    };
  }

  #today(): string {
    return dayText(dayOf(this.options.now()));
  }

  /** The first day of the reporting window. */
  async #since(): Promise<string> {
    const { window } = await this.options.retention();
    return dayText(dayOf(this.options.now()) - window + 1);
  }

  async #switches(): Promise<{ readonly enabled: boolean; readonly beacon: boolean }> {
    const { settings, pages } = this.options;
    return { enabled: (await settings()).enable_activity, beacon: (await pages()).isBeacon };
  }

  async #lists(filter: ReferralFilter, most: number) {
    const bySource = await referralsBy(this.#db, 'source', filter, most);
    const topPages = await referralsBy(this.#db, 'path', filter, most);
    const daily = await referralsBy(this.#db, 'day', filter);
    return {
      bySource: bySource.map(({ name, hits }) => ({ label: name, hits })),
      topPages: topPages.map(({ name, hits }) => ({ path: name, hits })),
      daily: daily.map(({ name, hits, rows }) => ({ date: name, hits, rowCount: rows })).reverse(),
    };
  }

  async #unknownBlock(days: Pick<ReferralFilter, 'from' | 'to'>) {
    const { log_unknown_referrers: isLogged } = await this.options.settings();
    if (!isLogged) return { enabled: false, hosts: [], utm: [] };
    const list = async (kind: 'host' | 'utm') =>
      (await unknownSources(this.#db, kind, days, UNKNOWN_TOP)).map(({ name, hits }) => ({
        token: name,
        hits,
      }));
    return { enabled: true, hosts: await list('host'), utm: await list('utm') };
  }

  async #readTraffic({ from = '', to = '', source = '', path = '' }: TrafficQuery) {
    const { days, autoPrune } = await this.options.retention();
    const today = this.#today();
    const floor = dayText(dayOf(this.options.now()) - days);
    const [hasFrom, hasTo] = [parseDay(from) !== undefined, parseDay(to) !== undefined];
    const last = hasTo && to < today ? to : today;
    const wanted = hasFrom ? from : await this.#since();
    const raised = autoPrune && wanted < floor ? floor : wanted;
    const first = raised > last ? last : raised;
    const prefix = path.trim() === '' ? '' : prefixOf(path);
    return {
      range: { from: first, to: last, floor, isDefault: !hasFrom && !hasTo },
      filters: { source, path: prefix },
      filter: {
        from: first,
        to: last,
        ...(source !== '' && { sources: [source] }),
        ...(prefix !== '' && { path: prefix }),
      },
    };
  }
}

/** The beginning of a path as it is stored: with a leading slash. */
function prefixOf(path: string): string {
  const trimmed = path.trim();
  if (trimmed === '') return '';
  return (trimmed.startsWith('/') ? trimmed : `/${trimmed}`).slice(0, MAX_PREFIX);
}
