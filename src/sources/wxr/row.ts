import type { SourceDefinition } from '../port.js';
import { detectWxr } from './detect.js';

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
    return (await import('./source.js')).openWxrExport(options);
  },
};
