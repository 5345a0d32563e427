/** Addresses of the read API, and its rows. */

import { memoisedByObject } from '../core/memoised.js';
import type { ContentType, IndexEntry } from '../site/site.js';
import { absoluteUrl, byPublished, entriesOfType } from './addresses.js';
import { type DocumentContext, type DocumentRow, type Instance, prettyJson } from './document-row.js';

/** The part of the context that addresses of the read API are made from; it can be sent to a worker. */
export type RestContext = Pick<DocumentContext, 'site' | 'types' | 'readPrefix' | 'restApi' | 'sidecar'>;

/** The prefixes that addresses of the table stand below. */
export type Prefixes = Pick<DocumentContext, 'restPrefix' | 'readPrefix'>;

/** An address of the table with its prefix: only the read API moves, `{rest_prefix}/svc/` stays. */
export function withPrefix(path: string, { restPrefix, readPrefix }: Prefixes): string {
  return path.replace(/\{rest_prefix\}(\/svc\/)?/, (_, admin) =>
    admin === undefined ? readPrefix : `${restPrefix}${admin}`,
  );
}

/** The folders in which addresses belong to the APIs alone, with slashes around them. */
export function apiFolders({ restPrefix, readPrefix }: Prefixes): readonly string[] {
  return [...adminFolders(restPrefix), `/${readPrefix}/content/v1/`];
}

/** The folders of the sidecar's own APIs, which clients know by their fixed addresses. */
export function adminFolders(restPrefix: string): readonly string[] {
  return [`/${restPrefix}/svc/`, `/${restPrefix}/wp-abilities/`];
}

/** Items on one page of a list. */
export const REST_PAGE_SIZE = 100;

/** Path of the read API's root below the base: `/api/`. It answers in every mode. */
function restRootPath(ctx: RestContext): string {
  return `/${ctx.readPrefix}/`;
}

/** Absolute URL of the read API's root: the target of `rel="api-catalog"`. */
export function restRootUrl(ctx: RestContext): string {
  return ctx.site.baseUrl + restRootPath(ctx);
}

/** Path of a type's list below the base, without the page and without `.json`. */
export function collectionPath(ctx: RestContext, type: ContentType): string {
  return `${restRootPath(ctx)}content/v1/${encodeURIComponent(type.collection)}`;
}

/**
 * Address of a page of a type's list.
 * Files alone: `…/posts.json`, `…/posts/page-2.json`. With a sidecar: `…/posts`, `…/posts?page=2`.
 * @param page counts from 1
 * @returns undefined when there is no read API, or for a further page of an external one
 */
export function collectionUrl(ctx: RestContext, type: ContentType, page = 1): string | undefined {
  const api = ctx.restApi;
  if (api.mode === 'off') return undefined;
  if (api.mode === 'external') {
    const list = `${api.base.replace(/\/+$/, '')}/${encodeURIComponent(type.collection)}`;
    return page === 1 ? list : undefined;
  }
  const list = ctx.site.baseUrl + collectionPath(ctx, type);
  if (ctx.sidecar) return page === 1 ? list : `${list}?page=${page}`;
  return page === 1 ? `${list}.json` : `${list}/page-${page}.json`;
}

/** Address of the first page of a type's list, by the type's slug. */
export function typeCollectionUrl(ctx: RestContext, slug: string): string | undefined {
  const type = ctx.types.find((candidate) => candidate.slug === slug);
  return type === undefined ? undefined : collectionUrl(ctx, type);
}

/**
 * Address of an entry's item: `…/posts/12.json`, with a sidecar or an external API `…/posts/12`.
 * @returns undefined when there is no read API or the type is not in it
 */
export function restUrl(
  ctx: RestContext,
  entry: { readonly id: number; readonly type: string },
): string | undefined {
  const api = ctx.restApi;
  const type = ctx.types.find((candidate) => candidate.slug === entry.type);
  if (api.mode === 'off' || type === undefined) return undefined;
  if (api.mode === 'external') {
    return `${api.base.replace(/\/+$/, '')}/${encodeURIComponent(type.collection)}/${entry.id}`;
  }
  const list = ctx.site.baseUrl + collectionPath(ctx, type);
  return `${list}/${entry.id}${ctx.sidecar ? '' : '.json'}`;
}

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
      const entries = entriesOfType(ctx, type.slug, byPublished);
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
const itemFolders = memoisedByObject(
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
