import type { ResolveReference } from '../html/rebase.js';
import type { Source } from '../sources/port.js';
import type { ConvertContext } from './convert.js';
import type { ListedEntry } from './listed-entry.js';

/** `?p=7`, `?page_id=7`, `?attachment_id=7`, with other parameters around. */
const ID_PARAMETER = /[?&](p|page_id|attachment_id)=(\d{1,15})(?:&|#|$)/;

/**
 * Turns links that name an entry by its id into the entry's address. WordPress redirects such links; a static site
 * would answer each of them with its front page.
 * @param resolve makes a reference absolute
 * @returns a resolver that leaves a link alone when its target isn't public or not in the export
 */
export function resolveIds(
  resolve: ResolveReference,
  { site, pagePath, media }: Pick<ConvertContext, 'site' | 'pagePath' | 'media'>,
): ResolveReference {
  return (reference, kind) => {
    const url = resolve(reference, kind);
    const match = kind === 'link' && url.startsWith(`${site.baseUrl}/`) ? ID_PARAMETER.exec(url) : null;
    if (match === null || !/^\/(?:index\.php)?\?/.test(url.slice(site.baseUrl.length))) return url;
    const [, name, id] = match;
    const fragment = /#.*$/.exec(url)?.[0] ?? '';
    if (name === 'attachment_id') return media.byId(Number(id))?.url ?? url;
    const path = pagePath(Number(id));
    return path === undefined ? url : `${site.baseUrl}${path}${fragment}`;
  };
}

/** Paths of entries by id, for sources that link by id: WordPress alone does. */
export function pathsById(
  entries: readonly Pick<ListedEntry, 'id' | 'path'>[],
  sources: readonly Source[],
): ReadonlyMap<number, string> {
  if (!sources.some(({ type }) => type === 'wxr')) return new Map();
  return new Map(entries.map(({ id, path }) => [id, path]));
}
