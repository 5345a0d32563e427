import { onSite } from '../../core/paths.js';
import type { Entry, IndexEntry } from '../../site/site.js';
import { alternatesOf } from '../alternates.js';
import type { DocumentContext } from '../document-row.js';
import { feedUrl } from '../feed.js';
import { pageScripts } from '../page-scripts.js';
import type { SchemaContext, SchemaSubject } from '../schema-org/context.js';
import { buildGraph, type SchemaGraph } from '../schema-org/graph.js';
import { headLinks } from './links.js';

/** When a tag is left out because the page has one of its own. */
type Yield =
  /** Never: no other program writes it. */
  | 'never'
  /**
   * The page has the same: a meta of the name, a link of the relation (for `alternate` also of the type), any link
   * to a translation.
   */
  | 'same'
  /** The page has any Open Graph tag: a set of cards is one author's work. */
  | 'open-graph'
  /** Never; an existing one is replaced. */
  | 'replaces';

/** One tag for the head of a page. */
export type HeadTag =
  | {
      readonly tag: 'title';
      /** The whole title for a page that has none. */
      readonly text: string;
      /** The replacement of the entry's title in a page that has one. */
      readonly part?: { readonly from: string; readonly to: string };
    }
  | {
      readonly tag: 'meta';
      readonly attribute: 'name' | 'property';
      readonly key: string;
      readonly content: string;
      readonly yields: Yield;
    }
  | {
      readonly tag: 'link';
      readonly rel: string;
      readonly href: string;
      readonly type?: string;
      readonly hreflang?: string;
      readonly title?: string;
      readonly yields: Yield;
    }
  | {
      readonly tag: 'script';
      /** Without a host. It is loaded in parallel with the page and runs after it. */
      readonly src: string;
    }
  | { readonly tag: 'json-ld'; readonly graph: SchemaGraph };

/** An image with its known facts. */
export interface PageImage {
  readonly url: string;
  readonly alt: string;
  readonly width?: number;
  readonly height?: number;
}

/** Data that the heads of all pages share. */
export interface HeadContext {
  readonly documentContext: DocumentContext;
  readonly schema: SchemaContext;
  /** After `svc_defer_schema`: another program writes the structured data. */
  readonly defersSchema: boolean;
  /** For pages without an image of their own. */
  readonly defaultImage: PageImage | undefined;
  /** True for rendered pages: they need a title and a canonical address whatever the settings. */
  readonly isOwn: boolean;
}

/** The page that a head is for. */
export interface HeadSubject extends SchemaSubject {
  /** Absolute address; undefined for a page that represents others, such as the error page. */
  readonly url: string | undefined;
  /** Plain text without the name of the site. */
  readonly title: string;
  readonly description: string;
  /** A title for search engines. */
  readonly seoTitle?: string;
  readonly image?: PageImage;
  readonly lang: string;
  readonly index?: IndexEntry;
  /** True for page 2 and later of a list. */
  readonly isContinued?: boolean;
  /** True where only its generator can work out the form of the page's address. */
  readonly isAddressGuessed?: boolean;
}

const MAX_SEO_TITLE = 120;

/**
 * The tags of a page's head in order, each only where settings and deployment need it. `missingTags` decides which of
 * them give way to the page's own.
 */
export function headTags(ctx: HeadContext, page: HeadSubject): readonly HeadTag[] {
  return [
    ...titleTag(ctx, page),
    ...descriptionTag(ctx, page),
    ...canonicalTag(ctx, page),
    ...translationTags(ctx, page),
    ...schemaTag(ctx, page),
    ...linkTags(ctx, page),
    ...cardTags(ctx, page),
    ...usageTags(ctx.documentContext),
    ...scriptTags(ctx, page),
  ];
}

function fullTitle(title: string, siteName: string): string {
  if (siteName === '' || title === siteName) return title || siteName;
  if (title === '') return siteName;
  return title.endsWith(siteName) ? title : `${title} – ${siteName}`;
}

function titleTag({ documentContext, isOwn }: HeadContext, page: HeadSubject): readonly HeadTag[] {
  const wanted = documentContext.settings.enable_seo_titles && !documentContext.seoOwner;
  const seoTitle = wanted ? [...(page.seoTitle ?? '')].slice(0, MAX_SEO_TITLE).join('').trim() : '';
  if (seoTitle === '' && !isOwn) return [];
  const text = fullTitle(seoTitle || page.title, documentContext.site.name);
  return [{ tag: 'title', text, ...(seoTitle === '' ? {} : { part: { from: page.title, to: seoTitle } }) }];
}

function descriptionTag({ documentContext }: HeadContext, { description }: HeadSubject): readonly HeadTag[] {
  const wanted =
    documentContext.settings.ai_description_meta_tag && !documentContext.seoOwner && description !== '';
  return wanted
    ? [{ tag: 'meta', attribute: 'name', key: 'description', content: description, yields: 'replaces' }]
    : [];
}

