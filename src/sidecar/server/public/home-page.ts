import { escapeHtml } from '../../../content/html/escape.js';
import { basePathOf } from '../../../core/paths.js';
import { twinPath } from '../../../documents/addresses.js';
import { varyOf } from '../../../documents/headers.js';
import { NO_HOME_PAGE } from '../../../documents/no-home-page.js';
import { byImportance } from '../../../documents/order.js';
import { formatLink, linkHeaders } from '../../../documents/page-head/links.js';
import { pageHeaders } from '../../../documents/page-head/usage-headers.js';
import { bodyAnswer } from './answer.js';
import type { RenderedDocument } from './documents.js';
import type { Snapshot } from './public-site.js';

/** Maximum number of listed twins; the lists name the rest. */
const MOST_TWINS = 1000;

const STYLE = `
:root { background: Canvas; color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 50rem; padding: 1rem; overflow-wrap: anywhere }
`;

/**
 * Renders the page at `/` of a site without a home page: a plain list of everything that is served here, for people
 * who check whether it works.
 */
export function fallbackHomePage(snapshot: Snapshot): RenderedDocument {
  const { ctx } = snapshot.documents;
  const { lang, name, home, description } = ctx.site;
  const title = escapeHtml(name || home);
  const html = `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${description === '' ? '' : `<p>${escapeHtml(description)}</p>\n`}<p>${NO_HOME_PAGE} These pages and documents are served for software agents.</p>
${section('Pages as Markdown', twinLinks(snapshot))}${section('Documents', documentLinks(snapshot))}<h2>For the owner</h2>
<p>To serve pages for people too, set <code>siteDir</code> to the folder of your built site, or <code>html</code> to
<code>render</code>. Score, settings and accounts are at <a href="${escapeHtml(basePathOf(ctx.site.baseUrl))}/svc/">/svc/</a>.</p>
</main>
</body>
</html>
`;
  const fields = {
    'Content-Type': 'text/html; charset=UTF-8',
    ...pageHeaders(ctx),
    Vary: varyOf(ctx.settings),
    Link: linkHeaders(ctx).map(formatLink),
  };
  return { answer: bodyAnswer(200, fields, Buffer.from(html, 'utf8')) };
}

function section(heading: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h2>${heading}</h2>\n<ul>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</ul>\n`;
}

function documentLinks({ routes, documents: { ctx } }: Snapshot): readonly string[] {
  const base = basePathOf(ctx.site.baseUrl);
  return [...routes.list()].map(
    ({ row, instance: { path } }) =>
      `<a href="${escapeHtml(base + path)}">${escapeHtml(path)}</a>: ${escapeHtml(row.summary.replaceAll('`', ''))}`,
  );
}

function twinLinks({ documents: { ctx } }: Snapshot): readonly string[] {
  if (!ctx.served('markdown')) return [];
  const base = basePathOf(ctx.site.baseUrl);
  return [...ctx.entries]
    .filter(({ twin }) => twin !== '')
    .sort(byImportance)
    .slice(0, MOST_TWINS)
    .map(
      (entry) =>
        `<a href="${escapeHtml(base + twinPath(entry))}">${escapeHtml(entry.title || entry.path)}</a>`,
    );
}
