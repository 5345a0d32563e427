import { statSync } from 'node:fs';
import type { SeenFile } from './answer-cache.js';

/** What tells versions of a file apart; undefined where there is none. */
export function seenFile(path: string): SeenFile | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? { path, size: found.size, mtimeMs: found.mtimeMs } : undefined;
}