function canonicalTag({ documentContext, isOwn }: HeadContext, page: HeadSubject): readonly HeadTag[] {
  if (page.url === undefined || page.isContinued === true || page.isAddressGuessed === true) return [];
  const wanted = documentContext.settings.enable_canonicals && !documentContext.seoOwner;
  if (!wanted && !(isOwn && page.entry !== undefined)) return [];
  return [{ tag: 'link', rel: 'canonical', href: page.index?.canonical ?? page.url, yields: 'same' }];
}

function translationTags({ documentContext }: HeadContext, { index }: HeadSubject): readonly HeadTag[] {
  if (index === undefined) return [];
  return alternatesOf(documentContext, index).map(({ hreflang, href }): HeadTag => {
    return { tag: 'link', rel: 'alternate', hreflang, href, yields: 'same' };
  });
}

function schemaTag(ctx: HeadContext, page: HeadSubject): readonly HeadTag[] {
  const { settings, seoOwner } = ctx.documentContext;
  if (!settings.enable_schema || seoOwner || ctx.defersSchema || page.url === undefined) return [];
  return [{ tag: 'json-ld', graph: buildGraph(ctx.schema, page) }];
}

function linkTags({ documentContext }: HeadContext, { index, isFront }: HeadSubject): readonly HeadTag[] {
  const links = headLinks(documentContext, isFront ? undefined : index).map((link): HeadTag => {
    return { tag: 'link', ...link, yields: 'same' };
  });
  if (documentContext.otherFeed === undefined && !documentContext.served('feed')) return links;
  const title = documentContext.site.name;
  const feed: HeadTag = {
    tag: 'link',
    rel: 'alternate',
    href: feedUrl(documentContext),
    type: 'application/rss+xml',
    ...(title === '' ? {} : { title }),
    yields: 'same',
  };
  return [...links, feed];
}

function cardTags(ctx: HeadContext, page: HeadSubject): readonly HeadTag[] {
  const { settings, seoOwner, site } = ctx.documentContext;
  if (!settings.enable_social_cards || seoOwner || page.url === undefined) return [];
  const image = page.image ?? ctx.defaultImage;
  const facts: readonly (readonly [string, string | number | undefined])[] = [
    ['og:type', page.entry === undefined || page.isFront ? 'website' : 'article'],
    ['og:site_name', site.name],
    ['og:locale', locale(page.lang)],
    ['og:title', (settings.enable_seo_titles && page.seoTitle) || page.title],
    ['og:url', page.index?.canonical ?? page.url],
    ['og:description', page.description],
    ['og:image', image?.url],
    ['og:image:width', image?.width],
    ['og:image:height', image?.height],
    ['og:image:alt', image?.alt],
  ];
  const tags = facts
    .filter(([, content]) => content !== undefined && content !== '')
    .map(([key, content]): HeadTag => {
      return { tag: 'meta', attribute: 'property', key, content: String(content), yields: 'open-graph' };
    });
  const card = image === undefined ? 'summary' : 'summary_large_image';
  return [...tags, { tag: 'meta', attribute: 'name', key: 'twitter:card', content: card, yields: 'same' }];
}

/** Open Graph names a language together with a territory, or not at all. */
function locale(lang: string): string {
  const match = /^([a-z]{2,3})(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(lang);
  return match === null ? '' : `${match[1]}_${match[2]}`;
}

/** The reservation of training, for hosts that can't send it as headers. */
function usageTags({ settings, site }: DocumentContext): readonly HeadTag[] {
  if (!settings.enable_ai_header || settings.content_signal.ai_train) return [];
  const policy = settings.tdm_policy_url;
  const meta = (key: string, content: string, yields: Yield): HeadTag => ({
    tag: 'meta',
    attribute: 'name',
    key,
    content,
    yields,
  });
  return [
    meta('tdm-reservation', '1', 'same'),
    ...(policy === '' ? [] : [meta('tdm-policy', onSite(policy, site.baseUrl), 'same')]),
    // In addition to a robots tag of the page: readers obey all of them together.
    ...(settings.ai_noai_header ? [meta('robots', 'noai, noimageai', 'never')] : []),
  ];
}

/** A page that represents others, such as the error page, neither counts visits nor offers tools. */
function scriptTags({ documentContext }: HeadContext, { url }: HeadSubject): readonly HeadTag[] {
  if (url === undefined) return [];
  return pageScripts(documentContext).map((src): HeadTag => ({ tag: 'script', src }));
}

/** A page's data about its entry besides its texts. */
type EntrySubject = Pick<
  HeadSubject,
  'seoTitle' | 'image' | 'category' | 'body' | 'isFront' | 'isAddressGuessed'
>;

/** The subject of an entry's own page. */
export function entrySubject(entry: Entry, index: IndexEntry, more: EntrySubject): HeadSubject {
  return {
    ...more,
    entry,
    index,
    url: entry.url,
    title: entry.title,
    description: entry.description,
    lang: entry.lang,
  };
}
