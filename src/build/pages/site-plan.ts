import { compareText } from '../../core/compare.js';
import { addTo } from '../../core/multimap.js';
import { inWords } from '../../core/text.js';
import { pageFile } from '../../site/page-file.js';
import type { IndexEntry, Term } from '../../site/site.js';
import type { PageRef } from './layout.js';
import type { Words } from './words.js';

/** Maximum number of items in the navigation; more pages get a list of their own. */
const MAX_NAV = 6;

/** The data of an entry that a plan needs; many lists refer to each by its number. */
type PlannedEntry = Pick<IndexEntry, 'id' | 'type' | 'title' | 'path' | 'published' | 'menuOrder' | 'lang'>;

/** A list of entries with an address. */
export interface ListPlan {
  readonly kind: 'front' | 'posts' | 'pages' | 'term';
  /** Of the first page, below the base, with slashes at both ends. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly kicker: string;
  /** Numbers of the entries, in the order in which they are listed. */
  readonly slots: readonly number[];
}

/** Every page of a site that isn't an entry's own, and how entries are connected. */
export interface SitePlan {
  readonly lists: readonly ListPlan[];
  readonly nav: readonly PageRef[];
  /** Path of a term's archive by `taxonomy/slug`. */
  readonly termPaths: ReadonlyMap<string, string>;
  /** The entries published right before and after another of its type. */
  neighbours(slot: number): { readonly newer?: number; readonly older?: number };
}

interface SitePlanOptions {
  readonly entries: readonly PlannedEntry[];
  /** Keys of the terms of an entry: `taxonomy/slug`. */
  termsOf(slot: number): readonly string[];
  /** Terms of public entries. */
  readonly terms: readonly Term[];
  readonly siteName: string;
  readonly siteDescription: string;
  readonly siteLang: string;
  readonly basePath: string;
  readonly words: Words;
  /** Claims the file of a page; false when its path is taken or blocked. */
  claim(file: string): boolean;
}

/** Taxonomies about the form of an entry, not its subject. */
const FORMAL = new Set(['post_format', 'nav_menu', 'link_category', 'wp_theme']);

/** Plans front page, blog, archives and navigation. The same entries give the same plan. */
export function planSite(options: SitePlanOptions): SitePlan {
  const { entries, basePath, words } = options;
  const posts = slotsOf(entries, ({ type }) => type !== 'page').sort(byPublished(entries));
  const pages = slotsOf(entries, ({ type, path }) => type === 'page' && path !== '/').sort(byMenu(entries));
  const lists: ListPlan[] = [];
  const front = frontPage(options, posts, pages);
  if (front !== undefined) lists.push(front);
  const blog = front === undefined ? postList(options, posts) : undefined;
  if (blog !== undefined) lists.push(blog);
  const own = pages.filter((slot) => isNavPage(entries[slot], options.siteLang));
  const all = own.length > MAX_NAV ? pageList(options, pages) : undefined;
  if (all !== undefined) lists.push(all);
  const archives = termLists(options);
  lists.push(...archives.map(({ list }) => list));
  const ref = (path: string, title: string): PageRef => ({ title, href: basePath + path });
  const shown = own.slice(0, all === undefined ? MAX_NAV : MAX_NAV - 1);
  return {
    lists,
    nav: [
      ...(blog === undefined ? [] : [ref(blog.path, words.blog)]),
      ...shown.map((slot) => ref(entries[slot]?.path ?? '/', entries[slot]?.title || words.untitled)),
      ...(all === undefined ? [] : [ref(all.path, words.morePages)]),
    ],
    termPaths: new Map(archives.map(({ key, list }) => [key, list.path])),
    neighbours: neighboursIn(entries, posts),
  };
}

function slotsOf(entries: readonly PlannedEntry[], test: (entry: PlannedEntry) => boolean): number[] {
  return entries.flatMap((entry, slot) => (test(entry) ? [slot] : []));
}

