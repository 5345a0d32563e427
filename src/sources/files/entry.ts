import type { PrivacyRules } from '../../config/config.js';
import type { BodyFormat } from '../../content/body/port.js';
import { isObject, withoutUndefined } from '../../core/json.js';
import type { Warnings } from '../../core/warnings.js';
import type { AuditListener } from '../audit.js';
import type { RawAuthor, RawEntry } from '../port.js';
import { isAddressGuessed } from './address.js';
import { stripComments } from './comments.js';
import { readDates } from './date-values.js';
import { withEmoji } from './emoji.js';
import type { FrontMatter } from './front-matter.js';
import type { HeldBack, LeftOutFiles } from './held-back.js';
import { homeText } from './home-text.js';
import { KEYS } from './keys.js';
import type { FilePlace, Layout } from './layout.js';
import type { FilesOptions } from './options.js';
import { hasSlides, shownSlides } from './slides.js';
import { keyThatIsOn } from './status.js';
import type { SubstackTables } from './substack.js';
import { readAuthors, readTerms, readType, unlinked } from './taxonomy.js';
import { readTitle, type TitledBody } from './title.js';
import { ownBody, readOwnAuthors, readOwnExtra, readOwnFacts, readOwnTerms } from './to-the-letter.js';
import { Values } from './values.js';
import { readVisibility } from './visibility.js';
import { visibleSummary } from './visible-text.js';

/** Facts that apply to every file of a run. */
export interface EntryContext {
  readonly layout: Layout;
  readonly options: FilesOptions;
  readonly timeZone: string;
  /** Unix seconds. */
  readonly now: number;
  /** The title of the site by the configuration of its generator. */
  readonly siteTitle?: string | undefined;
  readonly warnings: Warnings;
  /** The owner's rules for names that sound like a restriction. */
  readonly privacy: PrivacyRules;
  /** Removes gated parts from texts. An import keeps them. */
  readonly cutsGates?: boolean;
  /** Values that a file inherits from the sections above it. */
  inherited?(path: string): Readonly<Record<string, unknown>>;
  /** Receives the names because of which pages are held back. */
  readonly held: HeldBack;
  /** The archives' tables of posts. */
  readonly substack: SubstackTables;
  /** Receives the files that don't become pages. */
  readonly leftOut: LeftOutFiles;
  /** Receives the reasons why pages aren't public. */
  readonly audit?: AuditListener | undefined;
}

/** An entry with the people it names. */
export interface FileEntry {
  readonly entry: RawEntry;
  readonly authors: readonly RawAuthor[];
  /** True where neither the front matter nor the text has a title, so that it is that of the file. */
  readonly isUntitled: boolean;
}

interface Picture {
  readonly image?: string;
  readonly imageAlt?: string;
}

function readImage(values: Values): Picture {
  const found = values.find(KEYS.image)?.value;
  const first: unknown = Array.isArray(found) ? found[0] : found;
  const parts =
    typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : { src: first };
  const address = [parts['src'], parts['url'], parts['image'], parts['path'], parts['feature']].find(
    (item) => typeof item === 'string' && item.trim() !== '',
  );
  const alt = values.text(...KEYS.imageAlt);
  const ownAlt = alt ?? (typeof parts['alt'] === 'string' ? parts['alt'] : undefined);
  return {
    ...(typeof address === 'string' ? { image: address.trim() } : {}),
    ...(ownAlt === undefined ? {} : { imageAlt: ownAlt }),
  };
}

function readLang(values: Values, place: FilePlace): string | undefined {
  const written = values.text('lang', 'language', 'locale') ?? place.lang;
  if (written === undefined) return undefined;
  const lang = written.replaceAll('_', '-').replace(/\.[\w-]+$/, '');
  if (/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(lang)) return lang;
  values.warn(
    'front-matter-lang',
    'lang',
    `"${written}" isn't a language tag, so it was ignored`,
    'Write for example "en" or "pt-BR".',
  );
  return undefined;
}

