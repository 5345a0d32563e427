import type { Database, Storage } from '../../../storage/port.js';
import { readOption, removeOption, writeOption } from '../../../storage/tables/options.js';

/** Values by key in the database: few enough to be read and written as one. */
export class StoredMap<Value> {
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
