import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { configText, type GeneratorConfig, readGeneratorConfig } from './generator-config.js';
import { type Library, readLibrary } from './library.js';
import type { FilesOptions, Generator } from './options.js';

/** A folder of content below the source's path, and where on the site its files appear. */
export interface ContentBase {
  /** Relative to the source's path, without slashes at the ends; empty for the path itself. */
  readonly folder: string;
}

/** The kind of project that a folder is, and where its content lies. */
export interface Layout {
  readonly root: string;
  readonly generator: Generator;
  readonly config: GeneratorConfig | undefined;
  /** Most specific first: the first base that a file lies in is its own. */
  readonly bases: readonly ContentBase[];
  /** True for the folder of a project: files at its top may belong to the project and not to the site. */
  readonly isRepository: boolean;
  /** True where the files of the path itself belong to the project and not to the site. */
  readonly onlyBases: boolean;
  /** In a folder with a `_svc.yml`: its data besides its pages. Its front matter is read literally. */
  readonly library?: Library;
}

/** The configuration of the folder, or of the project whose content folder it is. */
function findConfig(root: string): GeneratorConfig | undefined {
  const own = readGeneratorConfig(root);
  if (own !== undefined) return own;
  const name = basename(root);
  const parent = dirname(root);
  if (name === 'content' && basename(parent) === 'src') return readGeneratorConfig(dirname(parent));
  const above = readGeneratorConfig(parent);
  if (name === 'source') return above?.generator === 'hexo' ? above : undefined;
  // A folder next to others of a Jekyll site belongs to it only by name; the rest keep content in one folder.
  return above !== undefined && /^(?:content|src|pages|docs|posts|_posts|_docs)$/.test(name)
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
  const has = (...names: string[]) => names.some((name) => existsSync(join(root, name)));
  if (has('_posts', '_drafts', '_layouts', '_includes', '_docs')) return 'jekyll';
  if (has('src/content')) return 'astro';
  if (has('archetypes') && has('content')) return 'hugo';
  return 'plain';
}

function basesOf(root: string, generator: Generator, config: GeneratorConfig | undefined): string[] {
  const exists = (folder: string) => existsSync(join(root, folder));
  if (generator === 'hugo') {
    const folder = configText(config?.values ?? {}, 'contentDir') ?? 'content';
    return exists(folder) ? [folder] : [];
  }
  if (generator === 'astro') {
    return ['src/content/docs', 'src/content', 'src/pages', 'content/docs', 'docs'].filter(
      (folder) => exists(folder) && (folder.startsWith('src/') || !exists('src')),
    );
  }
  if (generator === 'hexo') {
    const folder = configText(config?.values ?? {}, 'source_dir') ?? 'source';
    return exists(folder) ? [folder] : [];
  }
  if (generator === 'jekyll') {
    const folder = configText(config?.values ?? {}, 'source');
    return folder !== undefined && folder !== '.' && exists(folder) ? [folder.replace(/^\.\//, '')] : [];
  }
  return [];
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
    const isRepository = isProject(root);
    return { root, generator: 'plain', config: undefined, bases, isRepository, onlyBases: false, library };
  }
  const config = findConfig(root);
  const generator =
    options.generator === 'auto' ? (config?.generator ?? guessGenerator(root)) : options.generator;
  const own = config?.generator === generator ? config : undefined;
  const isRepository = isProject(root);
  if (options.contentDir !== undefined) {
    const bases = [{ folder: options.contentDir }];
    return { root, generator, config: own, bases, isRepository, onlyBases: true };
  }
  const folders = basesOf(root, generator, own);
  return {
    root,
    generator,
    config: own,
    isRepository,
    bases: [...folders.map((folder) => ({ folder })), { folder: '' }],
    onlyBases: folders.length > 0,
  };
}

/** A path inside its content base; undefined when it lies in none that counts. */
export function withinBase(path: string, layout: Layout): string | undefined {
  for (const { folder } of layout.bases) {
    if (folder === '') return layout.onlyBases ? undefined : path;
    if (path.startsWith(`${folder}/`)) return path.slice(folder.length + 1);
  }
  return undefined;
}
