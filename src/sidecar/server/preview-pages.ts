import { createHash } from 'node:crypto';
import express, { type Response, type Router } from 'express';
import { html, trusted } from '../../content/html/template.js';
import { twinPath } from '../../documents/addresses.js';
import { byImportance } from '../../documents/order.js';
import type { IndexEntry } from '../../site/entry.js';
import type { Snapshot } from './public/snapshot.js';

/** Address of the pages of `svc preview` that show a page next to its twin. */
export const PREVIEW_PAGES = '/svc/pages';

/** Maximum number of listed pages. */
const MOST_PAGES = 1000;

const STYLE = `
body { margin: 0; display: grid; grid-template-columns: 14rem 1fr 1fr; height: 100vh; font: 15px/1.5 system-ui, sans-serif; }
nav, pre { overflow: auto; padding: 1rem; margin: 0; box-sizing: border-box; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .15rem 0; overflow-wrap: anywhere; }
nav [aria-current] { font-weight: bold; }
iframe { border: 0; border-inline: 1px solid #ccc; width: 100%; height: 100%; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace; }
@media (max-width: 60rem) { body { grid-template-columns: 1fr; height: auto; } iframe { height: 70vh; } }
`;

/** The twin is a file that browsers would download. */
const SCRIPT = `
const box = document.querySelector('pre');
fetch(box.dataset.twin).then((response) => response.text()).then((text) => { box.textContent = text; });
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
    send(response, page, pages.slice(0, MOST_PAGES));
  });
  return router;
}

function send(response: Response, page: IndexEntry, pages: readonly IndexEntry[]): void {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} for people and for agents</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<nav aria-label="Pages"><ul>${pages.map((one) => link(one, one === page))}</ul></nav>
<iframe src="${page.path}" title="The page"></iframe>
<pre data-twin="${page.path === '/' ? '/index.md' : twinPath(page)}" tabindex="0" aria-label="Its Markdown twin"></pre>
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
