import { Document, isScalar, visit } from 'yaml';
import { plainText } from '../../content/html/text.js';
import { withoutUndefined } from '../../core/json.js';
import { addTo } from '../../core/multimap.js';
import { decodePercent } from '../../core/percent.js';
import { placeEntry } from '../../site/address.js';
import {
  BLOCKS_FILE,
  MEDIA_FILE,
  makeMediaLookup,
  makeSlugLookup,
  SITE_FILE,
  type SlugLookup,
} from '../../sources/files/library.js';
import { withoutEmail } from '../../sources/files/to-the-letter.js';
import type { RawEntry, RawSite, RawTerm, RawTermRef } from '../../sources/port.js';
import { entryIdOf, type Gathered, plainName } from './gather.js';

/** Turns entries into front matter. */
export type FrontMatterWriter = (entry: RawEntry) => string;

/** Makes the writer for the entries of one site. */
export function makeFrontMatterWriter(gathered: Gathered): FrontMatterWriter {
  const slugOf = makeSlugLookup(gathered.terms);
  const mediaAt = makeMediaLookup(gathered.media);
  const { authors, library, site } = gathered;

  return function writeFrontMatter(entry) {
    const values = {
      id: entryIdOf(entry),
      // Titles of files are plain text.
      title: plainText(entry.title),
      slug: entry.slug,
      url: addressOf(entry.url, site.baseUrl),
      redirect_from: entry.formerUrls?.map((url) => addressOf(url, site.baseUrl)),
      type: entry.type,
      status: entry.status === 'publish' ? undefined : entry.status,
      protected: entry.protected || undefined,
      password: entry.password,
      noindex: entry.noindex || undefined,
      date: dateText(entry.published, entry.utcOffset),
      lastmod: dateText(entry.modified, entry.utcOffset),
      expires: dateText(entry.expires, entry.utcOffset),
      authors: authorsOf(entry.authorKeys, authors),
      ...termsOf(entry.terms, slugOf),
      excerpt: entry.excerpt || undefined,
      description: entry.description,
      seo_title: entry.seoTitle,
      focus: entry.focusKeyword,
      topics: entry.topics?.length === 0 ? undefined : entry.topics,
      topics_derive: entry.topicsDerive,
      image: imageOf(entry.image),
      imageAlt: entry.imageAlt,
      menuOrder: entry.menuOrder,
      parent: entry.parent,
      sticky: entry.sticky,
      llms: entry.llms,
      lang: entry.lang,
      translationKey: entry.translationKey,
      builder: entry.builder,
      product: entry.product,
    };
    return toYaml({ ...values, extra: entry.extra });
  };

  /** The address is easier to read than an id, where it leads back to it. */
  function imageOf(image: RawEntry['image']): string | number | undefined {
    if (typeof image !== 'number') return image;
    const url = library.byId(image)?.url;
    return url !== undefined && url !== '' && mediaAt(url) === image ? url : image;
  }
}

function authorsOf(keys: readonly string[], authors: Gathered['authors']): unknown {
  const named = keys.flatMap((key): (string | { name: string; url: string })[] => {
    const { name = '', url } = authors.get(key) ?? {};
    const shown = withoutEmail(name);
    if (shown === '') return [];
    return url === undefined ? [shown] : [{ name: shown, url }];
  });
  return named.length === 0 ? undefined : named;
}

function termsOf(terms: readonly RawTermRef[], slugOf: SlugLookup): Readonly<Record<string, unknown>> {
  const lists = new Map<string, unknown[]>();
  for (const { taxonomy, slug, name: written } of terms) {
    const name = plainName(written);
    // A bare name is trimmed and looked up; any other form identifies the term itself.
    const isBare = name.trim() === name && name !== '' && slugOf(taxonomy, name) === slug;
    const item = isBare ? name : { name, slug };
    addTo(lists, taxonomy, item);
  }
  const { category, tag, ...others } = Object.fromEntries(lists);
  return {
    categories: category,
    tags: tag,
    taxonomies: Object.keys(others).length === 0 ? undefined : others,
  };
}

/** `/größe/` for `https://old.example/gr%C3%B6%C3%9Fe/`; addresses that a build can't use stay as they are. */
function addressOf(url: string | undefined, base: string | undefined): string {
  // Empty means none. Without it the place of the file would define one.
  if (url === undefined) return '';
  const place = (address: string) => placeEntry(address, base === undefined ? [] : [base]);
  const placed = place(url);
  if ('problem' in placed) return url;
  const readable = decodePercent(placed.path);
  const again = place(readable);
  return 'path' in again && again.path === placed.path ? readable : placed.path;
}

/** In the site's own time where the export has it, else in UTC. */
function dateText(seconds: number | undefined, offset: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  const local = new Date((seconds + (offset ?? 0)) * 1000).toISOString().slice(0, 19);
  if (offset === undefined) return `${local}Z`;
  const minutes = Math.abs(Math.round(offset / 60));
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** Keys without a value are left out; long lines are never broken. */
function toYaml(values: Readonly<Record<string, unknown>>): string {
  const document = new Document(withoutUndefined(values), { aliasDuplicateObjects: false });
  visit(document, {
    Pair(_, { key }) {
      // Unquoted it would be an instruction to merge, which many readers follow.
      if (isScalar(key) && key.value === '<<') key.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
}

const HEAD = `# The site that this folder was imported from. svc reads the front matter of a folder with this file
# to the letter: what is written there counts, also when it is empty.
# "url" is where the links in the pages point to: leave it as it is, also when the site moves.
`;

/**
 * The data files of a content folder: the site with its terms, the media library, and the reusable blocks where
 * bodies refer to them.
 * @returns text by file name
 */
export function libraryFiles(
  gathered: Pick<Gathered, 'site' | 'terms' | 'media' | 'patterns'>,
  withBlocks: boolean,
): ReadonlyMap<string, string> {
  const { site, terms, media, patterns } = gathered;
  const files = new Map([[SITE_FILE, siteFile(site, terms)]]);
  if (media.length > 0) files.set(MEDIA_FILE, jsonLines(media));
  if (withBlocks && patterns.size > 0) {
    files.set(BLOCKS_FILE, jsonLines([...patterns.values()].sort((a, b) => a.id - b.id)));
  }
  return files;
}

function siteFile(
  { title, description, baseUrl, lang, timezone, logo }: RawSite,
  terms: readonly RawTerm[],
): string {
  const lists = new Map<string, Omit<RawTerm, 'taxonomy'>[]>();
  for (const { taxonomy, ...term } of terms) addTo(lists, taxonomy, term);
  const taxonomies = lists.size === 0 ? undefined : Object.fromEntries(lists);
  const text = toYaml({ title, description, url: baseUrl, lang, timezone, logo, taxonomies });
  return HEAD + (text === '{}\n' ? '' : text);
}

/** One item per line, so that a change shows as one line. */
function jsonLines(items: readonly object[]): string {
  return `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`;
}
