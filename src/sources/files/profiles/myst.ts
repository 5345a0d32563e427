import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isObject, listOf, objectOf, stringsOf, withoutUndefined } from '../../../core/json.js';
import type { RawSite } from '../../port.js';
import { sampleFiles } from '../../walk-folder.js';
import { isExcluded, matchesAny, parseConfig, readProjectText } from '../config-file.js';
import { type ConfigValues, configText, siteAt } from '../config-values.js';
import { addressAt, contentPath, type GeneratorConfig, type Project, placeOfAddress } from '../layout.js';
import { Gaps, type Profile, type Rules } from './profile.js';
import { pagesListed, uniquePages } from './sidebar-links.js';
import { headingAt, readToc, TOC, tocBeside } from './sphinx/toctree.js';
import { firstUnread, languageOf, sphinx, sphinxRules } from './sphinx.js';

/** A page of a project of MyST. */
interface MystPage {
  /** From the folder of the configuration. */
  readonly path: string;
  /** Its address without slashes around it; empty for the front page. */
  readonly address: string;
  /** The title of the outermost group that it is in. */
  readonly section: string | undefined;
  /** True for a page that no menu lists. */
  readonly isHidden: boolean;
}

type Item = Omit<MystPage, 'address'>;

const PAGE = /\.(?:md|ipynb|tex)$/;
const MAX_FILES = 20_000;
const MAX_DEPTH = 20;
const INDEX = /^(?:index|readme|main)\.\w+$/;

/** The pages in the order of `project.toc`, without it all files of the folder. The first is the front page. */
function readPages(root: string, { file, values }: GeneratorConfig): readonly MystPage[] {
  const folder = join(root, posix.dirname(file));
  const { toc, exclude } = objectOf(values['project']);
  const files = sampleFiles(folder, PAGE, MAX_FILES)
    .filter((path) => !path.startsWith('_build/') && !isExcluded(path, exclude ?? []))
    .sort(comparePaths);
  const entries = listOf(toc);
  const older = entries.length > 0 ? [] : readToc(values[TOC], folder);
  const named = new Set<string>();
  for (const { path } of itemsIn(entries, { folder, files: [], named: new Set() })) named.add(path);
  const items =
    entries.length > 0
      ? [...itemsIn(entries, { folder, files, named })]
      : older.length > 0
        ? older.flatMap(({ path, section }) => itemAt(path, section, folder))
        : frontFirst(files).map(toItem);
  const hasFolders = objectOf(objectOf(values['site'])['options'])['folders'] === true;
  const slugs = new Map<string, number>([['index', 1]]);
  return items.map((item, at) => ({
    ...item,
    address: at === 0 ? '' : addressOf(item.path, hasFolders, slugs),
  }));
}

function toItem(path: string): Item {
  return { path, section: undefined, isHidden: false };
}

function itemAt(name: string, section: string | undefined, folder: string): readonly Item[] {
  const path = fileAt(name, folder);
  return path === undefined ? [] : [{ path, section, isHidden: false }];
}

/** The front page is the index of the folder, else its first page in Markdown. */
function frontFirst(files: readonly string[]): readonly string[] {
  const top = files.filter((path) => !path.includes('/'));
  const front =
    top.find((path) => INDEX.test(path.toLowerCase())) ??
    top.find((path) => path.endsWith('.md')) ??
    files[0];
  return front === undefined ? [] : [front, ...files.filter((path) => path !== front)];
}

interface Listing {
  readonly folder: string;
  readonly files: readonly string[];
  /** Files that the list names itself, and those that a pattern has matched. */
  readonly named: Set<string>;
}

function* itemsIn(entries: unknown, listing: Listing, section?: string, depth = 0): Generator<Item> {
  if (depth > MAX_DEPTH || !Array.isArray(entries)) return;
  for (const entry of entries.filter(isObject)) {
    const { children, hidden, pattern, sort } = entry;
    const isHidden = hidden === true;
    const file = fileAt(configText(entry, 'file'), listing.folder);
    const isGroup = Array.isArray(children);
    const title = isGroup
      ? (configText(entry, 'title') ?? (file && headingAt(listing.folder, file)))
      : undefined;
    const own = section ?? title;
    if (file !== undefined) yield { path: file, section: own, isHidden };
    if (typeof pattern === 'string') {
      const found = listing.files.filter((path) => !listing.named.has(path) && matchesAny(path, pattern));
      if (sort === 'descending') found.reverse();
      for (const path of found) {
        listing.named.add(path);
        yield { path, section, isHidden };
      }
    }
    yield* itemsIn(children, listing, own, depth + 1);
  }
}

/** An entry may leave out the ending. */
function fileAt(name: string | undefined, folder: string): string | undefined {
  if (name === undefined) return undefined;
  const path = posix.normalize(name);
  if (path.startsWith('..')) return undefined;
  return ['', '.md', '.ipynb', '.tex']
    .map((ending) => path + ending)
    .find((one) => PAGE.test(one) && existsSync(join(folder, one)) && statSync(join(folder, one)).isFile());
}

const COLLATOR = new Intl.Collator('en', { numeric: true, ignorePunctuation: true });

/** Files of a folder come before those of its folders, and its index first. */
function comparePaths(one: string, other: string): number {
  const [ones, others] = [one.split('/'), other.split('/')];
  const at = ones.findIndex((part, index) => part !== others[index]);
  const [a = '', b = ''] = [ones[at], others[at]];
  const isFile = [at === ones.length - 1, at === others.length - 1] as const;
  if (isFile[0] !== isFile[1]) return isFile[0] ? -1 : 1;
  if (INDEX.test(a) !== INDEX.test(b)) return INDEX.test(a) ? -1 : 1;
  return COLLATOR.compare(a, b);
}

