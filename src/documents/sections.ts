import { isVariant } from '../core/language-names.js';
import { memoisedByObject } from '../core/memoised.js';
import { countBy, repeated } from '../core/multimap.js';
import { decodePercent } from '../core/percent.js';
import { capitalised, unusedName } from '../core/text.js';
import { type ContentType, GENERIC_TITLE, type IndexEntry } from '../site/site.js';
import { entriesOfType, placeholdersLast, sectionTypes } from './addresses.js';
import type { DocumentContext } from './document-row.js';
import { tidyLine } from './escape.js';
import { byWeight, groupsOf, segmentsOf, VERSION } from './section-groups.js';

const MAX_TITLE = 100;

/** Entries that are listed under one heading. */
export interface Section {
  readonly title: string;
  /** Folder of its own files, without slashes around it: `guide`, `de/posts`. */
  readonly folder: string;
  /** A language beyond the main one, or empty, and the folder of its index. */
  readonly lang: string;
  readonly langFolder: string;
  readonly type: ContentType;
  /** In the order of the index; at least one. */
  readonly entries: readonly IndexEntry[];
}

/**
 * The sections of all indexes for language models: by language, the main one first; then by type; then the entries
 * outside of any folder, and one section for each folder or group of the navigation.
 */
export const sectionsOf = memoisedByObject((ctx: DocumentContext) => planSections(ctx));

/** Whether an entry is in the indexes: no owner's veto, some text of its own, and not the error page. */
function isListed({ llms, hasProse, path }: IndexEntry): boolean {
  return llms && hasProse && !/\/404(?:\.html?)?\/?$/.test(path);
}

function planSections(ctx: DocumentContext): readonly Section[] {
  const langOf = languageKey(ctx);
  const folders = new Set(ctx.languages);
  const titles = titlesByPath(ctx);
  const weights = new Map(ctx.entries.map(({ path, menuOrder }) => [plainPath(path), menuOrder]));
  return ['', ...ctx.languages].flatMap((lang) => {
    const own = ctx.entries.filter((entry) => isListed(entry) && langOf(entry) === lang);
    const langFolder = lang === '' ? '' : folderOf(lang, own, folders);
    folders.add(langFolder);
    const headings = new Set<string>();
    return sectionTypes(ctx).flatMap((type) => {
      const listed = entriesOfType(ctx, type.slug).filter(
        (entry) => isListed(entry) && langOf(entry) === lang,
      );
      const entries = type.slug === 'post' ? listed : placeholdersLast(listed);
      const groups = groupsOf(pageFirst(entries, langFolder), type, langFolder);
      const shared = repeated(groups.map(({ folder }) => titles.get(`/${folder}`)));
      return byWeight(groups, weights).map((group): Section => {
        const { name, label } = group;
        const folder = unusedName(group.folder, folders);
        const title = label ?? (name === '' ? type.plural : titleOf(folder, name, titles, shared));
        return {
          title: unusedName(tidyLine(title).slice(0, MAX_TITLE) || type.slug, headings, ' '),
          folder,
          lang,
          langFolder,
          type,
          entries: pageFirst(group.entries, group.folder),
        };
      });
    });
  });
}

/** The page of a folder comes before the folder's other entries, unless the navigation has its place. */
function pageFirst(entries: readonly IndexEntry[], folder: string): readonly IndexEntry[] {
  const page = entries.find(({ path }) => path !== '/' && segmentsOf(path).join('/') === folder);
  if (page === undefined || page === entries[0] || page.navOrder !== undefined) return entries;
  return [page, ...entries.filter((entry) => entry !== page)];
}

/**
 * The language under which an entry is listed; empty for the main one. That is the site's own with its regional
 * variants, or the most frequent language if no entry is in it.
 */
export function languageKey({ site, languages, entries }: DocumentContext): (entry: IndexEntry) => string {
  const others = new Set(languages.filter((lang) => !isVariant(lang, site.lang)));
  if (entries.every((entry) => others.has(entry.lang))) {
    const counts = countBy(entries, ({ lang }) => lang);
    const [main] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [''];
    others.delete(main);
  }
  return ({ lang }) => (others.has(lang) ? lang : '');
}

/** The folder of a language: the one that all its entries are in, else its tag. */
function folderOf(lang: string, entries: readonly IndexEntry[], taken: ReadonlySet<string>): string {
  const [first, ...others] = new Set(entries.map(({ path }) => segmentsOf(path)[0] ?? ''));
  const isOwn = first !== undefined && first !== '' && others.length === 0 && entries.length > 1;
  return isOwn && !taken.has(first) ? first : lang;
}

function titlesByPath({ entries, site }: DocumentContext): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const folders = new Set(entries.flatMap(({ path }) => (path.endsWith('/') ? plainPath(path) : [])));
  for (const { path, title } of entries) {
    const folder = plainPath(path);
    // The name of the site isn't a title for a folder, and neither is the title of a sibling page.
    const isOther = !path.endsWith('/') && folders.has(folder);
    if (title === '' || title === site.name || isOther || GENERIC_TITLE.test(title)) continue;
    titles.set(folder, title);
  }
  return titles;
}

function plainPath(path: string): string {
  return path.replace(/(?:\.html?|\/)$/, '');
}

/**
 * The title of a folder: that of its page, else its name in words.
 * @param shared titles of several folders, such as the years of a course
 */
function titleOf(
  folder: string,
  name: string,
  titles: ReadonlyMap<string, string>,
  shared: ReadonlySet<string | undefined>,
): string {
  const page = titles.get(`/${folder}`);
  if (page !== undefined && !shared.has(page)) return page;
  if (VERSION.test(name)) return name;
  const words = decodePercent(name)
    .replace(/^\d+[-_.]\s*/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return capitalised(words);
}
