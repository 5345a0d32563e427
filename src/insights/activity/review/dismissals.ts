import type { Storage } from '../../../storage/port.js';
import { DAY } from '../days.js';
import { storedMap } from './stored-map.js';

/** A client that the owner has dismissed. */
export interface Dismissal {
  /** Unix seconds. */
  readonly at: number;
  /** The number of its visits at that time. */
  readonly hits: number;
  readonly label: string;
}

/** Dismissed clients, by review key. */
export interface Dismissals {
  read(): Promise<ReadonlyMap<string, Dismissal>>;
  add(key: string, dismissal: Dismissal): Promise<void>;
  remove(key: string): Promise<void>;
  clear(): Promise<void>;
}

const MAX_DISMISSALS = 200;
/** A client returns when its visits have doubled, and increased by at least so many. */
const GROWN_BY = 30;

/**
 * Keeps the newest 200, as long as visits are kept.
 * @param now Unix seconds
 */
export function storedDismissals(
  storage: Storage,
  days: () => Promise<number>,
  now: () => number,
): Dismissals {
  const map = storedMap<Dismissal>(storage, 'activity_dismissals');
  const isKept = async () => {
    const since = now() - (await days()) * DAY;
    return ([, { at }]: readonly [string, Dismissal]) => at >= since;
  };
  return {
    async read() {
      const kept = await isKept();
      return new Map(Object.entries(await map.read()).filter(kept));
    },
    async add(key, dismissal) {
      const kept = await isKept();
      await map.change((before) => {
        const rows = [...before].filter((row) => row[0] !== key && kept(row));
        const newest = [...rows, [key, dismissal] as const].sort(([, a], [, b]) => b.at - a.at);
        return new Map(newest.slice(0, MAX_DISMISSALS));
      });
    },
    async remove(key) {
      await map.change((before) => new Map([...before].filter(([one]) => one !== key)));
    },
    clear: () => map.clear(),
  };
}

/** Whether a dismissed client is still left out. */
export function isStillDismissed({ hits: before }: Pick<Dismissal, 'hits'>, hits: number): boolean {
  return hits < Math.max(2 * before, before + GROWN_BY);
}
