import type { ContentType } from '../site/site.js';
import type { DocumentContext } from './document-row.js';

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
export function restRootPath(ctx: RestContext): string {
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
