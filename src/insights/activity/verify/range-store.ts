import type { Storage } from '../../../storage/port.js';
import { readOption, writeOption } from '../../../storage/tables/options.js';
import type { RangeCopy, RangeStore } from './published-ranges.js';

const NAME = 'verifier_ranges';

/** Keeps copies of range files in the database. */
export function databaseRanges({ db }: Pick<Storage, 'db'>): RangeStore {
  return {
    async load() {
      const stored = (await readOption(db, NAME))?.value;
      return Array.isArray(stored) ? (stored as readonly RangeCopy[]) : [];
    },
    save: (copies) => writeOption(db, NAME, copies),
  };
}
