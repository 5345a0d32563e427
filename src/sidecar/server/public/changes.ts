import { formatUtcOffset } from '../../../core/dates.js';
import { type ChangeFeed, parseSince, selectChanges } from '../../../documents/changes.js';
import { compactJson } from '../../../documents/serialise.js';
import type { SurfaceContext } from '../../../documents/surface.js';

const feeds = new WeakMap<SurfaceContext, ChangeFeed>();

/**
 * Returns the change feed filtered by `?since=`. The window is selected once for all requests.
 * @returns undefined when `since` is missing or invalid, which filters nothing
 * @see spec section 4.2.2
 */
export function changesSince(ctx: SurfaceContext, query: string): string | undefined {
  const since = parseSince(new URLSearchParams(query).get('since') ?? '');
  if (since === undefined) return undefined;
  const feed = feeds.get(ctx) ?? selectChanges(ctx);
  feeds.set(ctx, feed);
  const items = feed.items.filter((item) => {
    const at = item.action === 'deleted' ? item.deleted : item.modified;
    return Date.parse(at) > since * 1000;
  });
  return compactJson({ ...feed, since: formatUtcOffset(since), count: items.length, items });
}
