import type { Hooks } from '../../config/hooks/hooks.js';
import type { Settings } from '../../config/settings.js';
import type { SettingsStore } from '../../config/settings-store.js';
import type { Storage } from '../../storage/port.js';
import type { AgentCard } from './agents/catalogue.js';
import { type GuardRules, guardRules, rulesCache } from './guard/rules.js';
import type { ActivityReader, ActivityVerdict } from './port.js';
import { flaggedAddresses } from './record/flagged-addresses.js';
import { type DecisionDates, dateOf } from './review/decision-dates.js';
import { type Dismissals, storedDismissals } from './review/dismissals.js';
import { type Rechecks, storedRechecks } from './review/rechecks.js';
import { reviewKeyOf } from './review/review-key.js';
import { buildThreats, type ThreatLimits, type ThreatRow, type Threats } from './review/threats.js';
import type { RecheckedAddress, Verification } from './verify/verification.js';

/** The settings that contain decisions. */
export type DecisionList = 'blocked_agents' | 'allowed_agents';

interface DecidedClient {
  readonly token: string;
  /** Unix seconds; 0 when unknown. */
  readonly at: number;
  readonly known: AgentCard | null;
}

/** A client that the owner has dismissed. */
interface IgnoredClient {
  readonly key: string;
  readonly label: string;
  /** Unix seconds. */
  readonly at: number;
  readonly hits: number;
}

/** `GET /activity/clients` (spec section 2.2). */
export interface ClientDecisions {
  readonly blocked: readonly DecidedClient[];
  readonly allowed: readonly DecidedClient[];
  readonly ignored: readonly IgnoredClient[];
  readonly settings: Pick<Settings, DecisionList | 'block_agents' | 'block_spoofed'>;
}

/** The result of checking a client again. */
export interface RecheckedClient {
  /** `no-ip`: none of its addresses is kept. */
  readonly status: 'checked' | 'no-ip';
  readonly verdict: ActivityVerdict;
  /** Addresses that were looked up. */
  readonly checked: number;
  readonly perIp: readonly RecheckedAddress[];
}

/** Decisions of the owner about clients, and the review queue. */
export interface ClientReview {
  /** The review queue. */
  threats(): Promise<Threats>;
  /** Open rows of the queue. */
  openCount(): Promise<number>;
  decisions(): Promise<ClientDecisions>;
  /**
   * Refuses a client, or trusts it, by its safe token.
   * @returns the token; empty, without any change, where there is no safe one
   */
  decide(userAgent: string, list: DecisionList): Promise<string>;
  /** Refuses outdated devices that are no longer in use, and proven impostors. */
  refuseLiars(): Promise<void>;
  /** Removes an entry, ignoring case. */
  remove(token: string, list: DecisionList): Promise<void>;
  /**
   * Removes the entries that equal a text, or that are part of it.
   * @returns the first of them; undefined when there is none
   */
  forget(text: string, list: DecisionList): Promise<string | undefined>;
  /**
   * Dismisses a client until it comes much more often.
   * @param hits its visits so far; those of the queue when absent
   */
  dismiss(userAgent: string, hits?: number): Promise<void>;
  /** Restores a dismissed client; does nothing for another one. */
  undismiss(key: string): Promise<void>;
  /** @returns undefined for a client without a verifiable claim */
  recheck(userAgent: string): Promise<RecheckedClient | undefined>;
  /** The key of decisions about a client. */
  reviewKey(userAgent: string): Promise<string>;
  /** Forgets dismissals and checks: the log is being emptied. */
  clear(): Promise<void>;
}

export interface ClientReviewOptions {
  readonly storage: Storage;
  /** The store: it already has decisions made a moment ago. */
  readonly settings: Pick<SettingsStore, 'read' | 'update'>;
  /** The current settings, cheap to read. */
  current(): Promise<Settings>;
  readonly hooks: Pick<Hooks, 'apply'>;
  readonly reader: Pick<ActivityReader, 'clients' | 'retention'>;
  readonly verification: Pick<Verification, 'policyOf' | 'recheck'>;
  readonly dates: DecisionDates;
  /** Called after every change of settings. */
  settingsChanged(): Promise<void>;
  /** Unix seconds. */
  now(): number;
}

/** The clients for the queue. */
const MAX_CLIENTS = 200;
const MAX_ENTRIES = 200;
const MAX_HITS = 1_000_000_000;

