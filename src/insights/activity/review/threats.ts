import { createHash } from 'node:crypto';
import type { Verifier } from '../../../config/built-in-verifiers.js';
import { compareText } from '../../../core/compare.js';
import { formatUtcOffset } from '../../../core/dates.js';
import { memoisedByObject } from '../../../core/memoised.js';
import { groupBy } from '../../../core/multimap.js';
import { RateLimiter } from '../../../core/rate-limiter.js';
import type { AgentCard } from '../agents/catalogue.js';
import { type Declared, declaredIdentity } from '../agents/unknown-agent.js';
import type { ClientReview } from '../clients.js';
import { decide } from '../guard/guard.js';
import type { GuardRules } from '../guard/rules.js';
import type { ActivityVerdict, ClientTotals } from '../port.js';
import type { FlaggedAddress } from '../record/flagged-addresses.js';
import { claimedVerifier } from '../verify/policy.js';

/** Why a client is in the queue. */
type ThreatFlags = ReturnType<typeof flagsOf>;

/** A client in the review queue. */
export interface ThreatRow {
  readonly ua: string;
  readonly agent: string;
  readonly known: AgentCard | null;
  readonly guide: Declared | null;
  readonly hits: number;
  readonly recent: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly flags: ThreatFlags;
  readonly severity: number;
  readonly blocked: boolean;
  /** The effect of one click: refuse legacy devices, or this client; empty for none. */
  readonly action: '' | 'spoofed' | 'agent';
  readonly token: string;
  /** Why there is no one-click action. */
  readonly reason: '' | 'fake-engine' | 'no-ua' | 'no-token';
  readonly verdict: '' | 'verified' | 'spoofed';
  readonly verifiable: boolean;
  readonly claim: { readonly label: string; readonly rdns: boolean; readonly ranges: boolean } | null;
  readonly reverifiedAt: string | null;
  readonly network: string;
  readonly signer: string;
  readonly refused: boolean;
  /** User-Agents that are shown as one client. */
  readonly variants: number;
  readonly variantUas: readonly string[];
  readonly ips?: readonly FlaggedAddress[];
}

/** The review queue. */
export type Threats = ReturnType<typeof buildThreats>;

/** The thresholds of the queue. */
export interface ThreatLimits {
  /** Seconds that a client counts as new. */
  readonly newSeconds: number;
  /** High numbers of visits within an hour, and within the window. */
  readonly burst: number;
  readonly heavy: number;
  readonly rows: number;
}

export interface ThreatFacts {
  readonly clients: readonly ClientTotals[];
  readonly rules: GuardRules;
  readonly registry: readonly Verifier[];
  readonly dismissals: ReadonlyMap<string, Dismissal>;
  readonly rechecks: ReadonlyMap<string, Recheck>;
  readonly limits: ThreatLimits;
  /** Unix seconds. */
  readonly now: number;
}

const MAX_VARIANTS = 6;

/** Builds the review queue: clients that are new, busy, or impostors, the most severe first. */
export function buildThreats(facts: ThreatFacts) {
  const { clients, rules, dismissals, limits } = facts;
  const rows = mergeVariants(clients.flatMap((client) => threatOf(client, facts) ?? []));
  const listed = rows.filter((row) => {
    const dismissal = dismissals.get(reviewKeyOf(row.ua, row.token));
    return dismissal === undefined || !isStillDismissed(dismissal, row.hits);
  });
  const count = (flag: keyof ThreatFlags) => listed.filter(({ flags }) => flags[flag]).length;
  return {
    sources: [...listed].sort(byUrgency).slice(0, limits.rows),
    counts: { new: count('new'), heavy: count('heavy'), spoof: count('spoof') },
    blockingOn: rules.isOn,
    blockSpoofed: rules.refusesLiars,
    newSecs: limits.newSeconds,
  };
}

/** @returns undefined for a client that needs no review */
function threatOf(client: ClientTotals, facts: ThreatFacts): ThreatRow | undefined {
  const { rules, registry, rechecks } = facts;
  const agentStatus = rules.agentStatus(client.ua);
  const token = rules.safeToken(client.ua);
  const recheck = rechecks.get(reviewKeyOf(client.ua, token));
  const verdict = recheck?.verdict ?? client.verdict;
  if (verdict !== 2 && (agentStatus.isEngine || agentStatus.isTrusted)) return undefined;
  const flags = flagsOf(client, agentStatus.isLegacy, facts);
  const blocked = decide({ agentStatus, rules, verifies: false, finding: undefined }) !== undefined;
  const action = blocked ? '' : actionOf(flags, token);
  if (verdict !== 2 && !flags.spoof && !flags.heavy && !(flags.new && (blocked || action !== ''))) {
    return undefined;
  }
  const known = rules.classifier.classify(client.ua).known ?? null;
  const claim = claimedVerifier(client.ua, registry);
  const { ua, agent, hits, recent, network, signer, refused } = client;
  return {
    ua,
    agent,
    known,
    guide: known === null ? declaredIdentity(ua) : null,
    hits,
    recent,
    firstSeen: formatUtcOffset(client.firstAt),
    lastSeen: formatUtcOffset(client.lastAt),
    flags,
    severity: severityOf(flags, verdict),
    blocked,
    action,
    token,
    reason: blocked || action !== '' ? '' : reasonOf(ua, verdict),
    verdict: (['', 'verified', 'spoofed'] as const)[verdict],
    verifiable: claim !== undefined,
    claim: claim ? { label: claim.label, rdns: claim.domains.length > 0, ranges: claim.url !== '' } : null,
    reverifiedAt: recheck === undefined ? null : formatUtcOffset(recheck.at),
    network,
    signer,
    refused,
    variants: 1,
    variantUas: [ua],
  };
}

