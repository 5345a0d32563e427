import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TwinReader } from './twin-files.js';

/**
 * Reads the texts of a committed build.
 * @param aside folder of texts without an address
 */
export function committedReader(out: string, aside: string): TwinReader {
  return {
    read: (file) => readFileSync(join(out, file), 'utf8'),
    readAside: (file) => readFileSync(join(aside, file), 'utf8'),
  };
}
