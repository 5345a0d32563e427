import { sql } from 'kysely';
import type { Storage } from '../../../storage/port.js';
import { firstIdOf } from '../log/visit-id.js';
import type { ActivityVerdict, ClientTotals } from '../port.js';

/** Length of the recent period in seconds. */
const RECENT = 3600;

/**
 * The busiest clients since a day, by User-Agent; refused visits count too.
 * @param since days since 1970
 * @param now Unix seconds
 */
export async function busiestClients(
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
