import type { SourceDefinition } from '../port.js';
import { mayBeProject } from './may-be-project.js';

/**
 * The project of a generator with its built site: text and addresses come from the pages, marks and facts from their
 * sources. The options are those of `ProjectOptions`.
 */
export const projectSource: SourceDefinition = {
  type: 'project',
  traits: {
    isFolder: true,
    isAuthored: false,
    isBuilt: true,
    needsUrl: false,
    hasShortcodes: false,
  },
  async detect(path) {
    if (!mayBeProject(path)) return 0;
    const { findProject } = await import('./find-project.js');
    return (await findProject(path)) === undefined ? 0 : 2;
  },
  async open(options) {
    return (await import('./open-project.js')).openProject(options);
  },
};
