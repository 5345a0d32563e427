import type { Hooks } from '../../config/hooks/hooks.js';
import type { Settings } from '../../config/settings.js';
import type { Background } from '../../core/clock.js';
import type { ClientAddress } from '../../core/net/client-address.js';
import type { Storage } from '../../storage/port.js';
import { AGENT_TABLES, type AgentClassifier, agentTables, createClassifier } from './agents/classifier.js';
import { createHitLog } from './log/hit-log.js';
import { analyseLog } from './log/over-rows.js';
import { countOf, deleteUnusedKinds, retentionOf, trimLog, trimToSize } from './log/trim.js';
import {
  type Activity,
  type Hit,
  type ReferralCounter,
  type SelfCheckTokens,
  UNCHECKED,
  type VerificationResult,
  type Visit,
  type VisitVerifier,
} from './port.js';
import { ActivityReader } from './read/reader.js';
import { keepFlaggedAddresses, pruneFlaggedAddresses } from './record/flagged-addresses.js';
import {
  createRecorder,
  isMaybeOwner,
  type RecordingPolicy,
  type VerifiedVisits,
} from './record/recorder.js';
import type { VisitGroup } from './record/visit-groups.js';

/** The longest token of a self-check. */
const MAX_TOKEN = 64;
/** How far the log may exceed its limit between two checks: removing single visits takes as long. */
const TOLERATED = 1.02;
/** Milliseconds between two checks of its length, while this process alone can't make it too long. */
const LOOK_EVERY = 5000;
/** Milliseconds between two runs of the cleanup. */
const TIDY_EVERY = 3_600_000;
/** Milliseconds for which the tables of agents are cached, since hooks may change them. */
const TABLES_FOR = 10_000;

/** The inputs of the activity log. */
export interface ActivityOptions extends Background {
  readonly storage: Storage;
  readonly hooks: Pick<Hooks, 'apply' | 'run'>;
  settings(): Promise<Settings>;
  /** Whether a request comes from a browser in which the owner is signed in. */
  isOwner(visit: Visit): Promise<boolean>;
  readonly addressOf: ClientAddress;
  /** Absent: no client is verified. */
  readonly verifier?: VisitVerifier;
  readonly selfChecks?: SelfCheckTokens;
  readonly referrals?: ReferralCounter;
  /** Other data that expires by age. */
  alsoTidy?(): Promise<void>;
  /** The key under which the addresses of a flagged client are kept. */
  reviewKey?(userAgent: string): Promise<string>;
  /** From 0 to 1. */
  random(): number;
}

/** A running activity log. */
export interface RunningActivity extends Activity {
  /** The current classifier of clients. */
  classifier(): AgentClassifier;
  /** Removes everything beyond the limits of age and number. */
  tidy(): Promise<void>;
  /** Starts the regular cleanup; called once there are settings. */
  start(): void;
  close(): Promise<void>;
}

/** Starts the activity log of a sidecar. */
export function startActivity(options: ActivityOptions): RunningActivity {
  const { storage, hooks, settings, now, random, logError } = options;
  const agents = new Agents(hooks);
  const writer = new Writer(options, agents);
  const recorder = createRecorder({
    classifier: () => agents.current,
    select: async (groups) => {
      await agents.refresh();
      return recordable(groups, options);
    },
    policy: () => policyOf(options),
    check: (visit) => check(visit, options),
    write: (groups) => writer.write(groups),
    count: async (visits) => options.referrals?.count(visits),
    random,
    logError,
  });
  const tidy = async (): Promise<void> => {
    const current = await settings();
    await trimLog(storage, await retentionOf(current, hooks, now()));
    await deleteUnusedKinds(storage);
    await analyseLog(storage);
    await options.alsoTidy?.();
    await pruneFlaggedAddresses(storage, { isKept: current.store_flagged_ips, hooks, now: now() });
  };
  let timer: NodeJS.Timeout | undefined;
  let tidying: Promise<void> = Promise.resolve();
  const tidyNow = () => {
    tidying = tidy().catch((error: unknown) => logError(error, 'retention of the activity log'));
  };
  return {
    recorder,
    reader: new ActivityReader({ storage, hooks, settings, ready: () => recorder.flush(), now }),
    classifier: () => agents.current,
    tidy,
    start() {
      if (timer !== undefined) return;
      timer = setInterval(tidyNow, TIDY_EVERY).unref();
      tidyNow();
    },
    async close() {
      clearInterval(timer);
      await tidying;
      await recorder.close();
    },
  };
}

/** The classifier, created again when a hook has changed its tables. */
class Agents {
  #tables = JSON.stringify(AGENT_TABLES);
  #until = 0;
  current = createClassifier();

  constructor(private readonly hooks: Pick<Hooks, 'apply'>) {}

