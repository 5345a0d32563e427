import { sql } from 'kysely';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import type { Storage } from '../../../storage/port.js';
import { dayOf, parseDay } from '../days.js';
import { retentionOf } from '../log/retention.js';
import { clearLog } from '../log/trim.js';
import type { ActivityReader, HitRow, LogPage, Retention } from '../port.js';
import { busiestClients } from './clients.js';
import { hitsByDay } from './day-hits.js';
import { facetsOf } from './facets.js';
import { LastAnswer } from './last-answer.js';
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
  const served = {
    where: sql`labels.refused = 0`,
    narrows: true,
    readsAgent: false,
  };
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