function flagsOf(
  { firstAt, recent, hits }: ClientTotals,
  spoof: boolean,
  { limits, now }: Pick<ThreatFacts, 'limits' | 'now'>,
) {
  return {
    new: now - firstAt < limits.newSeconds,
    heavy: recent >= limits.burst || hits >= limits.heavy,
    spoof,
  };
}

function actionOf({ spoof }: ThreatFlags, token: string): ThreatRow['action'] {
  if (spoof) return 'spoofed';
  return token === '' ? '' : 'agent';
}

function reasonOf(ua: string, verdict: ActivityVerdict): ThreatRow['reason'] {
  if (verdict === 2) return 'fake-engine';
  return ua.trim() === '' ? 'no-ua' : 'no-token';
}

function severityOf({ new: isNew, heavy, spoof }: ThreatFlags, verdict: ActivityVerdict): number {
  return (verdict === 2 ? 5 : 0) + (spoof ? 4 : 0) + (heavy ? 2 : 0) + (isNew ? 1 : 0);
}

/** Versions of one client, which the same rule would refuse, are one row. */
function mergeVariants(rows: readonly ThreatRow[]): readonly ThreatRow[] {
  const groups = groupBy(rows, ({ action, token, ua }) => (action === 'agent' ? `tok:${token}` : `ua:${ua}`));
  return [...groups.values()].map(mergedRow);
}

function mergedRow(group: readonly ThreatRow[]): ThreatRow {
  // The latest one represents all.
  const [face, ...others] = [...group].sort(
    (a, b) => compareText(b.lastSeen, a.lastSeen) || compareText(a.ua, b.ua),
  ) as [ThreatRow, ...ThreatRow[]];
  if (others.length === 0) return face;
  const worst = group.find(({ verdict }) => verdict === 'spoofed') ?? face;
  const has = (flag: keyof ThreatFlags) => group.some(({ flags }) => flags[flag]);
  return {
    ...face,
    hits: sum(group.map(({ hits }) => hits)),
    recent: sum(group.map(({ recent }) => recent)),
    firstSeen: group.map(({ firstSeen }) => firstSeen).sort(compareText)[0] ?? face.firstSeen,
    flags: { new: has('new'), heavy: has('heavy'), spoof: has('spoof') },
    severity: Math.max(...group.map(({ severity }) => severity)),
    verdict: worst.verdict,
    signer: worst.signer || face.signer,
    network: worst.network || face.network,
    refused: group.some(({ refused }) => refused),
    variants: group.length,
    variantUas: [face, ...others].slice(0, MAX_VARIANTS).map(({ ua }) => ua),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function byUrgency(a: ThreatRow, b: ThreatRow): number {
  return (
    Number(a.blocked) - Number(b.blocked) ||
    b.severity - a.severity ||
    b.hits - a.hits ||
    compareText(a.ua, b.ua)
  );
}

/** A client that the owner has dismissed. */
export interface Dismissal {
  /** Unix seconds. */
  readonly at: number;
  /** The number of its visits at that time. */
  readonly hits: number;
  readonly label: string;
}

/** A client returns when its visits have doubled, and increased by at least so many. */
const GROWN_BY = 30;

/** Whether a dismissed client is still left out. */
function isStillDismissed({ hits: before }: Pick<Dismissal, 'hits'>, hits: number): boolean {
  return hits < Math.max(2 * before, before + GROWN_BY);
}

const MAX_TOKEN = 60;

/**
 * The key of decisions about a client: its safe token, which all its versions share, else a hash of
 * its User-Agent.
 * @param token empty without a safe one
 */
export function reviewKeyOf(userAgent: string, token: string): string {
  if (token !== '') return `tok:${token.slice(0, MAX_TOKEN)}`;
  return `ua:${createHash('md5').update(userAgent.trim().toLowerCase()).digest('hex')}`;
}

/** The result of checking a client again. It is shown in the review queue; the log stays unchanged. */
export interface Recheck {
  readonly verdict: 1 | 2;
  /** Unix seconds. */
  readonly at: number;
}

/** Client lookups that one account may make within a minute: each sends requests to other hosts. */
export const RECHECKS_PER_MINUTE = 20;

const limiterOf = memoisedByObject((_: ClientReview) => new RateLimiter(60));

/**
 * Counts a lookup of an account, in this process.
 * @param account 0 for none
 * @param now Unix seconds
 * @returns false when there were too many
 */
export function mayRecheck(clients: ClientReview, account: number, now: number): boolean {
  return limiterOf(clients).take(String(account), RECHECKS_PER_MINUTE, now) === 0;
}
