import { join } from 'node:path';
import { readStart } from '../../read-start.js';
import { hasSitemap } from './sitemaps.js';

/** Parts of a head that may state the address, and NUL bytes: in UTF-16, a text search can't find the parts. */
const STATED = /canonical|og:url|\0/i;
const HEAD_END = /<\/head\s*>|<body[\s>]/i;
const START_BYTES = 1 << 16;

/**
 * Returns true if a page or a sitemap may state the address of the site. Searches the text, which is much faster than
 * parsing pages.
 * @param root absolute
 * @param pages paths from the root
 */
export function mayNameSite(root: string, pages: readonly string[]): boolean {
  return pages.some((page) => mayStateAddress(join(root, page))) || hasSitemap(root);
}

function mayStateAddress(file: string): boolean {
  const start = readStart(file, START_BYTES, 'latin1');
  // The rest of a longer head may state it.
  return STATED.test(start) || (start.length === START_BYTES && !HEAD_END.test(start));
}
