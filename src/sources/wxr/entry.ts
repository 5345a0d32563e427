import { NO_PRIVACY_RULES } from '../../content/privacy/privacy.js';
import { sha256 } from '../../core/hash.js';
import type { Warnings } from '../../core/warnings.js';
import type { EntryStatus, RawEntry, RawTermRef, SourceContext } from '../port.js';
import { accessOf, marksOf } from './access.js';
import type { AccessRules } from './access-rules.js';
import { bindMeta } from './bound-meta.js';
import { builderBody } from './builders/body.js';
import { expiryOf, itemDate, itemOffset, startsOf, tellsDate } from './dates.js';
import { withEnclosures } from './enclosure.js';
import type { Fields } from './fields.js';
import { embedFootnotes } from './footnotes.js';
import { guessAddress, type ParentItems } from './guess-address.js';
import { decodeSlug, isPublicTaxonomy, taxonomyName } from './head.js';
import { itemLabel } from './item-label.js';
import { warnOfLanguages } from './joined-languages.js';
import { warnOfLostText } from './lost-text.js';
import { pageBuilder } from './meta-builder.js';
import { readSeoMeta, type SeoMeta } from './meta-seo.js';
import type { WxrOptions } from './options.js';
import { withFacts } from './page-facts.js';
import { phpStrings } from './php-serialized.js';
import { isHiddenProduct, productBody, readProduct } from './product.js';
import { isRawMarkdown } from './raw-markdown.js';
import { entryStatus } from './types.js';

/** The data of the file that an item needs. */
export interface EntryContext {
  /** The path as the user wrote it. */
  readonly file: string;
  readonly timeZone: string;
  readonly warnings: Warnings;
  readonly keep?: SourceContext['keep'];
  readonly audit?: SourceContext['audit'];
  readonly privacy?: SourceContext['privacy'];
  readonly options: WxrOptions;
  /** What the export as a whole says about readers. */
  readonly rules?: AccessRules;
  /** The parents of items, where some have no address. */
  readonly parents?: ParentItems;
  /** Called for an item with an unreadable date, which then counts as undated. */
  onUnreadableDate?(line: number): void;
}

/**
 * Turns an `<item>` into an entry.
 * @returns undefined, with a warning that names the item, when it is unusable
 */
export function readEntry(fields: Fields, type: string, context: EntryContext): RawEntry | undefined {
  const identity = entryIdentity(fields);
  if (identity === undefined) return skip(fields, context, 'has neither an id nor an address nor a slug');
  const word = fields.word('wp:status');
  if (word === '') return skip(fields, context, "has no <wp:status>, so it's unclear whether it's public");
  const status = entryStatus(word, type);
  const meta = fields.meta();
  const { authors, terms, lang, translationKey } = readRelations(fields, meta);
  const title = fields.get('title');
  const excerpt = fields.get('excerpt:encoded');
  const named = (taxonomy: string) => terms.flatMap((term) => (term.taxonomy === taxonomy ? term.name : []));
  const words = { title, excerpt, categories: named('category'), tags: named('tag') };
  const seo = readSeoMeta(meta, { ...words, site: fields.siteTitle });
  const { element } = fields;
  const slug = decodeSlug(fields.get('wp:post_name'));
  const dates = readDates(fields, meta, context);
  const written = embedFootnotes(fields.inLanguage('content:encoded', lang), meta.get('footnotes'));
  const stored = bindMeta(written, (keys) => fields.metaLists(keys));
  const text = builderBody(fields, meta, stored, context);
  const access = accessOf(fields, { type, terms }, context);
  const product = type === 'product' ? readProduct(fields, context.options.currency) : undefined;
  const page =
    product === undefined ? withFacts(fields, type, text) : productBody(fields, product, terms, text);
  const isMarkdown = isRawMarkdown(page, context.privacy ?? NO_PRIVACY_RULES);
  const body = isMarkdown ? page : withEnclosures(page, fields);
  if (product?.price !== undefined && product.currency === undefined) warnAboutCurrency(context);
  const entry: RawEntry = {
    ref: `${context.file}:${element.line}`,
    ...identity,
    type,
    status,
    protected: fields.hasPassword || access !== undefined,
    ...(context.keep?.passwords ? optionalText('password', fields.get('wp:post_password')) : {}),
    noindex: seo.noindex || isHiddenProduct(fields, type),
    ...(context.audit && { marks: marksOf(fields, { word, status, type, access }) }),
    title,
    slug,
    ...readAddress(fields, { type, slug, published: dates.published }, context),
    ...formerUrls(fields),
    ...dates,
    authorKeys: authors,
    terms,
    excerpt,
    body,
    ...(isMarkdown ? { format: 'markdown', linksByIds: true } : { format: 'wordpress' }),
    ...readMeta(meta, seo, word, status, context.keep?.meta ? fields.otherMeta() : {}),
    ...(product && { product }),
    ...optionalText('builder', pageBuilder(meta, stored)),
    ...optionalText('lang', lang),
    ...optionalText('translationKey', translationKey),
    ...optionalNumber('expires', expiryOf(meta, context.timeZone)),
    ...optionalNumber('menuOrder', fields.integer('wp:menu_order')),
    ...optionalNumber('parent', fields.integer('wp:post_parent')),
    ...(fields.get('wp:is_sticky') === '1' ? { sticky: true } : {}),
  };
  if (status === 'publish') warnOfLostText(entry, fields, context);
  if (status === 'publish') warnOfLanguages(fields.otherLanguages, context);
  return entry;
}