/** Pages of equal names get a number, in the order of the list. */
function addressOf(path: string, hasFolders: boolean, slugs: Map<string, number>): string {
  const parts = path.replace(PAGE, '').split('/').map(slugOf);
  const names = hasFolders ? parts : parts.slice(-1);
  if (names.length > 1 && names.at(-1) === 'index') names.pop();
  const key = names.join('/');
  const count = slugs.get(key) ?? 0;
  slugs.set(key, count + 1);
  return count === 0 ? key : `${key}-${count}`;
}

const MAX_SLUG = 50;

/** The name of a file without a number before it, unless this is a year or longer. */
function slugOf(name: string): string {
  const plain = /^(?:[12]\d{3}|\d{5})/.test(name) ? name : name.replace(/^[\d_.-]+/, '') || name;
  const words = plain.replaceAll('&', ' and ').toLowerCase();
  return words
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MAX_SLUG);
}

/** MyST, of which Jupyter Book 2 is made. */
export const myst: Profile = {
  label: 'MyST',
  configFiles: ['', 'docs/', 'book/'].map((folder) => `${folder}myst.yml`),
  readConfig: (root, file, text) => ({
    ...withExtended(root, file, parseConfig(file, text)),
    [TOC]: tocBeside(root, file),
  }),
  needsBuild: (root, config) => readPages(root, config).some(({ path }) => !path.endsWith('.md')),
  buildCommand: 'npx myst build --html',
  builtFolders: ['_build/html'],
  ...(sphinx.bases && { bases: sphinx.bases }),
  site: siteOf,
  rules,
};

/** Files that `extends` names give what the configuration doesn't have. */
function withExtended(root: string, file: string, own: ConfigValues): ConfigValues {
  const named = stringsOf(own['extends']);
  const others = named.map((name) => {
    const path = posix.join(posix.dirname(file), name);
    return parseConfig(path, path.startsWith('..') ? '' : (readProjectText(root, path, true) ?? ''));
  });
  const part = (key: string) => Object.assign({}, ...[...others, own].map((values) => objectOf(values[key])));
  return { ...own, project: part('project'), site: part('site') };
}

function siteOf({ values }: GeneratorConfig): RawSite {
  const [site, project] = [objectOf(values['site']), objectOf(values['project'])];
  const title = configText(site, 'title') ?? configText(project, 'title');
  const description = configText(site, 'description') ?? configText(project, 'description');
  return withoutUndefined({ title, description: description?.replace(/\s+/g, ' ') });
}

function rules(project: Project): Rules {
  const { config, root } = project;
  const pages = config === undefined ? [] : readPages(root, config);
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const pageOf = (path: string): MystPage | undefined => byPath.get(contentPath(path, project));
  return {
    notContent: new Set(['_build']),
    isPartial: () => false,
    pages: (files) => files.filter((path) => /\.md$/.test(path) && pageOf(path) !== undefined),
    place(path) {
      const page = pageOf(path);
      return page && placeOfAddress(path, page.address);
    },
    address: ({ place }) => addressAt(pageOf(place.path)?.address ?? '', ''),
    inherited: () => ({
      // A hidden page is neither in the menu nor in the sitemap.
      valuesFor: (path) => (pageOf(path)?.isHidden ? { unlisted: true } : {}),
      print: () => pages,
    }),
    warnings() {
      const gaps = new Gaps();
      const unread = pages.find(({ path }) => !path.endsWith('.md'))?.path;
      if (unread !== undefined) gaps.add(unread, `pages in ${languageOf(unread)}`);
      return gaps.warnings(myst);
    },
    navigation(files) {
      const listed = pages.filter(({ isHidden }) => !isHidden);
      return pagesListed(listed, files, (path) => contentPath(path, project));
    },
  };
}

/** Pages that aren't Markdown: their text is computed from cells or directives. */
const NOT_MARKDOWN = /\.(?:rst|ipynb|Rmd)$/;

/** Jupyter Book 1: Sphinx with a configuration in YAML and the order of its pages in `_toc.yml`. */
export const jupyterBook: Profile = {
  label: 'Jupyter Book',
  configFiles: ['', 'docs/', 'book/', 'doc/'].map((folder) => `${folder}_config.yml`),
  // Jekyll and Hexo have a file of this name.
  ownsConfig: (_root, values) => readToc(values[TOC]).length > 0,
  readConfig: (root, file, text) => ({ ...parseConfig(file, text), [TOC]: tocBeside(root, file) }),
  needsBuild: (root, config) => firstUnread(root, config, NOT_MARKDOWN) !== undefined,
  buildCommand: 'jupyter-book build .',
  builtFolders: ['_build/html'],
  ...(sphinx.bases && { bases: sphinx.bases }),
  site: ({ values }) =>
    siteAt(values, {
      title: 'title',
      description: 'description',
      lang: 'sphinx.config.language',
      baseUrl: 'html.baseurl',
    }),
  rules: jupyterRules,
};

function jupyterRules(project: Project): Rules {
  const values: ConfigValues = project.config?.values ?? {};
  const toc = readToc(values[TOC], project.bases[0] && join(project.root, project.bases[0].folder));
  const named = new Set(toc.map(({ path }) => path));
  const own = sphinxRules(project, jupyterBook, NOT_MARKDOWN);
  const inner = (path: string) => contentPath(path, project).replace(/\.md$/, '');
  return {
    ...own,
    pages(files) {
      const pages = own.pages?.(files) ?? files;
      return values['only_build_toc_files'] === true ? pages.filter((path) => named.has(inner(path))) : pages;
    },
    navigation: (files) => uniquePages(pagesListed(toc, files, inner)),
  };
}