function readId(values: Values): number | undefined {
  const written = values.peek('id');
  // The name of a page in many generators.
  if (typeof written === 'string' && !/^\d+$|\s/.test(written)) return undefined;
  const id = values.integer('id');
  if (id === undefined || (Number.isSafeInteger(id) && id > 0)) return id;
  values.warn(
    'front-matter-type',
    'id',
    "the id isn't a positive whole number, so it was ignored",
    'Write a number from 1.',
  );
  return undefined;
}

const isOutOfLlms = (values: Values) =>
  keyThatIsOn(
    values,
    'excludeFromLlms',
    'llmsExclude',
    'hideFromLlms',
    'skipLlms',
    'skipLlmsTxt',
    'noLlms',
  ) !== undefined;

/** Facts that only some pages state. */
function readOptional(values: Values, description: string | undefined): Partial<RawEntry> {
  const facts = withoutUndefined({
    description,
    seoTitle: values.text(...KEYS.seoTitle),
    focusKeyword: values.text(...KEYS.focus),
    topicsDerive: values.boolean(...KEYS.topicsDerive),
    builder: values.text('builder'),
    menuOrder: values.integer('weight', 'order', 'menu_order', 'menuOrder', 'nav_order'),
    sticky: isPinned(values),
    llms: isOutOfLlms(values) ? false : values.boolean('llms', ...values.alike('llmsTxt', 'llm')),
  });
  const topics = values.list('comma', 'topics').map(unlinked);
  return { ...facts, ...(topics.length > 0 ? { topics } : {}) };
}

/** Themes order their pinned posts by a number. */
function isPinned(values: Values): boolean | undefined {
  const rank = values.find(['sticky', 'pinned'])?.value;
  return typeof rank === 'number' ? rank > 0 : values.boolean('sticky', 'pinned');
}

/** `aliases` of Hugo and `redirect_from` of Jekyll; other aliases are names and not addresses. */
function formerUrls(
  values: Values,
  { rules }: Layout,
  url: string,
  path: string,
): Pick<RawEntry, 'formerUrls'> {
  const written = ['aliases', 'alias', 'redirect_from'].flatMap((key) => [values.peek(key)].flat());
  const urls = written.filter((one) => typeof one === 'string' && /^(?:\/|https?:\/\/)/i.test(one));
  const all = [...(urls as string[]), ...(rules.formerAddresses?.(values, url, path) ?? [])];
  return all.length === 0 ? {} : { formerUrls: [...new Set(all)] };
}

/** The unused keys, and the canonical address under one name. */
function withCanonical(values: Values): RawEntry['extra'] {
  const seo = values.peek('seo');
  const ofSeo = isObject(seo) ? (seo['canonical'] ?? seo['canonicalUrl'] ?? seo['canonical_url']) : undefined;
  const written = [
    ...values.alike(...KEYS.canonical).map((key) => values.peek(key)),
    ofSeo,
    canonicalInHead(values.peek('head')),
  ];
  const canonical = written.find((value) => typeof value === 'string' && value.trim() !== '');
  const rest = values.rest();
  return canonical === undefined ? rest : { ...rest, canonical };
}

