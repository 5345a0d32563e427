import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { RawSite } from '../port.js';
import { type FoundConfig, readGeneratorConfig, siteFromConfig } from './generator-config.js';
import type { ContentBase, GeneratorConfig, Layout } from './layout.js';
import { readLibrary } from './library.js';
import type { FilesOptions } from './options.js';
import { type Generator, profileOf, profiles } from './profiles/table.js';

/** The configuration of the folder, or of the project whose content folder it is. */
function findConfig(root: string): FoundConfig | undefined {
  const own = readGeneratorConfig(root);
  if (own !== undefined) return own;
  const name = basename(root);
  const parent = dirname(root);
  if (name === 'content' && basename(parent) === 'src') return readGeneratorConfig(dirname(parent));
  const above = readGeneratorConfig(parent);
  if (name === 'source') return above?.generator === 'hexo' ? above : undefined;
  // A folder next to others of a Jekyll site belongs to it only by name; the rest keep content in one folder.
  return above !== undefined && /^(?:content|src|pages|docs|blog|posts|_posts|_docs)$/.test(name)
    ? above
    : undefined;
}

const PROJECT_FILES = (
  '.git .github package.json pyproject.toml setup.py Gemfile go.mod Cargo.toml composer.json pom.xml build.gradle ' +
  'Makefile CMakeLists.txt mkdocs.yml hugo.toml _config.yml book.toml docusaurus.config.js docusaurus.config.ts'
).split(' ');

/** True for the folder of a whole project, with its sources or its history. */
function isProject(root: string): boolean {
  const has = (name: string) => existsSync(join(root, name));
  const hasLicense = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'COPYING'].some(has);
  return PROJECT_FILES.some(has) || (hasLicense && has('README.md'));
}

function guessGenerator(root: string): Generator {
  const names = Object.keys(profiles) as Generator[];
  return names.find((name) => profileOf(name).isLikely?.(root)) ?? 'plain';
}

/**
 * Finds the rules by which a folder is read. A `_svc.yml` or the generator's configuration decides, in the
 * folder itself or (the latter) the one above; without one, its typical folders do; otherwise it is a plain folder.
 * @param root absolute or relative path of the source
 */
export function findLayout(root: string, options: FilesOptions): Layout {
  const library = options.generator === 'auto' ? readLibrary(root) : undefined;
  if (library !== undefined) {
    const bases = [{ folder: options.contentDir ?? '' }];
    return { ...layoutOf(root, 'plain', undefined, bases), library };
  }
  const config = findConfig(root);
  const generator =
    options.generator === 'auto' ? (config?.generator ?? guessGenerator(root)) : options.generator;
  const own = config?.generator === generator ? config : undefined;
  const bases =
    options.contentDir === undefined ? basesOf(root, generator, own) : [{ folder: options.contentDir }];
  return layoutOf(root, generator, own, bases.length === 0 ? [{ folder: '' }] : bases);
}

/** The content bases of the project, as far as they lie in the folder that is read. */
function basesOf(root: string, generator: Generator, config: FoundConfig | undefined): ContentBase[] {
  const project = config?.root ?? root;
  const within = relative(project, root).split(sep).join('/');
  const bases = profileOf(generator).bases?.(project, config) ?? [];
  if (within === '') return [...bases];
  return bases
    .filter(({ folder }) => folder === within || folder.startsWith(`${within}/`))
    .map((base) => ({ ...base, folder: base.folder.slice(within.length + 1) }));
}

function layoutOf(
  root: string,
  generator: Generator,
  config: GeneratorConfig | undefined,
  bases: readonly ContentBase[],
): Layout {
  const project = { root, config, bases };
  const rules = profileOf(generator).rules(project);
  return { ...project, generator, rules, isRepository: isProject(root) };
}

/** The facts about the site: from its `_svc.yml`, or from its generator's configuration. */
export function siteOf({ library, config, generator, root }: Layout): RawSite {
  if (library !== undefined) return library.site;
  return config === undefined ? {} : siteFromConfig({ ...config, generator }, root);
}
