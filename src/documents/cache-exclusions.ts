import { escapeRegExp } from '../core/text.js';
import type { DocumentRow } from './document-row.js';

/** Where the catalog of APIs may be requested in addition to its well-known name. */
const CATALOG = '/api-catalog';

/**
 * The paths that a cache which ignores response headers has to leave alone, `*` for any text: what is read as
 * news, and what is counted when it is read.
 */
export function cacheExclusions(table: readonly DocumentRow[]): readonly string[] {
  return [...new Set([...table.flatMap(patternsOf), CATALOG])];
}

/** Sitemaps, feeds, pages and the read API may be cached as their headers allow. */
function patternsOf({ path, aliases = [], headers, contentType }: DocumentRow): readonly string[] {
  if (path.startsWith('/.well-known/')) return ['/.well-known/*'];
  if (headers === 'markdown') return ['*.md'];
  const isText = headers === 'agentText' && contentType === 'text/plain';
  if (!isText && headers !== 'changeFeed') return [];
  return [path, ...aliases].map((one) => one.replace(/\{[^}]+\}/g, '*'));
}

/**
 * Whether caches have to leave a path alone.
 * @param path below the base, with leading slash and without query
 */
export function isCacheExcluded(path: string, exclusions: readonly string[]): boolean {
  return exclusions.some((pattern) => {
    const source = pattern.split('*').map(escapeRegExp);
    return new RegExp(`^${source.join('.*')}$`).test(path);
  });
}
