import type { ResolveReference } from '../html/rebase.js';
import { attachmentPageKey } from '../model/media-index.js';
import type { Source } from '../sources/port.js';
import type { ConvertContext } from './convert.js';
import type { ListedEntry } from './listed-entry.js';

/** `?p=7`, `?page_id=7`, `?attachment_id=7`, with other parameters around. */
const ID_PARAMETER = /[?&](p|page_id|attachment_id)=(\d{1,15})(?:&|#|$)/;

/**
 * Turns links that name an entry by its id into the entry's address, and links to the page that WordPress makes for an
 * uploaded file into the address of the file. WordPress redirects the former; a static site would answer each of them
 * with its front page, and has no pages for files.
 * @param resolve makes a reference absolute
 * @returns a resolver that leaves a link alone when its target isn't public or not in the export
 */
export function resolveIds(
  resolve: ResolveReference,
  { site, pagePath, media }: Pick<ConvertContext, 'site' | 'pagePath' | 'media'>,
): ResolveReference {
  return (reference, kind) => {
    const url = resolve(reference, kind);
    if (kind !== 'link' || !url.startsWith(`${site.baseUrl}/`)) return url;
    const match = ID_PARAMETER.exec(url);
    if (match === null || !/^\/(?:index\.php)?\?/.test(url.slice(site.baseUrl.length)))
      return media.byPage(attachmentPageKey(url))?.url ?? url;
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
