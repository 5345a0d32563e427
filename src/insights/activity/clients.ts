import type { Hooks } from '../../config/hooks/hooks.js';
import type { Settings } from '../../config/settings.js';
import type { SettingsStore } from '../../config/settings-store.js';
import type { Storage } from '../../storage/port.js';
import type { AgentCard } from './agents/catalogue.js';
import { DAY } from './days.js';
import { type GuardRules, guardRules, rulesCache } from './guard/rules.js';
import type { ActivityVerdict } from './port.js';
import type { ActivityReader } from './read/reader.js';
import { flaggedAddresses } from './record/flagged-addresses.js';
import { type DecisionDates, dateOf, RecentFacts } from './review/decision-dates.js';
import {
  buildThreats,
  type Dismissal,
  type Recheck,
  reviewKeyOf,
  type ThreatLimits,
  type ThreatRow,
  type Threats,
} from './review/threats.js';
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
interface ClientDecisions {
  readonly blocked: readonly DecidedClient[];
  readonly allowed: readonly DecidedClient[];
  readonly ignored: readonly IgnoredClient[];
  readonly settings: Pick<Settings, DecisionList | 'block_agents' | 'block_spoofed'>;
}

/** The result of checking a client again. */
interface RecheckedClient {
  /** `no-ip`: none of its addresses is kept. */
  readonly status: 'checked' | 'no-ip';
  readonly verdict: ActivityVerdict;
  /** Addresses that were looked up. */
  readonly checked: number;
  readonly perIp: readonly RecheckedAddress[];
}

/** The inputs of the review. */
interface ClientReviewOptions {
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
/** Seconds for which results of checks are kept. */
const RECHECK_KEPT = 7 * DAY;

/** Decisions of the owner about clients, and the review queue. */
export class ClientReview {
  readonly #dismissals: RecentFacts<Dismissal>;
  readonly #rechecks: RecentFacts<Recheck>;
  readonly #rulesOf: ReturnType<typeof rulesCache>;

  constructor(private readonly options: ClientReviewOptions) {
    const { storage, hooks, reader, now } = options;
    const kept = async () => now() - (await reader.retention()).days * DAY;
    this.#dismissals = new RecentFacts(storage, 'activity_dismissals', kept);
    this.#rechecks = new RecentFacts(storage, 'activity_rechecks', async () => now() - RECHECK_KEPT + 1);
    this.#rulesOf = rulesCache(hooks);
  }

  /** The review queue. */
  async threats(): Promise<Threats> {
    const { storage, settings, hooks, reader, verification, now } = this.options;
    const current = await settings.read();
    const [clients, rules, { registry }, limits] = await Promise.all([
      reader.clients(MAX_CLIENTS),
      guardRules(current, hooks),
      verification.policyOf(current),
      threatLimits(hooks),
    ]);
    const dismissals = await this.#dismissals.read();
    const rechecks = await this.#rechecks.read();
    const threats = buildThreats({ clients, rules, registry, dismissals, rechecks, limits, now: now() });
    if (!current.store_flagged_ips) return threats;
    const withAddresses = async (row: ThreatRow) => {
      return { ...row, ips: await flaggedAddresses(storage, reviewKeyOf(row.ua, row.token)) };
    };
    return { ...threats, sources: await Promise.all(threats.sources.map(withAddresses)) };
  }

  async decisions(): Promise<ClientDecisions> {
    const { settings, dates } = this.options;
    const [current, rules] = await Promise.all([settings.read(), this.#rules()]);
    return decisionsOf(current, rules, await dates.read(), await this.#dismissals.read());
  }

  /**
   * Refuses a client, or trusts it, by its safe token.
   * @returns the token; empty, without any change, where there is no safe one
   */
  async decide(userAgent: string, list: DecisionList): Promise<string> {
    const token = (await this.#rules()).safeToken(userAgent);
    if (token !== '') await this.#change((current) => withEntry(current, list, token));
    return token;
  }

  /** Refuses outdated devices that are no longer in use, and proven impostors. */
  refuseLiars(): Promise<void> {
    return this.#change((current) => ({ ...current, block_agents: true, block_spoofed: true }));
  }

  /** Removes an entry, ignoring case. */
  remove(token: string, list: DecisionList): Promise<void> {
    return this.#change((current) => withoutEntries(current, list, (one) => isSame(one, token)));
  }

  /**
   * Removes the entries that equal a text, or that are part of it.
   * @returns the first of them; undefined when there is none
   */
  async forget(text: string, list: DecisionList): Promise<string | undefined> {
    const isMeant = (entry: string) => text.toLowerCase().includes(entry.toLowerCase());
    const found = (await this.options.settings.read())[list].find(isMeant);
    if (found !== undefined) await this.#change((current) => withoutEntries(current, list, isMeant));
    return found;
  }

  /**
   * Dismisses a client until it comes much more often.
   * @param hits its visits so far; those of the queue when absent
   */
  async dismiss(userAgent: string, hits?: number): Promise<void> {
    const { reader, now } = this.options;
    const rules = await this.#rules();
    const key = reviewKeyOf(userAgent, rules.safeToken(userAgent));
    const seen = hits ?? (await volumeOf(key, rules, reader));
    const label = rules.classifier.classify(userAgent).agent;
    await this.#dismissals.add(key, { at: now(), hits: Math.min(MAX_HITS, Math.max(0, seen)), label });
  }

  /** Restores a dismissed client; does nothing for another one. */
  undismiss(key: string): Promise<void> {
    return this.#dismissals.remove(key);
  }

  /** @returns undefined for a client without a verifiable claim */
  async recheck(userAgent: string): Promise<RecheckedClient | undefined> {
    const { storage, verification, now } = this.options;
    const key = await this.reviewKey(userAgent);
    const addresses = await flaggedAddresses(storage, key);
    const perIp = await verification.recheck(
      userAgent,
      addresses.map(({ ip }) => ip),
    );
    if (perIp === undefined) return undefined;
    const verdict = worstOf(perIp);
    if (verdict !== 0) await this.#rechecks.add(key, { verdict, at: now() });
    return { status: perIp.length === 0 ? 'no-ip' : 'checked', verdict, checked: perIp.length, perIp };
  }

  /** The key of decisions about a client. */
  async reviewKey(userAgent: string): Promise<string> {
    const rules = await this.#rulesOf(await this.options.current());
    return reviewKeyOf(userAgent, rules.safeToken(userAgent));
  }

  /** Forgets dismissals and checks: the log is being emptied. */
  async clear(): Promise<void> {
    await this.#dismissals.clear();
    await this.#rechecks.clear();
  }

  async #rules(): Promise<GuardRules> {
    return guardRules(await this.options.settings.read(), this.options.hooks);
  }

  async #change(to: (current: Settings) => Settings): Promise<void> {
    await this.options.settings.update(to);
    await this.options.settingsChanged();
  }
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
  dismissed: ReadonlyMap<string, Dismissal>,
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
