import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decodePercent } from '../core/percent.js';
import type { SiteFiles } from '../documents/surface.js';
import type { Source } from '../sources/port.js';
import { traitsOf } from '../sources/table.js';

/** Lists, feeds and archives that platforms make of entries; no source contains them. */
const MADE =
  /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/(?:$|(?:categor(?:y|ies)|tags?|topics?|authors?|archives?|feed|comments|page|wp-[\w-]+|svc)(?:\/|$)|\d{4}\/(?:\d{2}\/){0,2}$)|\/(?:feed|page\/\d+|comment-page-\d+|amp|embed)\/?$/i;

export interface OtherPages {
  readonly sources: readonly Source[];
  readonly files: SiteFiles;
  /** Addresses of generated lists of entries. */
  readonly archives: readonly string[];
  /** Paths of further pages and documents, such as the index of the read API. */
  readonly others: readonly string[];
}

/**
 * Creates a test for addresses that are pages of the site without being entries: files of a built site that have no
 * entry, lists of entries, and what the platform itself answers.
 * @returns a function of a path below the base, percent-encoded
 */
export function otherPages({ sources, files, archives, others }: OtherPages): (path: string) => boolean {
  const known = new Set([...archives, ...others].map(plainPath));
  const folders = sources.filter(({ type }) => traitsOf(type).isBuilt).map(({ path }) => path);
  return (path) => {
    const plain = plainPath(path);
    if (known.has(plain) || MADE.test(path)) return true;
    const names = [plain, `${plain}.html`, `${plain}/index.html`];
    if (names.some((name) => files.has(name))) return true;
    const decoded = names.map(decodePercent).filter((name) => !/(?:^|\/)\.\.?(?:\/|$)|\0/.test(name));
    return folders.some((folder) => decoded.some((name) => existsSync(join(folder, name))));
  };
}

function plainPath(path: string): string {
  return (path.split(/[?#]/, 1)[0] ?? '').replace(/\/+$/, '');
}
