import { languageLabel } from '../core/language-names.js';
import { entriesOfType, entryUrl, sectionTypes } from './addresses.js';
import type { DocumentContext, DocumentRow } from './document-row.js';
import { escapeHeading } from './escape.js';
import { displayName, linkLine, typeHeading } from './llms-sections.js';
import { languageKey } from './sections.js';

function* renderSitemap(ctx: DocumentContext): Iterable<string> {
  yield `# Sitemap of ${escapeHeading(displayName(ctx))}\n`;
  const langOf = languageKey(ctx);
  for (const type of sectionTypes(ctx)) {
    const entries = entriesOfType(ctx, type.slug);
    if (entries.length > 0) yield typeHeading(type);
    for (const lang of ['', ...ctx.languages]) {
      const own = entries.filter((entry) => langOf(entry) === lang);
      if (lang !== '' && own.length > 0) yield `\n### ${escapeHeading(languageLabel(lang))}\n\n`;
      for (const entry of own) yield linkLine(entry.title, entryUrl(ctx, entry), '');
    }
  }
}

/** `/sitemap.md`: every page as a Markdown list. */
export const sitemapMarkdown: DocumentRow = {
  id: 'sitemap-markdown',
  path: '/sitemap.md',
  activity: 'sitemap',
  contentType: 'text/markdown',
  headers: 'markdown',
  summary: 'Every public page in a Markdown list, with a heading for each type and further language.',
  condition: '`enable_sitemap_md`',
  links: 'pages',
  yields: true,
  when: (ctx) => ctx.settings.enable_sitemap_md,
  render: renderSitemap,
};