/** Makes the review of a sidecar. */
export function createClientReview(options: ClientReviewOptions): ClientReview {
  const { storage, settings, hooks, reader, verification, dates, now } = options;
  const dismissals = storedDismissals(storage, async () => (await reader.retention()).days, now);
  const rechecks = storedRechecks(storage, now);
  const rulesNow = async () => guardRules(await settings.read(), hooks);
  const change = async (to: (current: Settings) => Settings) => {
    await settings.update(to);
    await options.settingsChanged();
  };
  const threats = () => threatsNow(options, dismissals, rechecks);
  const rulesOf = rulesCache(hooks);
  const reviewKey = async (userAgent: string) => {
    return reviewKeyOf(userAgent, (await rulesOf(await options.current())).safeToken(userAgent));
  };
  return {
    threats,
    reviewKey,
    async openCount() {
      return (await threats()).sources.filter(({ blocked }) => !blocked).length;
    },
    async decisions() {
      const [current, rules] = await Promise.all([settings.read(), rulesNow()]);
      return decisionsOf(current, rules, await dates.read(), await dismissals.read());
    },
    async decide(userAgent, list) {
      const token = (await rulesNow()).safeToken(userAgent);
      if (token !== '') await change((current) => withEntry(current, list, token));
      return token;
    },
    refuseLiars: () => change((current) => ({ ...current, block_agents: true, block_spoofed: true })),
    remove: (token, list) => change((current) => withoutEntries(current, list, (one) => isSame(one, token))),
    async forget(text, list) {
      const isMeant = (entry: string) => text.toLowerCase().includes(entry.toLowerCase());
      const found = (await settings.read())[list].find(isMeant);
      if (found !== undefined) await change((current) => withoutEntries(current, list, isMeant));
      return found;
    },
    async dismiss(userAgent, hits) {
      const rules = await rulesNow();
      const key = reviewKeyOf(userAgent, rules.safeToken(userAgent));
      const seen = hits ?? (await volumeOf(key, rules, reader));
      const label = rules.classifier.classify(userAgent).agent;
      await dismissals.add(key, { at: now(), hits: Math.min(MAX_HITS, Math.max(0, seen)), label });
    },
    undismiss: (key) => dismissals.remove(key),
    async recheck(userAgent) {
      const key = await reviewKey(userAgent);
      const addresses = await flaggedAddresses(storage, key);
      const perIp = await verification.recheck(
        userAgent,
        addresses.map(({ ip }) => ip),
      );
      if (perIp === undefined) return undefined;
      const verdict = worstOf(perIp);
      if (verdict !== 0) await rechecks.add(key, { verdict, at: now() });
      return { status: perIp.length === 0 ? 'no-ip' : 'checked', verdict, checked: perIp.length, perIp };
    },
    async clear() {
      await dismissals.clear();
      await rechecks.clear();
    },
  };
}

async function threatsNow(
  { storage, settings, hooks, reader, verification, now }: ClientReviewOptions,
  dismissals: Dismissals,
  rechecks: Rechecks,
): Promise<Threats> {
  const current = await settings.read();
  const [clients, rules, { registry }, limits] = await Promise.all([
    reader.clients(MAX_CLIENTS),
    guardRules(current, hooks),
    verification.policyOf(current),
    threatLimits(hooks),
  ]);
  const threats = buildThreats({
    clients,
    rules,
    registry,
    dismissals: await dismissals.read(),
    rechecks: await rechecks.read(),
    limits,
    now: now(),
  });
  if (!current.store_flagged_ips) return threats;
  const withAddresses = async (row: ThreatRow) => {
    return { ...row, ips: await flaggedAddresses(storage, reviewKeyOf(row.ua, row.token)) };
  };
  return { ...threats, sources: await Promise.all(threats.sources.map(withAddresses)) };
}

async function threatLimits(hooks: Pick<Hooks, 'apply'>): Promise<ThreatLimits> {
  const [newSeconds, burst, heavy, rows] = await Promise.all([
    hooks.apply('svc_new_agent_seconds', 48 * 3600),
    hooks.apply('svc_burst_min_hits', 30),
    hooks.apply('svc_heavy_min_hits', 500),
    hooks.apply('svc_threats_limit', 12),
  ]);
  return { newSeconds, burst, heavy, rows: Math.max(0, Math.trunc(rows)) };
}

/** One address that belongs to another operator is enough. */
function worstOf(perIp: readonly RecheckedAddress[]): ActivityVerdict {
  return perIp.reduce<ActivityVerdict>((worst, { verdict }) => (verdict > worst ? verdict : worst), 0);
}

/** Visits of all versions of a client. */
async function volumeOf(
  key: string,
  rules: GuardRules,
  reader: Pick<ActivityReader, 'clients'>,
): Promise<number> {
  const clients = await reader.clients(MAX_CLIENTS);
  const own = clients.filter(({ ua }) => reviewKeyOf(ua, rules.safeToken(ua)) === key);
  return own.reduce((total, { hits }) => total + hits, 0);
}

function decisionsOf(
  current: Settings,
  rules: GuardRules,
  { block, allow }: Awaited<ReturnType<DecisionDates['read']>>,
  dismissed: Awaited<ReturnType<Dismissals['read']>>,
): ClientDecisions {
  const { blocked_agents, allowed_agents, block_agents, block_spoofed } = current;
  const decided = (tokens: readonly string[], dates: Readonly<Record<string, number>>) =>
    tokens.map((token) => ({
      token,
      at: dateOf(dates, token) ?? 0,
      known: rules.classifier.classify(token).known ?? null,
    }));
  const ignored = [...dismissed].map(([key, { label, at, hits }]) => {
    return { key, label: label || key.replace(/^(?:tok:|ua:.*)/, ''), at, hits };
  });
  return {
    blocked: decided(blocked_agents, block),
    allowed: decided(allowed_agents, allow),
    ignored: ignored.sort((a, b) => b.at - a.at),
    settings: { blocked_agents, allowed_agents, block_agents, block_spoofed },
  };
}

/** A blocked client is only refused while blocking is on. */
function withEntry(current: Settings, list: DecisionList, token: string): Settings {
  const entries = current[list];
  const isThere = entries.some((one) => isSame(one, token));
  const changed = isThere ? entries : [...entries, token].slice(-MAX_ENTRIES);
  return { ...current, [list]: changed, ...(list === 'blocked_agents' && { block_agents: true }) };
}

function withoutEntries(
  current: Settings,
  list: DecisionList,
  isMeant: (entry: string) => boolean,
): Settings {
  return { ...current, [list]: current[list].filter((one) => !isMeant(one)) };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
