import { perObject } from '../core/remembered.js';
import type { IndexEntry } from '../site/entry.js';
import type { ContentType } from '../site/site.js';
import { absoluteUrl } from './addresses.js';
import type { DocumentContext, DocumentRow, Instance } from './document-row.js';
import { byPublished, entriesOfType } from './order.js';
import {
  collectionPath,
  collectionUrl,
  REST_PAGE_SIZE,
  type RestContext,
  restRootPath,
  restUrl,
} from './rest-addresses.js';
import { prettyJson } from './serialise.js';

interface ListPage {
  readonly type: ContentType;
  /** Counts from 1. */
  readonly page: number;
  readonly entries: readonly IndexEntry[];
}

/** A collection in the root index of the read API. */
interface CollectionSummary {
  readonly name: string;
  readonly type: string;
  readonly title: string;
  readonly url: string;
  /** Absent where another system serves the collection. */
  readonly total?: number;
  readonly pages?: number;
  readonly per_page?: number;
  /** Addresses of all pages, where they are files. */
  readonly page_urls?: readonly string[];
}

function isStatic(ctx: RestContext): boolean {
  return ctx.restApi.mode === 'static';
}

function entriesOf(ctx: DocumentContext, type: ContentType): readonly IndexEntry[] {
  return entriesOfType(ctx, type.slug, byPublished);
}