/** The address of a canonical link among tags for the head: `[link, {rel, href}]` (VitePress), `{tag, attrs}` (Starlight). */
function canonicalInHead(value: unknown, depth = 0): unknown {
  if (depth > 4 || typeof value !== 'object' || value === null) return undefined;
  if ('rel' in value && value.rel === 'canonical') return 'href' in value ? value.href : undefined;
  for (const item of Object.values(value)) {
    const found = canonicalInHead(item, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Template marks in HTML: the Markdown renderer removes them from HTML files too. */
function formatOf(place: FilePlace, matter: FrontMatter, values: Values, { library }: Layout): BodyFormat {
  if (!/^\.html?$/i.test(place.name.extension)) return 'markdown';
  if (library !== undefined) return values.text('format') === 'wordpress' ? 'wordpress' : 'html';
  return matter.present && /\{%|\{\{/.test(matter.body) ? 'markdown' : 'html';
}

/** The text of a file as its page begins: without comments, after what the theme shows from the front matter. */
function textOf({ name }: FilePlace, { body, data }: FrontMatter, layout: Layout): string {
  const { library, generator } = layout;
  if (/^\.html?$/i.test(name.extension)) return library ? ownBody(body) : body;
  const written = stripComments(hasSlides(layout) ? shownSlides(body) : body, generator);
  const home = library ? '' : homeText(data);
  return withEmoji(home === '' ? written : `${home}\n\n${written}`, layout);
}

/** The title of a file: its own in an imported folder, else by the rules of the generator. */
function titleOf(
  values: Values,
  text: string,
  page: { readonly place: FilePlace; readonly slug: string; readonly format: BodyFormat },
  { layout, siteTitle }: EntryContext,
): TitledBody {
  const own = layout.library && values.written('title');
  if (own !== undefined) return { title: own.trim(), body: text };
  const { place, slug, format } = page;
  const { showsOwnHeading, isNamedByFile, hasHtmlTitles } = layout.rules;
  const isHtml = /^\.html?$/i.test(place.name.extension);
  return readTitle(values, text, isHtml ? 'html' : format, {
    place,
    slug,
    siteTitle,
    showsOwnHeading,
    isNamedByFile,
    hasHtmlTitles,
  });
}

/**
 * Builds the entry of one file from its place, front matter and body, including the parts that are for some readers.
 * Unused front-matter keys are kept in `extra`.
 */
export function readEntry(place: FilePlace, matter: FrontMatter, context: EntryContext): FileEntry {
  const { layout, options, timeZone, warnings } = context;
  const values = new Values(matter, place.path, warnings);
  const { library } = layout;
  const format = formatOf(place, matter, values, layout);
  const all = library ? values : values.inheriting(context.inherited?.(place.path) ?? {});
  const ownSlug = all.text('slug')?.replace(/^\/+|\/+$/g, '') || undefined;
  const fileSlug = place.isIndex ? (place.folders.at(-1) ?? 'index') : place.name.slug;
  const slug = (library && values.written('slug')) ?? ownSlug?.split('/').at(-1) ?? fileSlug;
  const text = textOf(place, matter, layout);
  const { title, body, menuTitle, isFallback = false } = titleOf(all, text, { place, slug, format }, context);
  const dates = readDates(all, place, context);
  const type = readType(all, place, layout);
  const terms = library ? readOwnTerms(values, library) : readTerms(all, place, layout.rules);
  const authors = library
    ? readOwnAuthors(values)
    : readAuthors(all, (key) => layout.rules.author?.(place.path, key));
  const categories = terms.filter(({ taxonomy }) => taxonomy === 'category').map(({ name }) => name);
  const ownUrl = library && values.written('url');
  const page = { place, values: all, options, type, title, slug, ownSlug, categories, timeZone };
  const url = ownUrl ?? layout.rules.address({ ...page, published: dates.published });
  const lang = library ? values.text('lang') : readLang(all, place);
  const translationKey = values.text('translationKey', 'translation_key') ?? place.translationKey;
  const id = readId(values);
  const summaryOf = (keys: readonly string[]): string | undefined => {
    const written = values.text(...keys);
    return written === undefined || library ? written : visibleSummary(written);
  };
  const entry: RawEntry = {
    ref: place.path,
    key: place.path,
    ...(id === undefined ? {} : { id }),
    type,
    ...readVisibility(all, place, context, terms),
    title,
    slug,
    // Written as empty: the page had no address.
    ...(url === '' ? {} : { url }),
    ...(isAddressGuessed(page, layout) ? { isAddressGuessed: true } : {}),
    ...formerUrls(values, layout, url, place.path),
    ...dates,
    authorKeys: authors.map(({ key }) => key),
    terms,
    excerpt: summaryOf(KEYS.excerpt) ?? '',
    body,
    format,
    ...readImage(values),
    ...readOptional(values, summaryOf(KEYS.description)),
    ...(translationKey === undefined ? {} : { translationKey }),
    ...(menuTitle === undefined ? {} : { menuTitle }),
    ...(library && readOwnFacts(values, library)),
    ...(lang === undefined ? {} : { lang }),
  };
  const extra = library ? readOwnExtra(values) : withCanonical(values);
  return { entry: extra === undefined ? entry : { ...entry, extra }, authors, isUntitled: isFallback };
}
