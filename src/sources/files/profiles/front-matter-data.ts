import { join } from 'node:path';
import { readWithin } from '../../read-bytes.js';
import { readStart } from '../../read-start.js';
import { type FrontMatter, FrontMatterError, readFrontMatter } from '../front-matter.js';

const MAX_BYTES = 1_000_000;
const START_BYTES = 16_000;

/** The front matter of a page as data; empty where it has none or can't be read. */
export function readMatterData(root: string, path: string): Readonly<Record<string, unknown>> {
  return readMatter(root, path)?.data ?? {};
}

/** The front matter of the pages that may have this key, as data. Other files are only looked at. */
export function readMatterWith(
  root: string,
  files: readonly string[],
  key: RegExp,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const found = files.filter((path) => key.test(readStart(join(root, path), START_BYTES)));
  return new Map(found.map((path) => [path, readMatterData(root, path)]));
}

/** The front matter and the body of a page; undefined where it can't be read. */
export function readMatter(root: string, path: string): FrontMatter | undefined {
  try {
    const bytes = readWithin(join(root, path), MAX_BYTES);
    if (typeof bytes === 'number') return undefined;
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
    return readFrontMatter(text.replace(/\r\n?/g, '\n'));
  } catch (error) {
    // The file is named when its page is read.
    if (error instanceof FrontMatterError || isSystemError(error)) return undefined;
    throw error;
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
