import type { IndexEntry } from '../site/entry.js';
import type { DocumentContext } from './document-row.js';

/** Absolute permalink of an entry. */
export function entryUrl(ctx: Pick<DocumentContext, 'site'>, entry: Pick<IndexEntry, 'path'>): string {
  return ctx.site.baseUrl + entry.path;
}

/**
 * Address of an entry's Markdown twin below the base, percent-encoded: the permalink's path + `.md`. A page whose address
 * is that of a Markdown file is its own twin.
 */
export function twinPath(entry: Pick<IndexEntry, 'path'>): string {
  return entry.path.endsWith('.md') ? entry.path : `${entry.path.replace(/\/+$/, '')}.md`;
}

/** Absolute URL of an entry's Markdown twin; undefined when it has none or twins are not served. */
export function twinUrl(
  ctx: Pick<DocumentContext, 'site' | 'served'>,
  entry: Pick<IndexEntry, 'path' | 'twin'>,
): string | undefined {
  if (entry.twin === '' || !ctx.served('markdown')) return undefined;
  return ctx.site.baseUrl + twinPath(entry);
}

/** Absolute URL of a path below the base address. */
export function absoluteUrl(ctx: DocumentContext, path: string): string {
  return ctx.site.baseUrl + path;
}

/**
 * The Unix time of an entry's last change, where the source gave dates.
 * @returns undefined for an entry without dates of its own: no document may show one
 */
export function lastModified(entry: IndexEntry): number | undefined {
  return entry.dated ? entry.modified : undefined;
}
