import { statSync } from 'node:fs';
import { readStart } from '../read-start.js';

const HEAD_BYTES = 8 * 1024;
const MARKS = /<wp:wxr_version>|wordpress\.org\/export\/\d|This is a WordPress eXtended RSS file/;

/** Detects an export of WordPress: 2 by its marks, 1 for any other XML. */
export function detectWxr(path: string): 0 | 1 | 2 {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return 0;
  const start = readStart(path, HEAD_BYTES);
  if (MARKS.test(start)) return 2;
  // Any other .xml file is refused by the reader, with an explanation.
  return path.toLowerCase().endsWith('.xml') || /^\s*<(?:\?xml|rss)\b/.test(start) ? 1 : 0;
}
