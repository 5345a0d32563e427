import { join } from 'node:path';
import { readStart } from '../../read-start.js';
import { hasSitemap } from './sitemaps.js';

/** The parts of a head that may state its address, and the NUL bytes of UTF-16, in which they can't be found. */
const STATED = /canonical|og:url|\0/i;
const HEAD_END = /<\/head\s*>|<body[\s>]/i;
const START_BYTES = 1 << 16;

/**
 * Whether a page or a sitemap may state the address of the site. It searches text, which takes far less time than
 * reading pages.
 * @param root absolute
 * @param pages paths from the root
 */
export function mayNameSite(root: string, pages: readonly string[]): boolean {
  return pages.some((page) => mayStateAddress(join(root, page))) || hasSitemap(root);
}

function mayStateAddress(file: string): boolean {
  const start = readStart(file, START_BYTES, 'latin1');
  // A head that is longer than this may state it later.
  return STATED.test(start) || (start.length === START_BYTES && !HEAD_END.test(start));
}
