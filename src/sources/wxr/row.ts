import { statSync } from 'node:fs';
import type { SourceDefinition } from '../port.js';
import { readStart } from '../read-start.js';

const HEAD_BYTES = 8 * 1024;
const MARKS = /<wp:wxr_version>|wordpress\.org\/export\/\d|This is a WordPress eXtended RSS file/;

/** Detects an export of WordPress: 2 by its marks, 1 for any other XML. */
function detectWxr(path: string): 0 | 1 | 2 {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return 0;
  const start = readStart(path, HEAD_BYTES);
  if (MARKS.test(start)) return 2;
  // Any other .xml file is refused by the reader, with an explanation.
  return path.toLowerCase().endsWith('.xml') || /^\s*<(?:\?xml|rss)\b/.test(start) ? 1 : 0;
}

/**
 * Exports of WordPress: one `.xml` file of WordPress eXtended RSS each. The reader is loaded on first
 * use.
 */
export const wxrSource: SourceDefinition = {
  type: 'wxr',
  traits: { isFolder: false, isAuthored: false, isBuilt: false, needsUrl: false, hasShortcodes: true },
  detect: async (path) => detectWxr(path),
  isExport: (path) => detectWxr(path) === 2,
  async open(options) {
    return (await import('./source.js')).openExport(options);
  },
};
