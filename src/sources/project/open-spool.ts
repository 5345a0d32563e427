import { EntrySpool } from '../html/entry-spool.js';
import type { RawEntry } from '../port.js';

/** A spool for entries: in memory where no temporary file can be created. */
export function openSpool(): Pick<EntrySpool, 'add' | 'get' | 'close'> {
  try {
    return new EntrySpool();
  } catch {
    const kept = new Map<number, RawEntry>();
    return {
      add: (number, entry) => void kept.set(number, entry),
      get: (number) => kept.get(number),
      close: () => kept.clear(),
    };
  }
}