/** Number of pages of a list: an empty one still has its first page. */
export function pageCount(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

function summarise(ctx: DocumentContext, type: ContentType): CollectionSummary | undefined {
  const url = collectionUrl(ctx, type);
  if (url === undefined) return undefined;
  const head = { name: type.collection, type: type.slug, title: type.plural, url };
  if (!isStatic(ctx)) return head;
  const total = ctx.entries.reduce((count, entry) => count + (entry.type === type.slug ? 1 : 0), 0);
  const pages = pageCount(total, REST_PAGE_SIZE);
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  const urls = numbers.flatMap((page) => collectionUrl(ctx, type, page) ?? []);
  return { ...head, total, pages, per_page: REST_PAGE_SIZE, ...(ctx.sidecar ? {} : { page_urls: urls }) };
}

/**
 * Joins finished items to a JSON list, piece by piece.
 * @param item the text of an item, or its stand-in
 */
export function* joinItems<T>(
  entries: Iterable<IndexEntry>,
  item: (entry: IndexEntry) => T,
): Iterable<string | T> {
  let isEmpty = true;
  for (const entry of entries) {
    yield isEmpty ? '[' : ',';
    yield item(entry);
    isEmpty = false;
  }
  yield isEmpty ? '[]' : ']';
}

function listInstance(ctx: DocumentContext, params: ListPage): Instance<ListPage> {
  const list = collectionPath(ctx, params.type);
  if (ctx.sidecar) return { path: list, file: `${decodeURIComponent(list.slice(1))}/index.json`, params };
  const path = params.page === 1 ? `${list}.json` : `${list}/page-${params.page}.json`;
  return { path, file: decodeURIComponent(path.slice(1)), params };
}

/** `/{rest_prefix}/`: names the collections. It answers in every mode, since `rel="api-catalog"` leads here. */
export const restIndex: DocumentRow<null> = {
  id: 'rest-index',
  path: '/{rest_prefix}/',
  contentType: 'application/json',
  headers: 'restApi',
  summary: 'Root of the read API: its collections, the addresses of their lists, page counts and totals.',
  condition: 'always',
  schema: 'rest-index.schema.json',
  files: '/{rest_prefix}/index\\.json',
  when: () => true,
  *instances(ctx) {
    const path = restRootPath(ctx);
    yield { path, file: `${path.slice(1)}index.json`, params: null };
  },
  patterns: () => [],
  render(ctx) {
    return prettyJson({
      name: ctx.site.name,
      description: ctx.site.description,
      url: ctx.site.home,
      collections: ctx.types.flatMap((type) => summarise(ctx, type) ?? []),
      ...(ctx.isAvailable('openapi') ? { openapi: ctx.urlOf('openapi') } : {}),
    });
  },
};

/**
 * Lists of the read API. With a sidecar only the first page is a file, since the sidecar answers `?page=2`;
 * without one every page is a file of its own.
 */
export const restList: DocumentRow<ListPage> = {
  id: 'rest-list',
  path: '/{rest_prefix}/content/v1/{collection}',
  contentType: 'application/json',
  headers: 'restApi',
  summary:
    'List of a collection, newest first, 100 items per page; without a sidecar ' +
    '`/{rest_prefix}/content/v1/{collection}.json` and `…/{collection}/page-{n}.json`.',
  condition: '`restApi` is `static`',
  schema: 'content-list.schema.json',
  links: 'content',
  files: '/{rest_prefix}/content/v1/[^/]+(?:\\.json|/index\\.json|/page-\\d+\\.json)',
  when: isStatic,
  *instances(ctx) {
    for (const type of ctx.types) {
      const entries = entriesOf(ctx, type);
      const pages = ctx.sidecar ? 1 : pageCount(entries.length, REST_PAGE_SIZE);
      for (let page = 1; page <= pages; page++) {
        const slice = entries.slice((page - 1) * REST_PAGE_SIZE, page * REST_PAGE_SIZE);
        yield listInstance(ctx, { type, page, entries: slice });
      }
    }
  },
  patterns: (ctx) => {
    const list = `${restRootPath(ctx)}content/v1/{collection}`;
    if (ctx.sidecar) return [{ pattern: list, file: `${list.slice(1)}/index.json` }];
    return [`${list}.json`, `${list}/page-{page}.json`].map((pattern) => ({
      pattern,
      file: pattern.slice(1),
    }));
  },
  render: (ctx, { entries }) => joinItems(entries, (entry) => ctx.itemJson(entry)),
  joins: ({ entries }) => entries,
};

/**
 * Path of an entry's item below `out/`: with a sidecar the address has no ending, the file has.
 * @returns undefined when the build writes no items
 */
export function restItemFile(
  ctx: RestContext,
  entry: { readonly id: number; readonly type: string },
): string | undefined {
  const folder = itemFolders(ctx).get(entry.type);
  return folder === undefined ? undefined : `${folder}/${entry.id}.json`;
}

// By slug of the type: files of all entries are looked up, some more than once.
const itemFolders = perObject(
  (ctx: RestContext) => new Map(ctx.types.map((type) => [type.slug, itemFolder(ctx, type)])),
);

function itemFolder(ctx: RestContext, type: ContentType): string | undefined {
  return isStatic(ctx) ? decodeURIComponent(collectionPath(ctx, type).slice(1)) : undefined;
}

/** Items of the read API. */
export const restItem: DocumentRow<IndexEntry> = {
  id: 'rest-item',
  path: '/{rest_prefix}/content/v1/{collection}/{id}',
  contentType: 'application/json',
  headers: 'restApi',
  summary: 'One entry by its id, with sanitised HTML; without a sidecar the address ends in `.json`.',
  condition: '`restApi` is `static`',
  schema: 'content-item.schema.json',
  perEntry: true,
  links: 'content',
  files: '/{rest_prefix}/content/v1/[^/]+/\\d+\\.json',
  when: isStatic,
  *instances(ctx) {
    const base = absoluteUrl(ctx, '').length;
    for (const entry of ctx.entries) {
      const url = restUrl(ctx, entry);
      const file = restItemFile(ctx, entry);
      if (url !== undefined && file !== undefined) yield { path: url.slice(base), file, params: entry };
    }
  },
  patterns: (ctx) => {
    const item = `${restRootPath(ctx)}content/v1/{collection}/{id}`;
    return [{ pattern: ctx.sidecar ? item : `${item}.json`, file: `${item.slice(1)}.json` }];
  },
  render: (ctx, entry) => ctx.itemJson(entry),
};
