import type { RawEntry } from './port.js';

/** True where no mark of its own hides the entry as a whole: status, password or `noindex`. */
export function isOpen(entry: Pick<RawEntry, 'status' | 'protected' | 'noindex'>): boolean {
  return entry.status === 'publish' && !entry.protected && !entry.noindex;
}