function skip(fields: Fields, context: EntryContext, why: string): undefined {
  context.warnings.add({
    code: 'wxr-item-skipped',
    file: context.file,
    line: fields.element.line,
    message: `The ${itemLabel(fields)} ${why}; it was left out.`,
    fix: 'Fix the item on the site and export again, or add the missing field to the file.',
    skipped: true,
  });
  return undefined;
}

/** The export's own id; without one the permanent address, the link or the slug identifies the entry. */
function entryIdentity(fields: Fields): { id: number; key: string } | { key: string } | undefined {
  const id = fields.integer('wp:post_id');
  if (id !== undefined && id > 0) return { id, key: String(id) };
  const stable = fields.get('guid') || fields.get('link') || fields.get('wp:post_name');
  return stable === '' ? undefined : { key: `wxr:${sha256(stable).slice(0, 24)}` };
}

function readAddress(
  fields: Fields,
  place: { readonly type: string; readonly slug: string; readonly published: number | undefined },
  context: EntryContext,
): { readonly url?: string; readonly isAddressGuessed?: boolean } {
  const link = fields.get('link');
  if (link !== '') return { url: link };
  const url = guessAddress(fields, place, context);
  if (url === undefined) return {};
  context.warnings.add({
    code: 'wxr-link-missing',
    file: context.file,
    message: 'An item has no <link>; its address was made from its slug.',
    fix: 'Compare it with the site. If it differs, set "permalinks" in the options of the source, for example { "post": "/{year}/{month}/{slug}/" }, or export again.',
    count: 1,
  });
  return { url, isAddressGuessed: true };
}

function readDates(
  fields: Fields,
  meta: ReadonlyMap<string, string>,
  { timeZone, onUnreadableDate }: EntryContext,
): Pick<RawEntry, 'published' | 'modified' | 'modifiedField' | 'utcOffset'> {
  const gmt = fields.get('wp:post_date_gmt');
  const local = fields.get('wp:post_date');
  const pubDate = fields.get('pubDate');
  const shown = itemDate(gmt, local, pubDate, timeZone);
  const starts = startsOf(meta, timeZone);
  const published = starts.length === 0 ? shown : Math.max(...starts, shown ?? 0);
  const changes = [fields.get('wp:post_modified_gmt'), fields.get('wp:post_modified')] as const;
  const modified = itemDate(...changes, '', timeZone);
  const isUnreadable =
    (shown === undefined && tellsDate(gmt, local, pubDate)) ||
    (modified === undefined && tellsDate(...changes));
  if (isUnreadable) onUnreadableDate?.(fields.element.line);
  return {
    ...optionalNumber('published', published, true),
    ...optionalNumber('modified', modified, true),
    ...(modified !== undefined && { modifiedField: 'wp:post_modified_gmt' }),
    ...optionalNumber('utcOffset', itemOffset(gmt, local), true),
  };
}

const OLD_SLUG = '_wp_old_slug';

