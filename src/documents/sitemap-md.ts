import { entryUrl } from './addresses.js';
import { escapeHeading } from './escape.js';
import { displayName, linkLine, typeHeading } from './llms-sections.js';
import { entriesOfType, sectionTypes } from './order.js';
import type { Surface, SurfaceContext } from './surface.js';

function* renderSitemap(ctx: SurfaceContext): Iterable<string> {
  yield `# Sitemap of ${escapeHeading(displayName(ctx))}\n`;
  for (const type of sectionTypes(ctx)) {
    const entries = entriesOfType(ctx, type.slug);
    if (entries.length > 0) yield typeHeading(type);
    for (const entry of entries) yield linkLine(entry.title, entryUrl(ctx, entry), '');
  }
}

/** `/sitemap.md`: every page as a Markdown list. */
export const sitemapMarkdown: Surface = {
  id: 'sitemap-markdown',
  path: '/sitemap.md',
  activity: 'sitemap',
  contentType: 'text/markdown',
  headers: 'markdown',
  summary: 'Every public page in a Markdown list, with a heading for each type.',
  condition: '`enable_sitemap_md`',
  links: 'pages',
  yields: true,
  when: (ctx) => ctx.settings.enable_sitemap_md,
  render: renderSitemap,
};
