import { join } from 'node:path';
import { readWithin } from '../../read-bytes.js';
import { FrontMatterError, readFrontMatter } from '../front-matter.js';

const MAX_BYTES = 1_000_000;

/** The front matter of a page as data; empty where it has none or can't be read. */
export function readMatterData(root: string, path: string): Readonly<Record<string, unknown>> {
  try {
    const bytes = readWithin(join(root, path), MAX_BYTES);
    if (typeof bytes === 'number') return {};
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
    return readFrontMatter(text.replace(/\r\n?/g, '\n')).data;
  } catch (error) {
    // The file is named when its page is read.
    if (error instanceof FrontMatterError || isSystemError(error)) return {};
    throw error;
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