/** WordPress redirects addresses with an earlier slug. */
function formerUrls(fields: Fields): Pick<RawEntry, 'formerUrls'> {
  const slugs = fields.metaLists(new Set([OLD_SLUG])).get(OLD_SLUG) ?? [];
  const [, start, end] = /^([^?]*\/)[^/?]+(\/?)$/.exec(fields.get('link')) ?? [];
  if (slugs.length === 0 || start === undefined) return {};
  return { formerUrls: [...new Set(slugs)].map((slug) => `${start}${slug}${end}`) };
}

interface Relations {
  authors: string[];
  terms: RawTermRef[];
  lang: string;
  translationKey: string;
}

/**
 * Terms and authors. Two extensions keep other things in taxonomies: several authors of one item (`author`, slugs
 * with the prefix `cap-`), and its language and translations (`language`, `post_translations`). Another one keeps
 * these in post meta for its own import.
 */
function readRelations(fields: Fields, meta: ReadonlyMap<string, string>): Relations {
  const found: Relations = {
    authors: [],
    terms: [],
    lang: meta.get('_wpml_import_language_code')?.trim().replaceAll('_', '-') ?? '',
    translationKey: meta.get('_wpml_import_translation_group')?.trim() ?? '',
  };
  for (const { domain, nicename, name } of fields.categories()) {
    const slug = decodeSlug(nicename);
    if (domain === 'author') found.authors.push(slug.replace(/^cap-/, ''));
    else if (domain === 'language' && /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(slug)) {
      found.lang = slug.replaceAll('_', '-');
    } else if (domain === 'post_translations') found.translationKey = slug;
    else if (isPublicTaxonomy(domain) && slug !== '') {
      found.terms.push({ taxonomy: taxonomyName(domain), slug, name: name || slug });
    }
  }
  const creator = fields.word('dc:creator');
  if (found.authors.length === 0 && creator !== '') found.authors.push(creator);
  return found;
}

function readMeta(
  meta: ReadonlyMap<string, string>,
  seo: SeoMeta,
  word: string,
  status: EntryStatus,
  others: Readonly<Record<string, string>>,
): Partial<RawEntry> {
  const thumbnail = Number(meta.get('_thumbnail_id') ?? '');
  const topics = meta.get('_svc_topics');
  const derive = meta.get('_svc_topics_derive')?.trim();
  const llms = meta.get('_svc_llms')?.trim().toLowerCase();
  const extra = {
    ...optionalText('canonical', seo.canonical),
    ...optionalText('template', meta.get('_wp_page_template')),
    ...(word === status ? {} : { status: word }),
    ...(Object.keys(others).length === 0 ? {} : { meta: others }),
  };
  return {
    ...(Number.isSafeInteger(thumbnail) && thumbnail > 0
      ? { image: thumbnail }
      : seo.image !== undefined && { image: seo.image }),
    ...optionalText('description', meta.get('_svc_description')?.trim() || seo.description),
    ...optionalText('seoTitle', seo.title),
    ...optionalText('focusKeyword', seo.focusKeyword),
    ...(topics === undefined ? {} : { topics: splitTopics(topics) }),
    ...(derive === '1' || derive === '0' ? { topicsDerive: derive === '1' } : {}),
    ...(llms === undefined || llms === '' ? {} : { llms: !['0', 'false', 'no', 'off'].includes(llms) }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

function splitTopics(text: string): string[] {
  return phpStrings(text)
    .flatMap((part) => part.split(/[,\n]/))
    .map((topic) => topic.trim())
    .filter((topic) => topic !== '');
}

function warnAboutCurrency({ file, warnings }: EntryContext): void {
  warnings.add({
    code: 'wxr-currency',
    file,
    message:
      'The prices of products have no currency, which exports don’t contain; structured data has no offers.',
    fix: 'Set "currency" in the options of the source, for example { "type": "wxr", "path": "export.xml", "options": { "currency": "EUR" } }.',
    count: 1,
  });
}

function optionalText<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  return value === undefined || value === '' ? {} : ({ [key]: value } as { [P in K]: string });
}

function optionalNumber<K extends string>(
  key: K,
  value: number | undefined,
  keepZero = false,
): { [P in K]?: number } {
  return value === undefined || (value === 0 && !keepZero) ? {} : ({ [key]: value } as { [P in K]: number });
}
