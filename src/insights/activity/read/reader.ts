import { sql } from 'kysely';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { compareText } from '../../../core/compare.js';
import type { Capabilities, Storage } from '../../../storage/port.js';
import { dayOf, parseDay } from '../days.js';
import { firstIdOf, firstIdOfDay, timeOf } from '../log/kinds.js';
import { clearLog, retentionOf } from '../log/trim.js';
import type {
  ActivitySummary,
  ActivityVerdict,
  ClientTotals,
  DayReport,
  HitRow,
  LogFacets,
  LogPage,
  LogQuery,
  MachineTotals,
  Retention,
} from '../port.js';
import { countLines, type Range, rangeOf, readLines, toHitRow } from './lines.js';
import { summaryOf } from './summary.js';

/** Maximum number of lines for one day. */
const MAX_OF_DAY = 500;
/** Latest lines of the overview. */
const MAX_RECENT = 50;
/** Maximum number of labels of the overview, for hooks. */
const MAX_LABELS = 200;

/** The inputs of the reader. */
interface ReaderOptions {
  readonly storage: Storage;
  readonly hooks: Pick<Hooks, 'apply'>;
  settings(): Promise<Settings>;
  /** Writes pending visits, so that a document requested just now is in the log. */
  ready?(): Promise<void>;
  /** Unix seconds. */
  now(): number;
}

/** Reads the log. */
export class ActivityReader {
  constructor(private readonly options: ReaderOptions) {}

  async retention(): Promise<Retention> {
    const { settings, hooks, now } = this.options;
    return retentionOf(await settings(), hooks, now());
  }

