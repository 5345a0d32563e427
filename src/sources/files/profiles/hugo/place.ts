/** The sections, languages and page bundles of Hugo. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lastName } from '../../../../core/paths.js';
import { type FileName, parseFileName } from '../../../names.js';
import { globToPattern } from '../../config-file.js';
import {
  baseOf,
  type ContentBase,
  contentPath,
  type FilePlace,
  fileInBase,
  type GeneratorConfig,
  type Project,
  placeFile,
  projectFolder,
} from '../../layout.js';
import { folderFromRoot } from '../project-paths.js';
import type { Kind } from './address.js';
import { type HugoSettings, type Mount, stylePath } from './settings.js';

/** A content base that knows which of its files are mounted. */
interface HugoBase extends ContentBase {
  readonly files?: readonly string[];
}

/** The content bases of a site that exist, the most specific first. */
export function basesOf(
  root: string,
  { mounts }: HugoSettings,
  config: GeneratorConfig | undefined,
): readonly HugoBase[] {
  return mounts
    .flatMap((mount) => {
      const folder = folderFromRoot(root, config, mount.source, config && projectFolder(config));
      return folder !== undefined && existsSync(join(root, folder)) ? [toBase(folder, mount)] : [];
    })
    .sort((a, b) => b.folder.length - a.folder.length);
}

function toBase(folder: string, { target, lang, files }: Mount): HugoBase {
  return {
    folder,
    ...(target === '' ? {} : { mount: target }),
    ...(lang === undefined ? {} : { lang }),
    ...(files.length === 0 ? {} : { files }),
  };
}

/** Whether the globs of a mount include a file: those with `!` come first. */
function isMounted(path: string, { folder, files = [] }: HugoBase): boolean {
  const inner = `/${path.slice(folder === '' ? 0 : folder.length + 1)}`;
  const matches = (glob: string) => globToPattern(`/${glob.replace(/^!?\/?/, '')}`).test(inner);
  const excluded = files.filter((glob) => glob.startsWith('!'));
  return !excluded.some(matches) && (excluded.length === files.length || files.some(matches));
}

/** The name without its language: `about.fr` is `about` in French where the site has that language. */
function nameOf(file: string, settings: HugoSettings): { readonly name: FileName; readonly lang?: string } {
  const written = parseFileName(file);
  const [, stem = written.stem, lang] = /^(.+)\.([\w-]+)$/.exec(written.stem) ?? [];
  const code = lang?.toLowerCase() ?? '';
  const isLanguage = settings.languages.has(code) || code === settings.defaultLanguage;
  const whole = isLanguage ? stem : written.stem;
  const parts = parseFileName(`${whole}.md`);
  const slug = settings.readsNames ? parts.slug : whole;
  const name = { ...written, stem: whole, slug };
  return isLanguage ? { name, lang: code } : { name };
}

/** The place of a file; undefined where the site doesn't build its page. */
export function placeInHugo(path: string, project: Project, settings: HugoSettings): FilePlace | undefined {
  const base: HugoBase | undefined = baseOf(path, project);
  if (base !== undefined && !isMounted(path, base)) return undefined;
  const place = placeFile(path, project, {
    hasCollections: false,
    hasReadmes: false,
    name: (written) => nameOf(`${written.stem}${written.extension}`, settings),
  });
  if (place === undefined) return undefined;
  const lang = place.lang ?? base?.lang;
  if (lang !== undefined && settings.languages.get(lang)?.isDisabled === true) return undefined;
  if (settings.disabledKinds.has(kindOf(place, settings))) return undefined;
  const folders = place.folders.map((folder) => stylePath(folder, settings));
  return {
    ...place,
    folders,
    ...(lang === undefined ? {} : { lang }),
    ...(settings.languages.size > 1 ? { translationKey: logicalPath(path, project, settings) } : {}),
  };
}

/** The kind of a page: `_index.md` heads a section or a taxonomy. */
export function kindOf({ name, folders }: FilePlace, { taxonomies }: HugoSettings): Kind {
  if (folders.length === 0 && /^_?index$/.test(name.stem)) return 'home';
  if (name.stem !== '_index') return 'page';
  if (!taxonomies.includes(folders[0] ?? '')) return 'section';
  return folders.length === 1 ? 'taxonomy' : 'term';
}

/** Hugo's name of a page: `/posts/tea` for `content/posts/tea.md`. */
export function logicalPath(path: string, project: Project, settings: HugoSettings): string {
  const inner = contentPath(path, project);
  const { name } = nameOf(lastName(inner), settings);
  const folders = inner.split('/').slice(0, -1);
  const parts = /^_?index$/.test(name.stem) ? folders : [...folders, name.stem];
  return `/${parts.map((part) => stylePath(part, settings)).join('/')}`;
}

/** The language of a file, by its name or its mount. */
export function hugoLanguage(path: string, project: Project, settings: HugoSettings): string {
  const { lang } = nameOf(lastName(path), settings);
  return lang ?? baseOf(path, project)?.lang ?? settings.defaultLanguage;
}

/** The sections of a page: the folder at the top, and those below it that have an `_index.md`. */
export class Sections {
  readonly #known = new Map<string, boolean>();

  constructor(private readonly project: Project) {}

  /** Their folders as written. */
  of(path: string): readonly string[] {
    const inner = contentPath(path, this.project);
    const folders = inner.split('/').slice(0, -1);
    // The folder of a leaf bundle is the page itself.
    const above = /(?:^|\/)index(?:\.[\w-]+)?\.\w+$/.test(inner) ? folders.slice(0, -1) : folders;
    const depth = above.findLastIndex((_, at) => at === 0 || this.#isSection(above.slice(0, at + 1)));
    return above.slice(0, depth + 1).filter((_, at) => at === 0 || this.#isSection(above.slice(0, at + 1)));
  }

  #isSection(folders: readonly string[]): boolean {
    const inner = folders.join('/');
    const known = this.#known.get(inner) ?? this.#hasIndex(inner);
    this.#known.set(inner, known);
    return known;
  }

  #hasIndex(inner: string): boolean {
    const { root, bases } = this.project;
    return bases.some((base) => {
      const file = fileInBase(`${inner}/_index.md`, base);
      return file !== undefined && existsSync(join(root, file));
    });
  }
}
