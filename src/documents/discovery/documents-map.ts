import { sitemapUrl } from '../sitemap.js';
import type { SurfaceContext } from '../surface.js';
import { isSecurityTxtPresent } from './presence.js';

/** Name of a document and its address. */
export type DocumentsMap = Readonly<Record<string, string>>;

/** The known names in wire order (spec section 2.1.3); further documents follow in the order of the table. */
const ORDER = ['sitemap', 'robots', 'feed', 'openapi', 'auth', 'llms', 'llms_full', 'changes'];

/**
 * `documents` of the discovery document: everything outside `.well-known` and `openapi`, while it is there.
 * `sitemap` keeps the address where one would be, and `feed` is the site's own where it has one.
 * @see spec section 2.1.3
 */
export function documentsMap(ctx: SurfaceContext): DocumentsMap {
  const served = servedDocuments(ctx);
  served.set('sitemap', sitemapUrl(ctx));
  if (!ctx.ceded('robots')) served.set('robots', ctx.urlOf('robots'));
  served.set('feed', ctx.otherFeed ?? ctx.urlOf('feed'));
  if (ctx.files.has('/humans.txt')) served.set('humans', `${ctx.site.baseUrl}/humans.txt`);
  if (isSecurityTxtPresent(ctx)) served.set('security', ctx.urlOf('security-txt'));
  return Object.fromEntries([...served].sort(([a], [b]) => place(a) - place(b)));
}

// A file of the site's own at the address of an enabled document is that document.
function servedDocuments(ctx: SurfaceContext): Map<string, string> {
  const present = ctx.table.filter((row) => ctx.served(row.id) || (ctx.files.has(row.path) && row.when(ctx)));
  return new Map(present.flatMap(({ id, document }) => (document ? [[document, ctx.urlOf(id)]] : [])));
}

function place(name: string): number {
  const index = ORDER.indexOf(name);
  return index === -1 ? ORDER.length : index;
}
