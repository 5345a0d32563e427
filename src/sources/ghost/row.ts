import type { SourceDefinition } from '../port.js';
import { detectGhost } from './detect.js';

/** Exports of Ghost: one `.json` file each. The options are those of `GhostOptions`. */
export const ghostSource: SourceDefinition = {
  type: 'ghost',
  traits: {
    isFolder: false,
    isAuthored: false,
    isBuilt: false,
    needsUrl: true,
    hasShortcodes: false,
  },
  detect: async (path) => detectGhost(path),
  isExport: (path) => detectGhost(path) === 2,
  async open(options) {
    return (await import('./source.js')).openExport(options);
  },
};
