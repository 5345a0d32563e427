import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { compareText } from '../../core/compare.js';
import { SvcError } from '../../core/errors.js';
import { MANIFEST_FILE } from '../manifest.js';

/** A file that the site brings along. */
export interface OwnFile {
  /** Path below its folder, and below the output folder, with `/`. */
  readonly file: string;
  /** Absolute path. */
  readonly from: string;
}

/** Files of tools, and files of this program. */
const NOT_OURS = new Set(['.git', '.svc', '.DS_Store', 'Thumbs.db', 'desktop.ini', 'node_modules']);

/**
 * Files that a build writes even if the site has one: it extends the site's own file, or replaces an old generated one.
 */
const MADE_ANEW = new Set(['robots.txt', MANIFEST_FILE]);

/**
 * The files that a rendered site needs besides its pages: everything in `publicDir`, and everything but pages in
 * `siteDir`. Symbolic links are not followed. Ascending by path.
 */
export function ownFiles({ publicDir, siteDir }: Pick<Config, 'publicDir' | 'siteDir'>): readonly OwnFile[] {
  const found = new Map<string, OwnFile>();
  const add = (folder: string | undefined, isWanted: (file: string) => boolean): void => {
    for (const file of folder === undefined ? [] : filesBelow(folder, '')) {
      if (found.has(file) || MADE_ANEW.has(file) || !isWanted(file)) continue;
      found.set(file, { file, from: join(folder ?? '', file) });
    }
  };
  add(publicDir, () => true);
  add(siteDir, (file) => !/\.html?$/i.test(file));
  return [...found.values()].sort((a, b) => compareText(a.file, b.file));
}

function* filesBelow(folder: string, below: string): Iterable<string> {
  for (const entry of entriesOf(folder, below)) {
    if (NOT_OURS.has(entry.name)) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(folder, path);
    else if (entry.isFile()) yield path;
  }
}

/** @throws SvcError `SVC_CONFIG_INVALID` for a missing folder */
function entriesOf(folder: string, below: string): readonly Dirent[] {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true });
  } catch (cause) {
    const message = "the folder can't be read";
    const fix = 'Check "publicDir" and "siteDir" in the configuration, or create the folder.';
    throw new SvcError('SVC_CONFIG_INVALID', message, { file: join(folder, below), fix, cause });
  }
}