  async log(query: LogQuery): Promise<LogPage> {
    const { storage, settings } = this.options;
    return logPage(storage, query, await this.#upToDate(), await settings());
  }

  async facets(): Promise<LogFacets> {
    return facetsOf(this.options.storage, rangeOf({}, (await this.#upToDate()).floor));
  }

  /** @param date `YYYY-MM-DD`, a day that exists */
  async day(date: string): Promise<DayReport> {
    const day = parseDay(date) ?? 0;
    const range = rangeOf({ from: day, to: day }, (await this.#upToDate()).floor);
    const rows = await this.#served(range, MAX_OF_DAY);
    const total = await countLines(this.options.storage, SERVED, range);
    return { date, total, rows, capped: total > rows.length };
  }

  async summary(): Promise<ActivitySummary> {
    const { storage, hooks, now } = this.options;
    const kept = await this.#upToDate();
    const limits = {
      clients: labelLimit(await hooks.apply('svc_activity_clients_limit', 8)),
      endpoints: labelLimit(await hooks.apply('svc_activity_endpoints_limit', 12)),
    };
    const numbers = await summaryOf(storage, kept, limits, now());
    return { ...numbers, recent: await this.#served(rangeOf({}, kept.floor), MAX_RECENT) };
  }

  async machines(): Promise<MachineTotals> {
    const kept = await this.#upToDate();
    const limits = { clients: 1, endpoints: 1 };
    const { totals, since, today } = await summaryOf(this.options.storage, kept, limits, this.options.now());
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
  }

  /** The busiest clients of the reporting window. */
  async clients(limit: number): Promise<readonly ClientTotals[]> {
    const now = this.options.now();
    const since = dayOf(now) - (await this.#upToDate()).window + 1;
    return busiestClients(this.options.storage, { since, now, limit });
  }

  /** Empties the log without referrals and decisions. */
  async clear(): Promise<void> {
    await this.options.ready?.();
    await clearLog(this.options.storage);
  }

  async #upToDate(): Promise<Retention> {
    await this.options.ready?.();
    return this.retention();
  }

  async #served(range: Range, limit: number): Promise<readonly HitRow[]> {
    return (await readLines(this.options.storage, SERVED, range, { limit })).map(toHitRow);
  }
}

const SERVED = { served: true };

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
  { db, capabilities }: Storage,
  { since, now, limit }: { readonly since: number; readonly now: number; readonly limit: number },
): Promise<readonly ClientTotals[]> {
  const { rows } = await sql<ClientRow>`
    select kinds.ua, max(labels.agent) as agent, sum(found.hits) as hits, max(labels.verdict) as verdict,
      max(labels.network) as network, max(labels.signer) as signer, max(labels.refused) as refused,
      min(found.first) as first, max(found.last) as last
    from ${kindHits({ low: firstIdOfDay(since) }, capabilities)} as found
    join visit_kinds as kinds on kinds.id = found.kind_id
    join visit_labels as labels on labels.id = kinds.label_id
    group by kinds.ua order by hits desc, kinds.ua limit ${limit}`.execute(db);
  const { rows: recent } = await sql<{ ua: string; hits: number }>`
    select kinds.ua, count(*) as hits from visits join visit_kinds as kinds on kinds.id = visits.kind_id
    where visits.id >= ${firstIdOf(now - RECENT)} group by kinds.ua`.execute(db);
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
    firstAt: timeOf(row.first),
    lastAt: timeOf(row.last),
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
  /** Ids of visits. */
  readonly first: number;
  readonly last: number;
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

async function labelCounts({ db, capabilities }: Storage, range: Range): Promise<readonly LabelCount[]> {
  const { rows } = await sql<LabelCount>`
    select labels.endpoint, labels.agent, labels.network, sum(found.hits) as hits
    from ${kindHits(range, capabilities)} as found join visit_kinds as kinds on kinds.id = found.kind_id
    join visit_labels as labels on labels.id = kinds.label_id
    group by labels.endpoint, labels.agent, labels.network`.execute(db);
  return rows;
}

/** The visits of each kind, with the first and the last id. */
function kindHits(
  { low, high = Number.MAX_SAFE_INTEGER }: Pick<Range, 'low'> & Partial<Range>,
  { dialect }: Capabilities,
) {
  // The plus has SQLite count in the order of the index of kinds, and not sort all visits.
  const id = sql.raw(dialect === 'sqlite' ? '+id' : 'id');
  return sql`(select kind_id, count(*) as hits, min(id) as first, max(id) as last from visits
    where ${id} >= ${low} and ${id} < ${high} group by kind_id)`;
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

const PER_PAGE = 50;
const MAX_PER_PAGE = 200;

/** A page of the log. */
async function logPage(
  storage: Storage,
  query: LogQuery,
  retention: Retention,
  settings: Pick<Settings, 'verify_bots' | 'identify_bots'>,
): Promise<LogPage> {
  const { sort = { by: 'at', dir: 'desc' }, before = 0 } = query;
  const perPage = Math.min(MAX_PER_PAGE, Math.max(1, query.perPage ?? PER_PAGE));
  const isNewest = sort.by === 'at' && sort.dir === 'desc';
  const offset = Math.max(0, query.offset ?? 0);
  const pagesByOffset = !isNewest || (offset > 0 && before <= 0);
  const range = rangeOf({ from: dayIn(query.from), to: dayIn(query.to) }, retention.floor);
  const isCut = !pagesByOffset && before > 0;
  const lines = await readLines(
    storage,
    query,
    isCut ? { ...range, high: Math.min(range.high, before) } : range,
    { sort, limit: perPage + 1, offset: pagesByOffset ? offset : 0 },
  );
  const hasMore = lines.length > perPage;
  const shown = lines.slice(0, perPage);
  return {
    rows: shown.map(toHitRow),
    total: await countLines(storage, query, range),
    perPage,
    cursor: hasMore && !pagesByOffset ? (shown.at(-1)?.id ?? null) : null,
    hasMore,
    retentionDays: retention.days,
    autoPrune: retention.autoPrune,
    maxRows: retention.maxRows,
    verifyOn: settings.verify_bots,
    identifyOn: settings.identify_bots,
    sort,
    offset,
  };
}

function dayIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseDay(text);
}
