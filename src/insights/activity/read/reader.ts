import { sql } from 'kysely';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { compareText } from '../../../core/compare.js';
import type { Storage } from '../../../storage/port.js';
import { dayOf, parseDay } from '../days.js';
import { retentionOf } from '../log/retention.js';
import { clearLog } from '../log/trim.js';
import { firstIdOf, firstIdOfDay } from '../log/visit-id.js';
import type {
  ActivityReader,
  ActivityVerdict,
  ClientTotals,
  HitRow,
  LogFacets,
  LogPage,
  Retention,
} from '../port.js';
import { hitsByDay } from './day-hits.js';
import { readLines, toHitRow } from './lines.js';
import { logPage } from './log-page.js';
import { type Range, rangeOf } from './range.js';
import { summaryOf } from './summary.js';

/** Maximum number of lines for one day. */
const MAX_OF_DAY = 500;
/** Latest lines of the overview. */
const MAX_RECENT = 50;
/** Maximum number of labels of the overview, for hooks. */
const MAX_LABELS = 200;

/** The inputs of the reader. */
export interface ReaderOptions {
  readonly storage: Storage;
  readonly hooks: Pick<Hooks, 'apply'>;
  settings(): Promise<Settings>;
  /** Writes pending visits, so that a document requested just now is in the log. */
  ready?(): Promise<void>;
  /** Unix seconds. */
  now(): number;
}

/** Makes the reader of the log. */
export function createReader({ storage, hooks, settings, ready, now }: ReaderOptions): ActivityReader {
  const pages = new LastAnswer<LogPage>(storage);
  const served = { where: sql`labels.refused = 0`, narrows: true, readsAgent: false };
  const retention = async (): Promise<Retention> => retentionOf(await settings(), hooks, now());
  const upToDate = async (): Promise<Retention> => {
    await ready?.();
    return retention();
  };
  const servedLines = async (range: Range, limit: number) => {
    const days = await hitsByDay(storage, served, range);
    const lines = await readLines(storage, served, range, days, { order: 'newest', limit });
    const rows: readonly HitRow[] = lines.map(toHitRow);
    return { rows, total: days.reduce((sum, { hits }) => sum + hits, 0) };
  };
  return {
    retention,
    async log(query) {
      const [kept, current] = [await upToDate(), await settings()];
      const { verify_bots, identify_bots } = current;
      const key = JSON.stringify([query, kept, verify_bots, identify_bots]);
      return pages.find(key, () => logPage(storage, query, kept, current));
    },
    async facets() {
      return facetsOf(storage, rangeOf({}, (await upToDate()).floor));
    },
    async day(date) {
      const day = parseDay(date) ?? 0;
      const range = rangeOf({ from: day, to: day }, (await upToDate()).floor);
      const { rows, total } = await servedLines(range, MAX_OF_DAY);
      return { date, total, rows, capped: total > rows.length };
    },
    async summary() {
      const kept = await upToDate();
      const limits = {
        clients: labelLimit(await hooks.apply('svc_activity_clients_limit', 8)),
        endpoints: labelLimit(await hooks.apply('svc_activity_endpoints_limit', 12)),
      };
      const numbers = await summaryOf(storage, kept, limits, now());
      const { rows } = await servedLines(rangeOf({}, kept.floor), MAX_RECENT);
      return { ...numbers, recent: rows };
    },
    async machines() {
      const kept = await upToDate();
      const { totals, since, today } = await summaryOf(storage, kept, { clients: 1, endpoints: 1 }, now());
      const { month, agents, impostors } = totals;
      return {
        enabled: kept.enabled,
        fetches: month,
        today: totals.today,
        agents,
        impostors,
        from: since,
        to: today,
      };
    },
    async clients(limit) {
      const since = dayOf(now()) - (await upToDate()).window + 1;
      return busiestClients(storage, { since, now: now(), limit });
    },
    async clear() {
      await ready?.();
      await clearLog(storage);
    },
  };
}

function labelLimit(asked: number): number {
  return Math.min(MAX_LABELS, Math.max(1, Math.trunc(asked)));
}

/** Length of the recent period in seconds. */
const RECENT = 3600;

/**
 * The busiest clients since a day, by User-Agent; refused visits count too.
 * @param since days since 1970
 * @param now Unix seconds
 */
