import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse, relative, sep } from 'node:path';
import { isWithin } from '../../config/out-safety.js';
import { words } from '../../core/text.js';
import { excludedGlobs } from '../globs/globs.js';
import { MARKDOWN_FILE } from '../names.js';
import { sampleFiles } from '../walk-folder.js';
import { type FoundConfig, readGeneratorConfig } from './generator-config.js';
import { profileOf } from './profiles/table.js';

/** Folders in which repositories keep the project of their site. */
export const SITE_FOLDERS = words('website site docs documentation doc www web book guide source src');

/** How far above a project its content may be. */
const MAX_LEVELS = 2;

/** A project, and the folder that holds it and all of its content. */
interface FoundRoot {
  /** Absolute. Above the searched folder where the configuration names folders next to it, below it for a repository. */
  readonly root: string;
  readonly config: FoundConfig;
}

/** The project of a folder, or of the repository in it. */
export function findRoot(path: string): FoundRoot | undefined {
  const own = readGeneratorConfig(path) ?? (isRepository(path) ? configBelow(path) : undefined);
  return own === undefined ? undefined : widened(own);
}

function configBelow(path: string): FoundConfig | undefined {
  for (const name of SITE_FOLDERS) {
    const folder = join(path, name);
    const found = readGeneratorConfig(folder);
    if (found !== undefined && sampleFiles(folder, MARKDOWN_FILE, 1).length > 0) return found;
  }
  return undefined;
}

/** The nearest folder above the project that holds the most folders of its content. */
function widened(config: FoundConfig): FoundRoot {
  const { generator } = config;
  const { bases, namesOutsideFolders = false } = profileOf(generator);
  let best: FoundRoot = { root: config.root, config };
  if (bases === undefined || !namesOutsideFolders) return best;
  let most = bases(config.root, config).length;
  let root = config.root;
  for (let level = 0; level < MAX_LEVELS; level++) {
    root = dirname(root);
    if (root === parse(root).root || isWithin(homedir(), root)) break;
    const file = relative(root, join(config.root, config.file)).split(sep).join('/');
    const wide = { ...config, root, file };
    const count = bases(root, wide).length;
    if (count > most) best = { root, config: wide };
    most = Math.max(most, count);
  }
  return best;
}

/**
 * The globs of an owner, who writes them from the path of the source, for the folder that is read.
 * @param path absolute
 */
export function globsFromRoot(globs: readonly string[], path: string, root: string): readonly string[] {
  const excluded = excludedGlobs(globs, path);
  if (path === root) return excluded;
  return excluded.flatMap((glob) => {
    const moved = relative(root, join(path, glob)).split(sep).join('/');
    return [...(glob.startsWith('**/') ? [glob] : []), ...(moved.startsWith('../') ? [] : [moved])];
  });
}

const PROJECT_FILES = words(`
  .git .github package.json pyproject.toml setup.py Gemfile go.mod Cargo.toml composer.json pom.xml
  build.gradle Makefile CMakeLists.txt mkdocs.yml hugo.toml _config.yml book.toml docusaurus.config.js
  docusaurus.config.ts
`);

/** True for the folder of a whole project, with its sources or its history. */
export function isRepository(root: string): boolean {
  const has = (name: string) => existsSync(join(root, name));
  const hasLicense = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'COPYING'].some(has);
  return PROJECT_FILES.some(has) || (hasLicense && has('README.md'));
}
