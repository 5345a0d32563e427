import { Document, isScalar, visit } from 'yaml';
import { plainText } from '../../content/html/text.js';
import { withoutUndefined } from '../../core/json.js';
import { addTo } from '../../core/multimap.js';
import { decodePercent } from '../../core/percent.js';
import { placeEntry } from '../../site/address.js';
import { makeMediaLookup, makeSlugLookup, type SlugLookup } from '../../sources/files/library.js';
import { withoutEmail } from '../../sources/files/to-the-letter.js';
import type { RawEntry, RawTermRef } from '../../sources/port.js';
import { type Gathered, idOf } from './gather.js';
import { plainName } from './plain.js';

/** Turns entries into front matter. */
export type FrontMatterWriter = (entry: RawEntry) => string;

/** Makes the writer for the entries of one site. */
export function makeFrontMatterWriter(gathered: Gathered): FrontMatterWriter {
  const slugOf = makeSlugLookup(gathered.terms);
  const mediaAt = makeMediaLookup(gathered.media);
  const { authors, library, site } = gathered;

  return function writeFrontMatter(entry) {
    const values = {
      id: idOf(entry),
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
export function toYaml(values: Readonly<Record<string, unknown>>): string {
  const document = new Document(withoutUndefined(values), { aliasDuplicateObjects: false });
  visit(document, {
    Pair(_, { key }) {
      // Unquoted it would be an instruction to merge, which many readers follow.
      if (isScalar(key) && key.value === '<<') key.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
}
