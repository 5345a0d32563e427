import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { OWN_MANIFEST, sampleFiles } from './walk-folder.js';

const MAX_BYTES = 1 << 28;
/** Maximum number of pages to look at. */
const SAMPLE = 400;

/** The files that this program has written to a folder. */
interface OwnFiles {
  has(file: string): boolean;
}

/** @returns undefined for a folder that no build has written to; every file counts where the manifest is unreadable */
export function ownOutputFiles(folder: string): OwnFiles | undefined {
  const file = join(folder, OWN_MANIFEST);
  if (!existsSync(file)) return undefined;
  try {
    const text = gunzipSync(readFileSync(file), { maxOutputLength: MAX_BYTES }).toString('utf8');
    const { files } = JSON.parse(text) as { readonly files: readonly string[] };
    return new Set(files);
  } catch {
    return { has: () => true };
  }
}

/**
 * Whether this program has written the pages of a folder. A generator's pages to which a build has only added are not
 * among its own files.
 */
export function isOwnOutput(folder: string): boolean {
  const own = ownOutputFiles(folder);
  return own !== undefined && sampleFiles(folder, /\.x?html?$/i, SAMPLE).every((page) => own.has(page));
}
