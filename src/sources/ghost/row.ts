import { statSync } from 'node:fs';
import type { SourceDefinition } from '../port.js';
import { readStart } from '../read-start.js';

const HEAD_BYTES = 8 * 1024;
const DUMP = /^\uFEFF?\s*\{\s*"db"\s*:\s*\[\s*\{\s*"(?:meta|data)"/;
const BARE = /^\uFEFF?\s*\{\s*"(?:meta|data)"\s*:\s*\{/;
const BARE_MARKS =
  /"exported_on"\s*:|"(?:posts_tags|posts_authors|posts_meta|custom_theme_settings)"\s*:\s*\[/;

/**
 * Detects whether a path is an export of Ghost, by its first kilobytes.
 * @returns 2 for the marks of an export, 1 for any other `.json` file
 */
function detectGhost(path: string): 0 | 1 | 2 {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return 0;
  const start = readStart(path, HEAD_BYTES);
  if (DUMP.test(start) || (BARE.test(start) && BARE_MARKS.test(start))) return 2;
  // Any other .json file is refused by the reader, with an explanation.
  return path.toLowerCase().endsWith('.json') ? 1 : 0;
}

/** Exports of Ghost: one `.json` file each. The options are those of `GhostOptions`. */
export const ghostSource: SourceDefinition = {
  type: 'ghost',
  traits: { isFolder: false, isAuthored: false, isBuilt: false, needsUrl: true, hasShortcodes: false },
  detect: async (path) => detectGhost(path),
  isExport: (path) => detectGhost(path) === 2,
  async open(options) {
    return (await import('./source.js')).openGhostExport(options);
  },
};
