import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../core/is-object.js';
import { FrontMatterError, readFrontMatter } from '../front-matter.js';
import { globToPattern } from '../glob-pattern.js';
import { type Project, withinBase } from '../layout.js';
import { foldersAbove } from '../parent-folders.js';
import { withDefaults } from '../with-defaults.js';

type Data = Readonly<Record<string, unknown>>;

/** Values that a section passes down, and the pages that get them. */
interface Cascade {
  readonly values: Data;
  readonly target: Data;
}

const SECTION = /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|markdown|mdx|html?)$/i;

/**
 * Values that sections pass down to the pages below them: Hugo's `cascade`, in the front matter of `_index.md` and in
 * the configuration, and Zola's `draft` of a section. A page that has a key itself keeps its own value.
 */
export class Cascades {
  readonly #project: Project;
  readonly #ofSite: readonly Cascade[];
  /** By the folder of the section. */
  readonly #ofFolders = new Map<string, Cascade[]>();

  /** @param files content files below the root of the project */
  constructor(project: Project, files: readonly string[]) {
    this.#project = project;
    const { values = {} } = project.config ?? {};
    this.#ofSite = cascadesIn(values);
    // Both generators may keep their configuration in a file of the same name.
    const isZola = 'base_url' in values;
    for (const path of files) {
      if (!SECTION.test(path)) continue;
      const found = sectionCascades(join(project.root, path), isZola);
      if (found.length > 0) this.#ofFolders.set(folderOf(path), [...this.#in(folderOf(path)), ...found]);
    }
  }

  /** The inherited values of a file; the nearest section comes last. */
  valuesFor(path: string): Data {
    if (this.#ofSite.length + this.#ofFolders.size === 0) return {};
    const page = { path: logicalPath(path, this.#project), isSection: SECTION.test(path) };
    const found = [...this.#ofSite, ...foldersAbove(path).flatMap((folder) => this.#in(folder))];
    return found
      .filter(({ target }) => reaches(target, page))
      .reduce((all, { values }) => withDefaults(values, all), {});
  }

  /** A fingerprint: other cascades make other pages. */
  print(): unknown {
    return [this.#ofSite, ...this.#ofFolders];
  }

  #in(folder: string): readonly Cascade[] {
    return this.#ofFolders.get(folder) ?? [];
  }
}

function sectionCascades(path: string, isZola: boolean): readonly Cascade[] {
  try {
    const text = readFileSync(path, 'utf8');
    if (!/cascade|draft/i.test(text)) return [];
    const { data } = readFrontMatter(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
    const isDraft = isZola && data['draft'] === true;
    return isDraft ? [{ values: { draft: true }, target: {} }, ...cascadesIn(data)] : cascadesIn(data);
  } catch (error) {
    // A file that cannot be read is named when its page is read.
    if (error instanceof FrontMatterError || (error as NodeJS.ErrnoException).code !== undefined) return [];
    throw error;
  }
}

function cascadesIn(data: Data): readonly Cascade[] {
  const key = Object.keys(data).find((name) => name.toLowerCase() === 'cascade');
  return [key === undefined ? [] : data[key]].flat().flatMap((item) => {
    if (!isObject(item)) return [];
    const { target, _target, ...values } = item;
    const reach = [target, _target].find(isObject) ?? {};
    return [{ values, target: reach }];
  });
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Hugo's name of a page: `/posts/tea` for `content/posts/tea.md`. */
function logicalPath(path: string, project: Project): string {
  const inner = withinBase(path, project) ?? path;
  return (
    `/${inner}`
      .toLowerCase()
      .replace(/\.\w+$/, '')
      .replace(/(.)?\/_?index(?:\.[\w-]+)?$/, '$1') || '/'
  );
}

/** True in doubt, so that private pages stay private. */
function reaches(target: Data, page: { readonly path: string; readonly isSection: boolean }): boolean {
  const { path, kind, environment } = target;
  if (typeof kind === 'string' && !/[*{]/.test(kind)) {
    if (page.isSection ? kind === 'page' : kind !== 'page') return false;
  }
  if (typeof environment === 'string' && !globToPattern(environment).test('production')) return false;
  return typeof path !== 'string' || globToPattern(path.toLowerCase()).test(page.path);
}