  async refresh(): Promise<void> {
    const time = performance.now();
    if (time < this.#until) return;
    this.#until = time + TABLES_FOR;
    const tables = await agentTables(this.hooks);
    const text = JSON.stringify(tables);
    if (text === this.#tables) return;
    this.#tables = text;
    this.current = createClassifier(tables);
  }
}

/** The visits to record: none while recording is off, and not the owner's own visits. */
async function recordable(
  groups: readonly VisitGroup[],
  options: ActivityOptions,
): Promise<readonly VisitGroup[]> {
  const { settings, hooks } = options;
  if (!(await settings()).enable_activity) return [];
  if (!groups.some(({ visit }) => isMaybeOwner(visit.headers))) return groups;
  if (!(await hooks.apply('svc_activity_skip_self', true))) return groups;
  const known = new Map<string, Promise<boolean>>();
  const own = await Promise.all(groups.map(({ visit }) => isOwn(visit, options, known)));
  return groups.filter((_, index) => own[index] !== true);
}

async function policyOf({ settings, verifier }: ActivityOptions): Promise<RecordingPolicy> {
  const current = await settings();
  const isIdle = verifier === undefined || (await verifier.isIdle?.()) === true;
  return { settings: current, verifies: !isIdle, keepsAddresses: current.store_flagged_ips };
}

/** @param known by cookie: a browser sends many requests */
async function isOwn(
  visit: Visit,
  { selfChecks, isOwner }: ActivityOptions,
  known: Map<string, Promise<boolean>>,
): Promise<boolean> {
  const { headers, at } = visit;
  if (!isMaybeOwner(headers)) return false;
  const token = headers['x-svc-selfcheck'];
  if (typeof token === 'string' && token !== '' && token.length <= MAX_TOKEN) {
    if ((await selfChecks?.isValid(token, at)) === true) return true;
  }
  const { cookie } = headers;
  if (cookie === undefined) return false;
  const asked = known.get(cookie) ?? isOwner(visit);
  known.set(cookie, asked);
  return asked;
}

async function check(visit: Visit, options: ActivityOptions): Promise<VerificationResult> {
  if (options.verifier === undefined) return UNCHECKED;
  return options.verifier.check(visit, options.addressOf(visit.peer, visit.headers));
}

/** Writes visits, and the data that must be written with them. */
class Writer {
  readonly #log;
  /** The number of visits that certainly fit, and until when: others write as well. */
  #room = 0;
  #until = 0;

  constructor(
    private readonly options: ActivityOptions,
    private readonly agents: Agents,
  ) {
    this.#log = createHitLog(options.storage);
  }

  async write(groups: readonly VerifiedVisits[]): Promise<void> {
    await this.#log.addGroups({
      kinds: groups.map((group) => this.#toHit(group)),
      at: groups.flatMap(({ at }) => at),
      of: groups.flatMap(({ at }, place) => at.map(() => place)),
    });
    try {
      await this.#afterwards(groups);
    } catch (error) {
      // The visits are written, so a failure here must not look like a failed write.
      this.options.logError(error, 'activity log');
    }
  }

  async #afterwards(groups: readonly VerifiedVisits[]): Promise<void> {
    const { settings } = this.options;
    const current = await settings();
    if (current.store_flagged_ips) await this.#keepAddresses(groups);
    await this.#tellImpostors(groups);
    this.#room -= groups.reduce((sum, { at }) => sum + at.length, 0);
    if (this.#room < 0 || performance.now() >= this.#until) await this.#makeRoom(current);
  }

  async #makeRoom(current: Settings): Promise<void> {
    const { storage, hooks, now } = this.options;
    const { maxRows } = await retentionOf(current, hooks, now());
    const most = maxRows * TOLERATED;
    const count = maxRows > 0 ? await countOf(storage.db) : 0;
    const isFull = maxRows > 0 && count > most;
    if (isFull) await trimToSize(storage, maxRows);
    this.#room = maxRows > 0 ? most - (isFull ? maxRows : count) : Number.POSITIVE_INFINITY;
    this.#until = performance.now() + LOOK_EVERY;
  }

  /** Once for each client, however many visits it made. */
  async #tellImpostors(groups: readonly VerifiedVisits[]): Promise<void> {
    const liars = new Set(
      groups.flatMap(({ visit, finding }) => (finding.verdict === 2 ? [visit.userAgent] : [])),
    );
    for (const userAgent of liars) {
      const { agent } = this.agents.current.classify(userAgent);
      await this.options.hooks.run('svc_impostor_flagged', agent, userAgent);
    }
  }

  #toHit({ visit, finding }: VerifiedVisits): Hit {
    const { at, endpoint = '', userAgent, refused } = visit;
    const { agent } = this.agents.current.classify(userAgent);
    return { at, endpoint, agent, ua: userAgent, refused, ...finding };
  }

  /** Only of proven impostors, and of devices that are no longer in use. */
  async #keepAddresses(groups: readonly VerifiedVisits[]): Promise<void> {
    const { storage, hooks, addressOf, reviewKey, now } = this.options;
    if (reviewKey === undefined) return;
    const flagged = groups.filter(
      ({ visit, finding }) => finding.verdict === 2 || this.agents.current.classify(visit.userAgent).legacy,
    );
    const kept = await Promise.all(
      flagged.map(async ({ visit }) => {
        const address = addressOf(visit.peer, visit.headers);
        return { client: await reviewKey(visit.userAgent), address, at: visit.at };
      }),
    );
    const known = kept.filter(({ address }) => address !== '');
    if (known.length === 0) return;
    await keepFlaggedAddresses(storage, known);
    await pruneFlaggedAddresses(storage, { isKept: true, hooks, now: now() });
  }
}
