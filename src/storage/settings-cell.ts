import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SettingsCell } from '../config/settings-store.js';
import { isObject } from '../core/json.js';
import type { Storage } from './port.js';
import { readOption, writeOption } from './tables/options.js';
import { DatabaseUnavailable } from './unavailable.js';

const NAME = 'settings';

/** The stored settings in a database, for `settingsStore`. */
export function settingsCell({ db, write }: Storage): SettingsCell {
  return {
    async read() {
      return ((await readOption(db, NAME))?.value ?? {}) as Readonly<Record<string, unknown>>;
    },
    change: (change) =>
      write(async (transaction) => {
        const before = (await readOption(transaction, NAME))?.value ?? {};
        const after = await change(before as Readonly<Record<string, unknown>>);
        // Cleared is empty, not gone: the number of writes goes on.
        await writeOption(transaction, NAME, after ?? {});
      }),
    async stamp() {
      return String((await readOption(db, NAME))?.version ?? '');
    },
  };
}

/**
 * Stored settings of a database, with a copy of the last ones in a file: while the database is away a
 * server uses the copy, even one that starts meanwhile. Changes are never made to the file alone.
 * @param path of the file, which belongs to the server's own state
 */
export function rememberedCell(cell: SettingsCell, path: string): SettingsCell {
  let known: string | undefined;
  return {
    ...cell,
    async read() {
      try {
        const stored = await cell.read();
        const text = JSON.stringify(stored);
        if (text !== known) remember(path, text);
        known = text;
        return stored;
      } catch (error) {
        const last = error instanceof DatabaseUnavailable ? recall(path) : undefined;
        if (last === undefined) throw error;
        return last;
      }
    },
  };
}

/** The contents of the file; undefined where there is none. */
export function recall(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Settings work without the file too: a failed write of it is ignored. */
function remember(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, path);
  } catch {
    // A start without the database then waits for it.
  }
}
