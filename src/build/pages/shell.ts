import type { DocumentContext } from '../../documents/document-row.js';
import type { HeadContext } from '../../documents/page-head/head.js';

/** A page that others link to. */
export interface PageRef {
  readonly title: string;
  /** Root-relative. */
  readonly href: string;
}

/** Data that all pages of a site share. */
export interface Shell {
  readonly head: HeadContext;
  /** Path of the site's address without trailing slash; empty at the root of a host. */
  readonly basePath: string;
  readonly nav: readonly PageRef[];
  /** Root-relative address of the style sheet. */
  readonly style: string;
}

/** What the pages know of the site and its documents. */
export function contextOf(shell: Shell): DocumentContext {
  return shell.head.documentContext;
}

/** An address of the site without its host, so that the pages work wherever they are served. */
export function localHref(shell: Pick<Shell, 'basePath' | 'head'>, url: string): string {
  const { baseUrl } = shell.head.documentContext.site;
  return url.startsWith(`${baseUrl}/`) ? shell.basePath + url.slice(baseUrl.length) : url;
}
