import { sql } from 'kysely';
import { compareText } from '../../../core/compare.js';
import { groupBy } from '../../../core/multimap.js';
import type { Storage } from '../../../storage/port.js';
import { dayOf, dayText } from '../days.js';
import { firstIdOfDay, IDS_PER_DAY } from '../log/kinds.js';
import { countOf } from '../log/trim.js';
import type { ActivitySummary, LabelHits, LabelTrend, Retention } from '../port.js';

/** Maximum trend in percent. */
const MAX_TREND = 999;
/** Maximum number of labels of each kind for one day. */
const TOP_OF_DAY = 5;

/** How many labels the overview has, after hooks. */
interface SummaryLimits {
  readonly clients: number;
  readonly endpoints: number;
}

/**
 * The numbers of the overview, without its latest visits.
 * @param now Unix seconds
 */
export async function summaryOf(
  storage: Storage,
  retention: Retention,
  limits: SummaryLimits,
  now: number,
): Promise<Omit<ActivitySummary, 'recent'>> {
  const today = dayOf(now);
  const since = today - retention.window + 1;
  const [found, all] = await Promise.all([labelDays(storage, since), countOf(storage.db)]);
  // Refused visits have read nothing.
  const served = found.filter(({ day, refused }) => refused === 0 && day <= today);
  const [byAgent, byEndpoint] = [hitsBy(served, 'agent'), hitsBy(served, 'endpoint')];
  const days = Array.from({ length: retention.window }, (_, index) => since + index);
  const hitsOf = (first: number) =>
    byEndpoint.reduce((sum, { day, hits }) => (day >= first ? sum + hits : sum), 0);
  return {
    enabled: retention.enabled,
    window: retention.window,
    since: dayText(since),
    today: dayText(today),
    retention: retention.days,
    autoPrune: retention.autoPrune,
    maxRows: retention.maxRows,
    totals: {
      today: hitsOf(today),
      week: hitsOf(today - 6),
      month: hitsOf(since),
      all,
      agents: new Set(byAgent.map(({ label }) => label)).size,
      impostors: sumOf(found.filter(({ verdict }) => verdict === 2)),
    },
    byAgent: trends(byAgent, days).slice(0, limits.clients),
    byEndpoint: trends(byEndpoint, days).slice(0, limits.endpoints),
    daily: dailyOf(days, byAgent, byEndpoint),
  };
}

interface LabelDay extends LabelHits {
  readonly day: number;
}

interface FoundDay {
  readonly day: number;
  readonly agent: string;
  readonly endpoint: string;
  readonly verdict: number;
  readonly refused: number;
  readonly hits: number;
}

/** Visits by day and label. */
async function labelDays({ db }: Storage, since: number): Promise<readonly FoundDay[]> {
  const { rows } = await sql<FoundDay>`
    select days.day, labels.agent, labels.endpoint, labels.verdict, labels.refused, sum(days.hits) as hits
    from (
      select id / ${sql.raw(String(IDS_PER_DAY))} as day, kind_id, count(*) as hits from visits
      where id >= ${firstIdOfDay(since)} group by 1, kind_id
    ) as days join visit_kinds as kinds on kinds.id = days.kind_id
    join visit_labels as labels on labels.id = kinds.label_id
    group by days.day, labels.agent, labels.endpoint, labels.verdict, labels.refused`.execute(db);
  return rows.map((row) => ({ ...row, hits: Number(row.hits) }));
}

function hitsBy(rows: readonly FoundDay[], column: 'agent' | 'endpoint'): readonly LabelDay[] {
  const groups = groupBy(rows, (row) => `${row.day} ${row[column]}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ day: first.day, label: first[column], hits: sumOf(group) }];
  });
}

function sumOf(rows: readonly { readonly hits: number }[]): number {
  return rows.reduce((sum, { hits }) => sum + hits, 0);
}

function trends(rows: readonly LabelDay[], days: readonly number[]): readonly LabelTrend[] {
  const half = Math.floor(days.length / 2);
  const earlyUntil = days[half - 1] ?? Number.NEGATIVE_INFINITY;
  const lateFrom = days[days.length - half] ?? Number.POSITIVE_INFINITY;
  const sums = new Map<string, { hits: number; earlier: number; recent: number }>();
  for (const { label, day, hits } of rows) {
    const sum = sums.get(label) ?? { hits: 0, earlier: 0, recent: 0 };
    sum.hits += hits;
    if (day <= earlyUntil) sum.earlier += hits;
    if (day >= lateFrom) sum.recent += hits;
    sums.set(label, sum);
  }
  return [...sums]
    .map(([label, { hits, earlier, recent }]) => ({
      label,
      hits,
      trend: trendOf(earlier, recent),
      earlier,
      recent,
    }))
    .sort(mostHits);
}

function trendOf(earlier: number, recent: number): number | null {
  if (earlier === 0) return recent === 0 ? 0 : null;
  const percent = Math.round(((recent - earlier) / earlier) * 100);
  return Math.min(MAX_TREND, Math.max(-MAX_TREND, percent));
}

function dailyOf(
  days: readonly number[],
  byAgent: readonly LabelDay[],
  byEndpoint: readonly LabelDay[],
): ActivitySummary['daily'] {
  const agents = groupBy(byAgent, ({ day }) => day);
  const endpoints = groupBy(byEndpoint, ({ day }) => day);
  return days.map((day) => {
    const clients = (agents.get(day) ?? []).toSorted(mostHits);
    const documents = (endpoints.get(day) ?? []).toSorted(mostHits);
    return {
      date: dayText(day),
      hits: sumOf(documents),
      clients: clients.slice(0, TOP_OF_DAY).map(toLabelHits),
      clientCount: clients.length,
      endpoints: documents.slice(0, TOP_OF_DAY).map(toLabelHits),
      endpointCount: documents.length,
    };
  });
}

function toLabelHits({ label, hits }: LabelHits): LabelHits {
  return { label, hits };
}

function mostHits(a: LabelHits, b: LabelHits): number {
  return b.hits - a.hits || compareText(a.label, b.label);
}
