import type { SettingsCell } from '../config/settings-store.js';
import type { Storage } from './port.js';
import { readOption, writeOption } from './tables/options.js';

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
