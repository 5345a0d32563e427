import { posix } from 'node:path';
import { pathInside } from '../../core/paths.js';
import type { ConfigValues } from './config-values.js';
import type { Library } from './library.js';
import type { Rules } from './profiles/profile.js';
import type { Generator } from './profiles/table.js';

/** A folder of content below the source's path, and where on the site its files appear. */
export interface ContentBase {
  /** Relative to the source's path, without slashes at the ends; empty for the path itself. */
  readonly folder: string;
  /** The folder of the site below which its pages appear, without slashes at the ends; the root when left out. */
  readonly mount?: string;
  /** Language of its pages, where the generator keeps one folder per language. */
  readonly lang?: string;
}

/** A generator's own configuration file, as far as it is read here. */
export interface GeneratorConfig {
  /** The folder of the project, which may be above the source's path. */
  readonly root: string;
  /** Path from `root`. */
  readonly file: string;
  /** Empty for a configuration that can't be read as data. */
  readonly values: ConfigValues;
  /** In a configuration that is a program: paths of the values that its code computes. */
  readonly computed?: readonly string[];
}

/** The folder of the project, from the root of its configuration; empty for the root itself. */
export function projectFolder({ file }: Pick<GeneratorConfig, 'file'>): string {
  return posix.dirname(file).replace(/^\.$|(?:^|\/)(?:\.vitepress(?:\/config)?|config\/_default)$/, '');
}

/** The folder of the project, from the root of the source. */
export function projectPath({ root, config }: Pick<Project, 'root' | 'config'>): string {
  return config === undefined ? '' : posix.join(posix.relative(root, config.root), projectFolder(config));
}

/** A folder of a site and the place of its content. */
export interface Project {
  readonly root: string;
  readonly config: GeneratorConfig | undefined;
  /** Most specific first: the first base that a file is in is its own. */
  readonly bases: readonly ContentBase[];
}

/** A project, and the rules by which its files become pages. */
export interface Layout extends Project {
  readonly generator: Generator;
  readonly rules: Rules;
  /** True for the folder of a project: files at its top may belong to the project and not to the site. */
  readonly isRepository: boolean;
  /** In a folder with a `_svc.yml`: its data besides its pages. Its front matter is read literally. */
  readonly library?: Library;
}

/** The content base of a file; undefined when it is in none that counts. */
export function baseOf(path: string, { bases }: Pick<Project, 'bases'>): ContentBase | undefined {
  return bases.find(({ folder }) => folder === '' || path.startsWith(`${folder}/`));
}

/** The file below a content base that has this path in the content of the site. */
export function fileInBase(inner: string, { folder, mount = '' }: ContentBase): string | undefined {
  if (mount !== '' && !inner.startsWith(`${mount}/`)) return undefined;
  const path = pathInside(inner, mount);
  return folder === '' ? path : `${folder}/${path}`;
}

/** A file's path in the content of the site; undefined when it is in no content base. */
export function withinBase(path: string, project: Pick<Project, 'bases'>): string | undefined {
  const base = baseOf(path, project);
  if (base === undefined) return undefined;
  const inner = pathInside(path, base.folder);
  return base.mount ? `${base.mount}/${inner}` : inner;
}
