import { statSync } from 'node:fs';
import { readStart } from './read-start.js';

/** The kind of a compressed file, by its first bytes. */
export function archiveKind(path: string): 'zip' | 'gzip' | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const start = readStart(path, 4, 'latin1');
  if (start.startsWith('PK\u0003\u0004')) return 'zip';
  return start.startsWith('\u001f\u008b') ? 'gzip' : undefined;
}
