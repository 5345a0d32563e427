import { formatLocalOffset } from '../core/dates.js';
import { compactJson, type DocumentContext, type EntryPage } from './document-row.js';
import { type RestContext, restUrl, typeCollectionUrl } from './rest-addresses.js';

/** What an item depends on besides its entry; it can be sent to a worker. */
export type ItemContext = RestContext & Pick<DocumentContext, 'served'>;

interface Rendered {
  readonly rendered: string;
}

interface ItemLink {
  readonly href: string;
  readonly type?: string;
}

/** One entry in the read API (`schemas/content-item.schema.json`). */
export interface ContentItem {
  readonly id: number;
  /** Date-time with the offset of the site's time zone; absent where the source has no date. */
  readonly date?: string;
  readonly modified?: string;
  readonly slug: string;
  readonly status: 'publish';
  readonly type: string;
  readonly link: string;
  /** HTML, like every `rendered`. */
  readonly title: Rendered;
  readonly excerpt: Rendered;
  readonly content: Rendered;
  /** Display names. */
  readonly authors: readonly string[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly lang: string;
  readonly image?: { readonly url: string; readonly alt: string };
  readonly _links: {
    readonly self: ItemLink;
    readonly collection: ItemLink;
    /** The Markdown twin. */
    readonly alternate?: ItemLink;
  };
}

/** Escapes plain text for HTML content. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/**
 * The read-API JSON of one entry, compact; lists join these texts without parsing them.
 * @param page the entry with its sanitised HTML
 */
export function renderItem(ctx: ItemContext, page: EntryPage): string {
  return compactJson(contentItem(ctx, page));
}

function contentItem(ctx: ItemContext, { entry, html }: EntryPage): ContentItem {
  const { published, modified, image, excerpt } = entry;
  const alternate = ctx.served('markdown') && entry.markdownUrl !== '';
  return {
    id: entry.id,
    ...(published === undefined ? {} : { date: formatLocalOffset(published, ctx.site.timeZone) }),
    ...(modified === undefined ? {} : { modified: formatLocalOffset(modified, ctx.site.timeZone) }),
    slug: entry.slug,
    status: 'publish',
    type: entry.type,
    link: entry.url,
    title: { rendered: escapeHtml(entry.title) },
    excerpt: { rendered: excerpt === '' ? '' : `<p>${escapeHtml(excerpt)}</p>` },
    content: { rendered: html },
    authors: entry.authors,
    categories: entry.categories,
    tags: entry.tags,
    lang: entry.lang,
    ...(image === undefined ? {} : { image }),
    _links: {
      self: { href: restUrl(ctx, entry) ?? '' },
      collection: { href: typeCollectionUrl(ctx, entry.type) ?? '' },
      ...(alternate ? { alternate: { href: entry.markdownUrl, type: 'text/markdown' } } : {}),
    },
  };
}
