import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { entriesIn } from '../../core/files.js';
import type { Warning } from '../../core/warnings.js';
import type { RawSite } from '../port.js';
import { readProjectText } from './config-file.js';
import { findRoot, isRepository } from './find-root.js';
import { type FoundConfig, readGeneratorConfig, siteFromConfig } from './generator-config.js';
import type { ContentBase, GeneratorConfig, Layout } from './layout.js';
import { readLibrary } from './library.js';
import type { FilesOptions } from './options.js';
import { type Generator, profileOf, profiles } from './profiles/table.js';

/** The configuration of the project whose content folder this is. */
function configAbove(root: string): FoundConfig | undefined {
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

/** The generator whose typical files a folder without a configuration has. */
export function guessGenerator(root: string): Generator {
  const names = Object.keys(profiles) as Generator[];
  return names.find((name) => profileOf(name).isLikely?.(root)) ?? 'plain';
}

/**
 * Finds the rules by which a folder is read. A `_svc.yml` or the generator's configuration decides, in the
 * folder itself or (the latter) the one above; without one, its typical folders do; otherwise it is a plain folder.
 * @param path absolute or relative path of the source; the root of the layout may be another folder (`findRoot`)
 */
export function findLayout(path: string, options: FilesOptions): Layout {
  const library = options.generator === 'auto' ? readLibrary(path) : undefined;
  if (library !== undefined) {
    const bases = [{ folder: options.contentDir ?? '' }];
    return { ...layoutOf(path, 'plain', undefined, bases), library };
  }
  // The owner names a folder of content from the path.
  const found = options.contentDir === undefined ? findRoot(resolve(path)) : undefined;
  const isOther =
    found !== undefined && options.generator !== 'auto' && options.generator !== found.config.generator;
  const root = found === undefined || isOther ? path : found.root;
  const config = found?.config ?? readGeneratorConfig(path) ?? configAbove(path);
  const generator =
    options.generator === 'auto' ? (config?.generator ?? guessGenerator(root)) : options.generator;
  const own = config?.generator === generator ? config : undefined;
  const bases =
    options.contentDir === undefined ? basesOf(root, generator, own) : [{ folder: options.contentDir }];
  const layout = layoutOf(root, generator, own, bases.length === 0 ? [{ folder: '' }] : bases);
  const isUnknown = layout.isRepository && generator === 'plain' && options.generator === 'auto';
  if (!isUnknown || options.contentDir !== undefined) return layout;
  return { ...layout, rules: { ...layout.rules, warnings: () => addressesGuessed(root) } };
}

const BUILD_SCRIPT = /"(?:build|generate)"\s*:/;

/** What to say of a repository without a known generator where the site may have other addresses. */
function addressesGuessed(root: string): readonly Warning[] {
  const below = projectsBelow(root).slice(0, 3).join(', ');
  const isBuilt = ['package.json', 'deno.json'].some((name) =>
    BUILD_SCRIPT.test(readProjectText(root, name, true) ?? ''),
  );
  if (below === '' && !isBuilt) return [];
  return [
    {
      code: 'addresses-guessed',
      message: `No configuration of a known generator is here${below && `, but in ${below}`}: addresses are the paths of the files.`,
      fix:
        below === ''
          ? 'If the site has other addresses, build it, and make the built folder the source. If not, set the option "generator" of the source to "plain".'
          : 'Make one of these folders the source.',
    },
  ];
}

const MAX_FOLDERS = 100;

/** Folders with the configuration of a generator, up to two levels down. */
function projectsBelow(root: string): readonly string[] {
  const inside = (folder: string) =>
    entriesIn(join(root, folder))
      .filter(
        (entry) => entry.isDirectory() && !/^\.|^(?:node_modules|vendor|tests?|fixtures)$/.test(entry.name),
      )
      .map(({ name }) => posix.join(folder, name));
  const top = inside('');
  return [...top, ...top.slice(0, MAX_FOLDERS).flatMap(inside)]
    .slice(0, MAX_FOLDERS)
    .filter((folder) => readGeneratorConfig(join(root, folder)) !== undefined);
}

/** The content bases of the project, as far as they are in the folder that is read. */
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
  return { ...project, generator, rules, isRepository: isRepository(root) };
}

/** The facts about the site: from its `_svc.yml`, or from its generator's configuration. */
export function siteOf({ library, config, generator, root }: Layout): RawSite {
  if (library !== undefined) return library.site;
  return config === undefined ? {} : siteFromConfig({ ...config, generator }, root);
}
