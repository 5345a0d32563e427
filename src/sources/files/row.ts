import type { SourceDefinition } from '../port.js';
import { detectFiles } from './detect.js';

/**
 * Content folders. Their parsers are loaded only when there is one, since that takes a while; the options are
 * those of `FilesOptions`.
 */
export const filesSource: SourceDefinition = {
  type: 'files',
  traits: { isFolder: true, isAuthored: true, isBuilt: false, needsUrl: false, hasShortcodes: false },
  detect: detectFiles,
  async open(options) {
    return (await import('./source.js')).openFolder(options);
  },
};
