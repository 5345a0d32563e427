import { join } from 'node:path';
import { decodePercent } from '../core/percent.js';
import type { SiteFiles } from '../documents/document-row.js';
import { pageKey } from '../sources/html/addresses/page-address.js';
import { keysInSitemaps } from '../sources/html/addresses/sitemaps.js';
import type { Source } from '../sources/port.js';
import { isFile } from './real-files.js';

/** Lists, feeds and archives that platforms make of entries; no source contains them. */
const MADE =
  /^(?:\/[a-z]{2}(?:-[a-z]{2,4})?)?\/(?:$|(?:categor(?:y|ies)|tags?|topics?|authors?|archives?|feed|comments|page|wp-[\w-]+|svc)(?:\/|$)|\d{4}\/(?:\d{2}\/){0,2}$)|\/(?:feed|page\/\d+|comment-page-\d+|amp|embed)\/?$/i;

interface OtherPages {
  readonly sources: readonly Source[];
  /** `siteDir` and `publicDir`, which may have a sitemap. */
  readonly folders: readonly string[];
  readonly files: SiteFiles;
  /** Addresses under which sitemaps may name pages of the site. */
  readonly bases: readonly string[];
  /** Addresses of generated lists of entries. */
  readonly archives: readonly string[];
  /** Paths of further pages and documents, such as the index of the read API. */
  readonly others: readonly string[];
}

/**
 * Creates a test for addresses that are pages of the site without being entries: files of a built site that have no
 * entry, pages that the site's own sitemap names, lists of entries, and what the platform itself answers.
 * @returns a function of a path below the base, percent-encoded
 */
export function otherPages(options: OtherPages): (path: string) => boolean {
  const { sources, files, bases, archives, others } = options;
  const known = new Set([...archives, ...others].map(plainPath));
  const built = sources.flatMap(({ builtFolder }) => builtFolder ?? []);
  let listed: ReadonlySet<string> | undefined;
  const isInSitemap = (key: string): boolean => {
    listed ??= new Set(
      [...built, ...options.folders].flatMap((folder) =>
        bases.flatMap((base) => [...keysInSitemaps(folder, base)]),
      ),
    );
    return listed.has(key);
  };
  return (path) => {
    const plain = plainPath(path);
    if (known.has(plain) || MADE.test(path)) return true;
    const names = [plain, `${plain}.html`, `${plain}/index.html`];
    if (names.some((name) => files.has(name))) return true;
    const decoded = names.map(decodePercent).filter((name) => !/(?:^|\/)\.\.?(?:\/|$)|\0/.test(name));
    if (built.some((folder) => decoded.some((name) => isFile(join(folder, name))))) return true;
    return isInSitemap(pageKey(plain));
  };
}

function plainPath(path: string): string {
  return (path.split(/[?#]/, 1)[0] ?? '').replace(/\/+$/, '');
}