async function busiestClients(
  { db }: Storage,
  { since, now, limit }: { readonly since: number; readonly now: number; readonly limit: number },
): Promise<readonly ClientTotals[]> {
  const { rows } = await sql<ClientRow>`
    select kinds.ua, max(labels.agent) as agent, sum(days.hits) as hits, max(labels.verdict) as verdict,
      max(labels.network) as network, max(labels.signer) as signer, max(labels.refused) as refused,
      min(days.first_at) as first_at, max(days.last_at) as last_at
    from visit_kind_days as days join visit_kinds as kinds on kinds.id = days.kind_id
    join visit_labels as labels on labels.id = kinds.label_id
    where days.day >= ${since} group by kinds.ua order by hits desc, kinds.ua limit ${limit}`.execute(db);
  const { rows: recent } = await sql<{ ua: string; hits: number }>`
    select kinds.ua, sum(found.hits) as hits from (
      select kind_id, count(*) as hits from visits where id >= ${firstIdOf(now - RECENT)} group by kind_id
    ) as found join visit_kinds as kinds on kinds.id = found.kind_id group by kinds.ua`.execute(db);
  const recentHits = new Map(recent.map(({ ua, hits }) => [ua, Number(hits)]));
  return rows.map((row) => ({
    ua: row.ua,
    agent: row.agent,
    hits: Number(row.hits),
    recent: recentHits.get(row.ua) ?? 0,
    verdict: row.verdict as ActivityVerdict,
    network: row.network,
    signer: row.signer,
    refused: row.refused === 1,
    firstAt: row.first_at,
    lastAt: row.last_at,
  }));
}

interface ClientRow {
  readonly ua: string;
  readonly agent: string;
  readonly hits: number;
  readonly verdict: number;
  readonly network: string;
  readonly signer: string;
  readonly refused: number;
  readonly first_at: number;
  readonly last_at: number;
}

/** Maximum number of values in a list (spec section 8). */
const MAX_VALUES = 200;

interface LabelCount {
  readonly endpoint: string;
  readonly agent: string;
  readonly network: string;
  readonly hits: number;
}

/** Values that occur in a range, the most frequent first; refused visits count too. */
async function facetsOf(storage: Storage, range: Range): Promise<LogFacets> {
  const counts = await labelCounts(storage, range);
  return {
    agents: mostFrequent(counts, ({ agent }) => agent),
    endpoints: mostFrequent(counts, ({ endpoint }) => endpoint),
    networks: mostFrequent(counts, ({ network }) => network),
  };
}

async function labelCounts(
  { db }: Storage,
  { firstDay, lastDay, low, cutsFirstDay }: Range,
): Promise<readonly LabelCount[]> {
  const from = cutsFirstDay ? firstDay + 1 : firstDay;
  const cut = sql`union all select kinds.label_id as label_id, sum(visits.hits) as hits from (
      select kind_id, count(*) as hits from visits
      where id >= ${low} and id < ${firstIdOfDay(firstDay + 1)} group by kind_id
    ) as visits join visit_kinds as kinds on kinds.id = visits.kind_id group by kinds.label_id`;
  const { rows } = await sql<LabelCount>`
    select labels.endpoint, labels.agent, labels.network, sum(counted.hits) as hits from (
      select label_id, sum(hits) as hits from visit_label_days
      where day >= ${from} and day <= ${lastDay} group by label_id
      ${cutsFirstDay ? cut : sql``}
    ) as counted join visit_labels as labels on labels.id = counted.label_id
    group by labels.endpoint, labels.agent, labels.network`.execute(db);
  return rows;
}

function mostFrequent(counts: readonly LabelCount[], pick: (count: LabelCount) => string): readonly string[] {
  const sums = new Map<string, number>();
  for (const count of counts) {
    const value = pick(count);
    if (value !== '') sums.set(value, (sums.get(value) ?? 0) + Number(count.hits));
  }
  return [...sums]
    .sort(([a, hitsOfA], [b, hitsOfB]) => hitsOfB - hitsOfA || compareText(a, b))
    .slice(0, MAX_VALUES)
    .map(([value]) => value);
}

/**
 * Caches the last answer until the next write: an open page polls the same query. Where the database does
 * not report writes, nothing is cached.
 */
class LastAnswer<T extends object> {
  #last: { readonly key: string; readonly version: string; readonly answer: T } | undefined;

  constructor(private readonly storage: Pick<Storage, 'version'>) {}

  /**
   * @param key what the answer depends on besides the database
   * @param make reads the answer
   */
  async find(key: string, make: () => Promise<T>): Promise<T> {
    // Read first, so that a write in between makes the next call read again.
    const version = await this.storage.version?.();
    if (version !== undefined && this.#last?.key === key && this.#last.version === version) {
      return this.#last.answer;
    }
    const answer = await make();
    // Frozen, since all callers share it.
    if (version !== undefined) this.#last = { key, version, answer: Object.freeze(answer) };
    return answer;
  }
}
