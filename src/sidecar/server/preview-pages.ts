import { createHash } from 'node:crypto';
import express, { type Response, type Router } from 'express';
import { html, trusted } from '../../content/html/template.js';
import { byImportance, twinPath } from '../../documents/addresses.js';
import type { IndexEntry } from '../../site/site.js';
import type { Snapshot } from './public/public-site.js';

/** Address of the pages of `svc preview` that show a page next to its twin. */
export const PREVIEW_PAGES = '/svc/pages';

/** Maximum number of listed pages. */
const MAX_PAGES = 1000;

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5d2ca, #343a41); --panel: light-dark(#f4f1ea, #1d2228); --accent: light-dark(#0a5a78, #86c9e3); }
* { box-sizing: border-box; margin: 0; }
body { display: grid; grid-template: 100vh / 15rem 1fr; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fff, #14171b); color: light-dark(#20242a, #dee1e4); overflow-wrap: anywhere; }
a { color: var(--accent); }
h1, h2 { padding: .6rem 1rem; font-size: 1rem; }
h2 { border-bottom: 1px solid var(--line); background: var(--panel); }
h2 a { font-weight: normal; }
nav { overflow: auto; border-inline-end: 1px solid var(--line); background: var(--panel); }
nav ul { list-style: none; padding: 0 0 1rem; }
nav a { display: block; padding: .25rem 1rem; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav [aria-current] { font-weight: bold; box-shadow: inset .25rem 0 var(--accent); }
main { display: grid; grid-template-columns: 1fr 1fr; min-width: 0; }
section { display: grid; grid-template-rows: auto minmax(0, 1fr); min-width: 0; min-height: 0; }
section + section { border-inline-start: 1px solid var(--line); }
iframe { border: 0; width: 100%; height: 100%; }
pre { overflow: auto; padding: 1rem; white-space: pre-wrap; font: 13px/1.5 ui-monospace, monospace; }
@media (max-width: 60rem) {
  body, main { display: block; }
  nav { max-height: 30vh; border-bottom: 1px solid var(--line); }
  section + section { border: 0; }
  iframe { height: 65vh; }
}
`;

/** The twin is a file that browsers would download. A link in the page leads to the twin of the page behind it. */
const SCRIPT = `
const box = document.querySelector('pre');
fetch(box.dataset.twin).then((response) => response.text()).then((text) => { box.textContent = text; });
const frame = document.querySelector('iframe');
frame.addEventListener('load', () => {
  const path = frame.contentWindow.location.pathname;
  const link = [...document.querySelectorAll('nav a')].find((one) => new URL(one.href).searchParams.get('page') === path);
  if (link !== undefined && !link.hasAttribute('aria-current')) location.replace(link.href);
});
`;

const POLICY = [
  "default-src 'none'",
  "frame-src 'self'",
  "connect-src 'self'",
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(SCRIPT)}'`,
  "base-uri 'none'",
].join('; ');

/**
 * Shows each page next to its Markdown twin, for people who want to see what agents read.
 * @param snapshotOf the served version; undefined before the first build
 */
export function previewPages(snapshotOf: () => Snapshot | undefined): Router {
  const router = express.Router();
  router.get('/', (request, response) => {
    const pages = [...(snapshotOf()?.documents.ctx.entries ?? [])]
      .filter(({ twin, path }) => twin !== '' || path === '/')
      .sort(byImportance);
    const asked = request.query['page'];
    const page = asked === undefined ? pages[0] : pages.find(({ path }) => path === asked);
    if (page === undefined) {
      response.status(404).type('text/plain').send('This page has no Markdown twin.\n');
      return;
    }
    send(response, page, pages.slice(0, MAX_PAGES));
  });
  return router;
}

function send(response: Response, page: IndexEntry, pages: readonly IndexEntry[]): void {
  const twin = page.path === '/' ? '/index.md' : twinPath(page);
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} for people and for agents</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<nav aria-label="Pages"><h1>Pages</h1><ul>${pages.map((one) => link(one, one === page))}</ul></nav>
<main>
<section><h2>For people: <a href="${page.path}">${page.path}</a></h2><iframe src="${page.path}" title="The page"></iframe></section>
<section><h2>For agents: <a href="${twin}">${twin}</a></h2><pre data-twin="${twin}" tabindex="0"></pre></section>
</main>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
  response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': POLICY, 'X-Robots-Tag': 'noindex' });
  response.type('html').send(text);
}

function link({ path, title }: IndexEntry, isCurrent: boolean) {
  const address = `${PREVIEW_PAGES}?page=${encodeURIComponent(path)}`;
  return html`<li><a href="${address}"${isCurrent && html` aria-current="page"`}>${title || path}</a></li>`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
