import type { Settings } from '../../../config/settings.js';
import type { Storage } from '../../../storage/port.js';
import { StoredMap } from './stored-map.js';

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
