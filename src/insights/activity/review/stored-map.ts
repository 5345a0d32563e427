import type { Database, Storage } from '../../../storage/port.js';
import { readOption, removeOption, writeOption } from '../../../storage/tables/options.js';

/** Values by key in the database: few enough to be read and written as one. */
export interface StoredMap<Value> {
  read(): Promise<Readonly<Record<string, Value>>>;
  /** Changes the map in one step: no concurrent change is lost. */
  change(change: (before: ReadonlyMap<string, Value>) => ReadonlyMap<string, Value>): Promise<void>;
  clear(): Promise<void>;
}

/** @param name of the map in the database */
export function storedMap<Value>(storage: Storage, name: string): StoredMap<Value> {
  const readFrom = async (db: Database) =>
    ((await readOption(db, name))?.value ?? {}) as Readonly<Record<string, Value>>;
  return {
    read: () => readFrom(storage.db),
    change: (change) =>
      storage.write(async (db) => {
        const after = change(new Map(Object.entries(await readFrom(db))));
        await writeOption(db, name, Object.fromEntries(after));
      }),
    clear: () => removeOption(storage.db, name),
  };
}
