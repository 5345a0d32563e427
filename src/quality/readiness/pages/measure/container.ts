import { countWords } from './words.js';

const PLUGIN_BLOCK = /<!--\s+wp:[a-z][a-z0-9-]*\//i;
const BLOCK_COMMENT = /<!--\s+\/?wp:[\s\S]*?-->/gi;
const SHORTCODE = /\[\/?[A-Za-z_][\w-]*(?:[\s=/][^\][]*)?\]/g;
const MIN_WORDS = 20;

/**
 * True for a body that only holds what a plugin shows there: fewer than 20 words next to its blocks and
 * shortcodes.
 * @param source the body as its author wrote it
 */
export function isContainerOnly(source: string): boolean {
  if (source.search(SHORTCODE) === -1 && !PLUGIN_BLOCK.test(source)) return false;
  const rest = source
    .replace(BLOCK_COMMENT, ' ')
    .replace(SHORTCODE, ' ')
    .replace(/<[^>]*>/g, ' ');
  return countWords(rest).words < MIN_WORDS;
}
