import { isObject, type JsonObject } from '../../../../core/json.js';
import { foldersAbove } from '../../../../core/paths.js';
import { contentPath, type Project } from '../../layout.js';
import { withDefaults } from '../../with-defaults.js';
import { readMatterData } from '../sidebar-links.js';
import { isTarget } from './address.js';
import { hugoLanguage, logicalPath } from './place.js';
import { type HugoSettings, readSettings } from './settings.js';

/** Values that a section passes down, and the pages that get them. */
interface Cascade {
  readonly values: JsonObject;
  readonly target: JsonObject;
}

const SECTION = /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|markdown|mdx|html?)$/i;

const HOME = ['home'] as const;
const SECTIONS = ['section', 'taxonomy', 'term'] as const;
const PAGE = ['page'] as const;

/**
 * Values that sections pass down to the pages below them: Hugo's `cascade`, in the front matter of `_index.md` and in
 * the configuration, and what keeps a section from being built. A page that has a key itself keeps its own value.
 */
export class Cascades {
  readonly #ofSite: readonly Cascade[];
  /** By language and folder of the section. */
  readonly #ofFolders = new Map<string, Cascade[]>();

  /** @param files content files below the root of the project */
  constructor(
    private readonly project: Project,
    files: readonly string[],
    private readonly settings: HugoSettings = readSettings({}),
  ) {
    const { values = {} } = project.config ?? {};
    this.#ofSite = cascadesIn(values);
    // Both generators may keep their configuration in a file of the same name.
    const isZola = 'base_url' in values;
    for (const path of files) {
      if (!SECTION.test(path)) continue;
      const key = this.#keysOf(path).at(-1) ?? '';
      const kind = isZola ? 'zola' : key.endsWith('/') ? 'home' : 'hugo';
      const found = sectionCascades(readMatterData(project.root, path), kind);
      if (found.length > 0) this.#ofFolders.set(key, [...(this.#ofFolders.get(key) ?? []), ...found]);
    }
  }

  /** The inherited values of a file; the nearest section comes last. */
  valuesFor(path: string): JsonObject {
    if (this.#ofSite.length + this.#ofFolders.size === 0) return {};
    const pages = this.#pagesOf(path);
    const keys = this.#keysOf(path);
    const found = [...this.#ofSite, ...keys.flatMap((key) => this.#ofFolders.get(key) ?? [])];
    return found
      .filter(({ target }) => pages.some((page) => isTarget(target, page)))
      .reduce((all, { values }) => withDefaults(values, all), {});
  }

  /** A fingerprint: other cascades make other pages. */
  print(): unknown {
    return [this.#ofSite, ...this.#ofFolders];
  }

  /** The page in each kind that it may be of, so that in doubt a private one stays private. */
  #pagesOf(path: string) {
    const name = logicalPath(path, this.project, this.settings);
    const lang = hugoLanguage(path, this.project, this.settings);
    const kinds = name === '/' ? HOME : SECTION.test(path) ? SECTIONS : PAGE;
    return kinds.map((kind) => ({ path: name, kind, lang }));
  }

  /** The folders above a page in its language, the nearest last. */
  #keysOf(path: string): readonly string[] {
    const lang = hugoLanguage(path, this.project, this.settings);
    const inner = contentPath(path, this.project);
    return foldersAbove(inner).map((folder) => `${lang}/${folder}`);
  }
}

function sectionCascades(data: JsonObject, kind: 'zola' | 'hugo' | 'home'): readonly Cascade[] {
  const isDraft = kind !== 'home' && data['draft'] === true;
  const name = Object.keys(data).find((key) => key.toLowerCase() === 'expirydate');
  const expires = kind === 'hugo' && name !== undefined ? { expiryDate: data[name] } : {};
  const own = { ...(isDraft && { draft: true }), ...expires };
  return [...(Object.keys(own).length === 0 ? [] : [{ values: own, target: {} }]), ...cascadesIn(data)];
}

function cascadesIn(data: JsonObject): readonly Cascade[] {
  const key = Object.keys(data).find((name) => name.toLowerCase() === 'cascade');
  return [key === undefined ? [] : data[key]].flat().flatMap((item) => {
    if (!isObject(item)) return [];
    const { target, _target, ...values } = item;
    const reach = [target, _target].find(isObject) ?? {};
    return [{ values, target: reach }];
  });
}
