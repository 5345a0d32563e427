import { listNames } from '../../core/files.js';
import type { SourceDefinition } from '../port.js';
import { OTHER_GENERATORS } from './other-generators.js';

/** Names that configurations of generators have: the configuration itself is read only where one is there. */
const CONFIG_NAMES =
  /conf|^(?:hugo|zola|book|mkdocs|zensical|myst|_quarto)\.(?:toml|ya?ml|json)$|^\.(?:eleventy\.[cm]?js|vitepress|vuepress)$|^(?:docs?|source|website|site|documentation|www|web|book|guide|src)$/i;

const OTHER_NAMES = new Set(
  OTHER_GENERATORS.flatMap(({ configFiles }) => configFiles.map((file) => file.split('/')[0])),
);

/** Whether a folder may be the project of a generator. Reads nothing but the names in it. */
function mayBeProject(root: string): boolean {
  return listNames(root).some((name) => CONFIG_NAMES.test(name) || OTHER_NAMES.has(name));
}

/**
 * The project of a generator with its built site: text and addresses come from the pages, marks and facts from their
 * sources. The options are those of `ProjectOptions`.
 */
export const projectSource: SourceDefinition = {
  type: 'project',
  traits: { isFolder: true, isAuthored: false, isBuilt: true, needsUrl: false, hasShortcodes: false },
  async detect(path) {
    if (!mayBeProject(path)) return 0;
    const { findProject } = await import('./find-project.js');
    return (await findProject(path)) === undefined ? 0 : 2;
  },
  async open(options) {
    return (await import('./open-project.js')).openProject(options);
  },
};
