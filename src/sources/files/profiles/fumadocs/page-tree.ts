import { posix } from 'node:path';
import { compareText } from '../../../../core/compare.js';
import { addTo } from '../../../../core/multimap.js';
import { readConfigFile } from '../../config-file.js';
import { type ConfigValues, configText } from '../../config-values.js';
import type { Project } from '../../layout.js';
import type { NavPage } from '../profile.js';
import { readMatterData, uniquePages } from '../sidebar-links.js';

const MAX_DEPTH = 20;
/** `---Label---`, `---[Icon]Label---`. */
const SEPARATOR = /^---(?:\[[^\]]*\])?([^\n]*)---$/;

/**
 * The pages in the order of the `meta.json` of each folder. A page is in the section of the outermost separator or
 * folder that it's below.
 * @see https://fumadocs.dev/docs/page-conventions
 */
export function fumadocsOrder(files: readonly string[], project: Project): readonly NavPage[] {
  const tree = new PageTree(files, project.root);
  for (const { folder } of project.bases) tree.addFolder(folder, undefined, 0);
  return uniquePages(tree.pages);
}

/** The contents of a folder. */
interface Folder {
  /** Paths by name without ending and language: a page may have several translations. */
  readonly pages: Map<string, string[]>;
  readonly folders: Set<string>;
}

class PageTree {
  readonly pages: NavPage[] = [];
  readonly #folders = new Map<string, Folder>();
  readonly #seen = new Set<string>();

  constructor(
    files: readonly string[],
    private readonly root: string,
  ) {
    for (const path of files) {
      const { dir, name } = posix.parse(path);
      const { pages } = this.#at(dir);
      const key = name.replace(/(.)\.[\w-]+$/, '$1');
      addTo(pages, key, path);
      for (let folder = dir; folder !== ''; folder = parentOf(folder))
        this.#at(parentOf(folder)).folders.add(posix.basename(folder));
    }
  }

  /** Adds the pages of a folder, once. */
  addFolder(folder: string, section: string | undefined, depth: number): void {
    const content = this.#folders.get(folder);
    if (content === undefined || depth > MAX_DEPTH || this.#seen.has(folder)) return;
    this.#seen.add(folder);
    const listed = readConfigFile(this.root, posix.join(folder, 'meta.json'))['pages'];
    const items = Array.isArray(listed) ? listed.filter((item) => typeof item === 'string') : ['...'];
    const names = items.map((item) => item.replace(/^!|^\.\.\.(?=.)|^\.\//, ''));
    if (!names.includes('index')) this.#addPage(content, 'index', section);
    let own = section;
    for (const [at, item] of items.entries()) {
      const label = SEPARATOR.exec(item)?.[1]?.trim();
      if (label !== undefined) own = section ?? (label || undefined);
      else if (item === '...' || item === 'z...a') {
        const rest = [...content.pages.keys()]
          .sort(compareText)
          .concat([...content.folders].sort(compareText));
        for (const name of item === '...' ? rest : rest.reverse())
          if (!names.includes(name)) this.#addNamed(folder, name, own, depth);
      } else if (item.startsWith('...')) this.addFolder(posix.join(folder, names[at] ?? ''), own, depth + 1);
      else if (!item.startsWith('!')) this.#addNamed(folder, names[at] ?? '', own, depth);
    }
  }

  /** Adds a page, or the pages of a folder. */
  #addNamed(folder: string, name: string, section: string | undefined, depth: number): void {
    const path = posix.join(folder, name);
    const content = this.#folders.get(parentOf(path));
    if (content !== undefined) this.#addPage(content, posix.basename(path), section);
    if (this.#folders.has(path)) this.addFolder(path, section ?? this.#titleOf(path), depth + 1);
  }

  #addPage({ pages }: Folder, name: string, section: string | undefined): void {
    for (const path of pages.get(name) ?? []) this.pages.push({ path, section });
  }

  /** The title of a folder, by its `meta.json` or its own page. */
  #titleOf(folder: string): string | undefined {
    const [index] = this.#folders.get(folder)?.pages.get('index') ?? [];
    const matter: ConfigValues = index === undefined ? {} : readMatterData(this.root, index);
    const meta = readConfigFile(this.root, posix.join(folder, 'meta.json'));
    return configText(meta, 'title') ?? configText(matter, 'title');
  }

  #at(folder: string): Folder {
    const known = this.#folders.get(folder) ?? { pages: new Map(), folders: new Set() };
    this.#folders.set(folder, known);
    return known;
  }
}

function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
