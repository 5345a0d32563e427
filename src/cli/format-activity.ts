import { counted, printable } from '../core/text.js';
import type { ActivitySummary, HitRow, LabelHits, LogPage } from '../insights/activity/port.js';
import type { ReferralBlock } from '../insights/activity/referrals/port.js';

const VERDICTS = ['', 'verified', 'spoofed'] as const;

/** Visits by client, in numbers. */
export function formatSummary(summary: ActivitySummary, referrals: ReferralBlock): string {
  const { totals, since, today, byAgent, byEndpoint } = summary;
  const impostors = totals.impostors === 0 ? '' : `, ${count(totals.impostors)} visits of impostors`;
  const lines = [
    `Visits to documents, ${since} to ${today}`,
    `  ${count(totals.month)} by ${counted(totals.agents, 'client')}, ${count(totals.today)} of them today${impostors}`,
    ...list('Clients', byAgent),
    ...list('Documents', byEndpoint),
    ...list(`Readers sent by assistants: ${count(referrals.totals.window)}`, referrals.bySource),
    ...(summary.enabled ? [] : ['The visit log is switched off (enable_activity).']),
  ];
  return `${lines.join('\n')}\n`;
}

/** The visits of a page of the log, the latest first. */
export function formatLog({ rows, total, hasMore }: LogPage): string {
  if (rows.length === 0) return 'No visits.\n';
  const width = (of: (row: HitRow) => string) => Math.max(...rows.map((row) => of(row).length));
  const [documents, agents] = [width(({ endpoint }) => endpoint), width(({ agent }) => agent)];
  const lines = rows.map((row) => {
    const { at, endpoint, agent, verdict, network, refused } = row;
    const time = at.slice(0, 19).replace('T', ' ');
    const more = [VERDICTS[verdict], network, refused ? 'refused' : ''].filter((text) => text !== '');
    return printable(
      `${time}  ${endpoint.padEnd(documents)}  ${agent.padEnd(agents)}  ${more.join(' ')}`,
    ).trimEnd();
  });
  return `${lines.join('\n')}\n${hasMore ? `… ${count(total - rows.length)} more\n` : ''}`;
}

function list(heading: string, rows: readonly LabelHits[]): readonly string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(({ hits }) => count(hits).length));
  return [
    '',
    heading,
    ...rows.map(({ label, hits }) => `  ${count(hits).padStart(width)}  ${printable(label)}`),
  ];
}

/** Digits in groups, the same in every locale. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
