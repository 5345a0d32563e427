import type { Settings } from '../../../config/settings.js';
import type { Database, Storage } from '../../../storage/port.js';
import { readOption, removeOption, writeOption } from '../../../storage/tables/options.js';

type ListSettings = Pick<Settings, 'blocked_agents' | 'allowed_agents'>;
type Dates = Readonly<Record<string, number>>;

/** The times of decisions about entries of the two lists: by entry in lower case, Unix seconds. */
export class DecisionDates {
  readonly #map: StoredMap<Dates>;

  /** @param now Unix seconds */
  constructor(
    storage: Storage,
    private readonly now: () => number,
  ) {
    this.#map = new StoredMap(storage, 'activity_decision_dates');
  }

  async read(): Promise<{ readonly block: Dates; readonly allow: Dates }> {
    const { block = {}, allow = {} } = await this.#map.read();
    return { block, allow };
  }

  /** Records what a change of settings has added and removed. */
  async settingsChanged(before: ListSettings, after: ListSettings): Promise<void> {
    const lists = {
      block: [before.blocked_agents, after.blocked_agents],
      allow: [before.allowed_agents, after.allowed_agents],
    } as const;
    if (Object.values(lists).every(([old, fresh]) => isSameList(old, fresh))) return;
    await this.#map.change((known) => {
      const rows = Object.entries(lists).map(
        ([name, [old, fresh]]) => [name, datesAfter(known.get(name) ?? {}, old, fresh, this.now())] as const,
      );
      return new Map(rows);
    });
  }

  clear(): Promise<void> {
    return this.#map.clear();
  }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}

/** The time of the decision about an entry; an entry may have any name, including names that every object has. */
export function dateOf(dates: Dates, entry: string): number | undefined {
  const token = entry.toLowerCase();
  return Object.hasOwn(dates, token) ? dates[token] : undefined;
}

/** New entries get a date; existing ones keep theirs, or none. */
function datesAfter(known: Dates, old: readonly string[], fresh: readonly string[], now: number): Dates {
  const before = new Set(old.map((one) => one.toLowerCase()));
  const dates = fresh.flatMap((one): [string, number][] => {
    const token = one.toLowerCase();
    const at = dateOf(known, token) ?? (before.has(token) ? undefined : now);
    return at === undefined ? [] : [[token, at]];
  });
  return Object.fromEntries(dates);
}

/** Values by key in the database: few enough to be read and written as one. */
class StoredMap<Value> {
  /** @param name of the map in the database */
  constructor(
    private readonly storage: Storage,
    private readonly name: string,
  ) {}

  async read(db: Database = this.storage.db): Promise<Readonly<Record<string, Value>>> {
    return ((await readOption(db, this.name))?.value ?? {}) as Readonly<Record<string, Value>>;
  }

  /** Changes the map in one step: no concurrent change is lost. */
  change(change: (before: ReadonlyMap<string, Value>) => ReadonlyMap<string, Value>): Promise<void> {
    return this.storage.write(async (db) => {
      const after = change(new Map(Object.entries(await this.read(db))));
      await writeOption(db, this.name, Object.fromEntries(after));
    });
  }

  clear(): Promise<void> {
    return removeOption(this.storage.db, this.name);
  }
}

const MAX_ROWS = 200;

/** Facts about clients, by review key: the newest 200, for some time. */
export class RecentFacts<Fact extends { readonly at: number }> {
  readonly #map: StoredMap<Fact>;

  /**
   * @param name of the facts in the database
   * @param since Unix seconds of the oldest ones that are kept
   */
  constructor(
    storage: Storage,
    name: string,
    private readonly since: () => Promise<number>,
  ) {
    this.#map = new StoredMap(storage, name);
  }

  async read(): Promise<ReadonlyMap<string, Fact>> {
    const since = await this.since();
    return new Map(Object.entries(await this.#map.read()).filter(([, { at }]) => at >= since));
  }

  async add(key: string, fact: Fact): Promise<void> {
    const since = await this.since();
    await this.#map.change((before) => {
      const others = [...before].filter(([one, { at }]) => one !== key && at >= since);
      const newest = [...others, [key, fact] as const].sort(([, a], [, b]) => b.at - a.at);
      return new Map(newest.slice(0, MAX_ROWS));
    });
  }

  remove(key: string): Promise<void> {
    return this.#map.change((before) => new Map([...before].filter(([one]) => one !== key)));
  }

  clear(): Promise<void> {
    return this.#map.clear();
  }
}
