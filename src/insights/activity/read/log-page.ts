import type { Settings } from '../../../config/settings.js';
import type { Storage } from '../../../storage/port.js';
import { parseDay } from '../days.js';
import type { LogPage, LogQuery, Retention } from '../port.js';
import { countLines, readLines, toHitRow } from './lines.js';
import { rangeOf } from './range.js';

const PER_PAGE = 50;
const MAX_PER_PAGE = 200;

/** A page of the log. */
export async function logPage(
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
