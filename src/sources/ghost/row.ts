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
  detect: detectGhost,
  async open(options) {
    return (await import('./source.js')).openExport(options);
  },
};