function byPublished(entries: readonly PlannedEntry[]): (a: number, b: number) => number {
  return (a, b) =>
    (entries[b]?.published ?? 0) - (entries[a]?.published ?? 0) ||
    (entries[b]?.id ?? 0) - (entries[a]?.id ?? 0);
}

function byMenu(entries: readonly PlannedEntry[]): (a: number, b: number) => number {
  return (a, b) =>
    (entries[a]?.menuOrder ?? 0) - (entries[b]?.menuOrder ?? 0) ||
    compareText(entries[a]?.title ?? '', entries[b]?.title ?? '') ||
    (entries[a]?.id ?? 0) - (entries[b]?.id ?? 0);
}

/** The navigation contains the pages right below the home page, in the site's language. */
function isNavPage(entry: PlannedEntry | undefined, lang: string): boolean {
  return entry !== undefined && entry.lang === lang && /^\/[^/?]+\/?$/.test(entry.path);
}

/** No front page is generated where an entry is the front page. */
function frontPage(
  options: SitePlanOptions,
  posts: readonly number[],
  pages: readonly number[],
): ListPlan | undefined {
  if (options.entries.some(({ path }) => pageFile(path) === 'index.html')) return undefined;
  if (!options.claim('index.html')) return undefined;
  return {
    kind: 'front',
    path: '/',
    title: options.siteName || options.words.home,
    description: options.siteDescription,
    kicker: '',
    slots: posts.length > 0 ? posts : pages,
  };
}

function postList(options: SitePlanOptions, posts: readonly number[]): ListPlan | undefined {
  const path = posts.length === 0 ? undefined : firstFree(['/blog/', '/posts/', '/all-posts/'], options);
  if (path === undefined) return undefined;
  return { kind: 'posts', path, title: options.words.blog, description: '', kicker: '', slots: posts };
}

function pageList(options: SitePlanOptions, pages: readonly number[]): ListPlan | undefined {
  const path = firstFree(['/pages/', '/all-pages/'], options);
  if (path === undefined) return undefined;
  return { kind: 'pages', path, title: options.words.morePages, description: '', kicker: '', slots: pages };
}

function firstFree(paths: readonly string[], { claim }: SitePlanOptions): string | undefined {
  return paths.find((path) => claim(pageFile(path) ?? ''));
}

function termLists(options: SitePlanOptions): readonly { readonly key: string; readonly list: ListPlan }[] {
  const members = slotsByTerm(options);
  return options.terms.flatMap((term) => {
    const { taxonomy, slug, name, description } = term;
    const key = `${taxonomy}/${slug}`;
    const slots = [...(members.get(key) ?? [])].sort(byPublished(options.entries));
    const path = `/${encodeURIComponent(taxonomy)}/${encodeURIComponent(slug)}/`;
    if (FORMAL.has(taxonomy) || slots.length === 0 || !options.claim(pageFile(path) ?? '')) return [];
    const list: ListPlan = { kind: 'term', path, title: name, description, kicker: inWords(taxonomy), slots };
    return [{ key, list }];
  });
}

function slotsByTerm({ entries, termsOf }: SitePlanOptions): ReadonlyMap<string, number[]> {
  const members = new Map<string, number[]>();
  for (const slot of entries.keys()) {
    for (const key of termsOf(slot)) addTo(members, key, slot);
  }
  return members;
}

function neighboursIn(entries: readonly PlannedEntry[], posts: readonly number[]): SitePlan['neighbours'] {
  const newer = new Map<number, number>();
  const older = new Map<number, number>();
  const last = new Map<string, number>();
  for (const slot of posts) {
    const { type = '', lang = '' } = entries[slot] ?? {};
    const line = `${type} ${lang}`;
    const before = last.get(line);
    if (before !== undefined) {
      newer.set(slot, before);
      older.set(before, slot);
    }
    last.set(line, slot);
  }
  return (slot) => {
    const [next, previous] = [newer.get(slot), older.get(slot)];
    return { ...(next !== undefined && { newer: next }), ...(previous !== undefined && { older: previous }) };
  };
}
