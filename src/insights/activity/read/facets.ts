import { sql } from 'kysely';
import { compareText } from '../../../core/compare.js';
import type { Storage } from '../../../storage/port.js';
import { firstIdOfDay } from '../log/visit-id.js';
import type { LogFacets } from '../port.js';
import type { Range } from './range.js';

/** Maximum number of values in a list (spec section 8). */
const MAX_VALUES = 200;

interface LabelCount {
  readonly endpoint: string;
  readonly agent: string;
  readonly network: string;
  readonly hits: number;
}

/** Values that occur in a range, the most frequent first; refused visits count too. */
export async function facetsOf(storage: Storage, range: Range): Promise<LogFacets> {
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
