import type { Hooks } from '../../config/hooks/hooks.js';
import type { Settings } from '../../config/settings.js';
import type { Background } from '../../core/clock.js';
import { Debounced } from '../../core/debounced.js';
import type { Storage } from '../../storage/port.js';
import { type AccessTally, addAccess, OAUTH_CRED, pruneAccess } from '../../storage/tables/agent-access.js';
import type { AbilityCaller } from './ability.js';
import type { AbilityEvent } from './run.js';

/** How the shared token is written down. */
export const SHARED_CRED = 'svc-connection-token';
/** The most rows that are kept. */
export const MAX_ACCESS_ROWS = 5000;
/** Days that a row is kept after it happened last, unless a plugin says otherwise. */
const RETENTION_DAYS = 90;
/** Milliseconds for which events are gathered before they are written. */
const GATHER = 250;
/** Seconds between two clean-ups. */
const TIDY_EVERY = 86_400;
/** Rows that were written after which it is time for one too. */
const TIDY_AFTER = 20;
const MAX_SUBJECT = 100;

/** What a recorder works with. */
interface RecorderOptions extends Background {
  readonly storage: Storage;
  readonly hooks: Pick<Hooks, 'apply'>;
  settings(): Promise<Settings>;
}

/**
 * Writes down who used which ability: a record, never a guard. It holds no address, no user agent and nothing of what
 * was sent; what happens again is counted.
 */
export class AccessRecorder {
  #gathered: Tallies = new Map();
  readonly #writing = new Debounced(GATHER, () => this.#writeGathered());
  #written = 0;
  #tidied = 0;

  constructor(private readonly options: RecorderOptions) {}

  /** Takes an event; it is written within a quarter of a second. */
  record(event: AbilityEvent): void {
    addTo(this.#gathered, tallyOf(event, this.options.now()));
    this.#writing.schedule();
  }

  /** Writes the gathered records. A failure is logged: no call fails because it could not be recorded. */
  flush(): Promise<void> {
    return this.#writing.flush();
  }

  /** Days that rows are kept. */
  async retention(): Promise<number> {
    const days = await this.options.hooks.apply('svc_agent_access_retention_days', RETENTION_DAYS);
    return Math.min(3650, Math.max(1, Math.trunc(days)));
  }

  async #writeGathered(): Promise<void> {
    const tallies = [...this.#gathered.values()];
    if (tallies.length === 0) return;
    this.#gathered = new Map();
    try {
      await this.#write(tallies);
    } catch (error) {
      this.options.logError(error, 'the record of access');
    }
  }

  async #write(tallies: readonly AccessTally[]): Promise<void> {
    const { storage, hooks, settings, now } = this.options;
    const { agent_access_events } = await settings();
    if (!(await hooks.apply('svc_agent_access_enabled', agent_access_events))) return;
    const rows: Tallies = new Map();
    for (const tally of tallies) {
      const changed = await hooks.apply('svc_agent_access_event', { ...tally });
      if (changed !== null) addTo(rows, { ...tally, ...editable(changed) });
    }
    await storage.write((db) => addAccess(db, [...rows.values()]));
    this.#written += rows.size;
    if (this.#written < TIDY_AFTER && now() - this.#tidied < TIDY_EVERY) return;
    this.#written = 0;
    this.#tidied = now();
    const before = now() - (await this.retention()) * 86_400;
    await storage.write((db) => pruneAccess(db, before, MAX_ACCESS_ROWS));
  }
}

/** By what makes a row. */
type Tallies = Map<string, AccessTally>;

function addTo(tallies: Tallies, tally: AccessTally): void {
  const key = `${tally.kind} ${tally.userId} ${tally.cred} ${tally.subject}`;
  const before = tallies.get(key);
  const { hits, firstAt } = before ?? { hits: 0, firstAt: tally.firstAt };
  tallies.set(key, { ...tally, hits: hits + tally.hits, firstAt });
}

function tallyOf({ kind, ability, caller, detail }: AbilityEvent, now: number): AccessTally {
  return {
    kind: `ability_${kind}`,
    userId: caller?.actor.id ?? 0,
    cred: credOf(caller),
    subject: ability.slice(0, MAX_SUBJECT),
    detail: kind === 'used' ? 'own' : detail,
    hits: 1,
    firstAt: now,
    lastAt: now,
  };
}

function credOf(caller: AbilityCaller | undefined): string {
  switch (caller?.credential.kind) {
    case 'oauth':
      return OAUTH_CRED + caller.credential.clientId;
    case 'shared':
      return SHARED_CRED;
    default:
      return '';
  }
}

/** What a plugin may change of an event. */
function editable(changed: Readonly<Record<string, unknown>>): Partial<AccessTally> {
  const { subject, detail } = changed;
  return {
    ...(typeof subject === 'string' && { subject: subject.slice(0, MAX_SUBJECT) }),
    ...(typeof detail === 'string' && { detail: detail.slice(0, 191) }),
  };
}
