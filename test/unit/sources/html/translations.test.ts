import { describe, expect, it } from 'vitest';
import { page, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const BASE = 'https://loom.example';
const html = (lang: string) =>
  page(
    `<main><h1>Warp in ${lang}</h1><p>Words about the warp of the loom.</p></main>`,
    '<title>Warp</title>',
    lang,
  );
const link = (lang: string, path: string) =>
  `<xhtml:link rel="alternate" hreflang="${lang}" href="${BASE}${path}"/>`;
const url = (path: string, ...links: readonly string[]) =>
  `<url><loc>${BASE}${path}</loc>${links.join('\n')}</url>`;
const sitemap = (...urls: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>`;

async function keysOf(xml: string): Promise<readonly (string | undefined)[]> {
  const files = {
    'warp/index.html': html('en'),
    'de/kette/index.html': html('de'),
    'weft/index.html': html('en'),
  };
  const { byFile } = await readSite(siteWith({ ...files, 'sitemap.xml': xml }));
  return Object.keys(files).map((file) => byFile.get(file)?.translationKey);
}

describe('translations that only a sitemap names', () => {
  const both = [link('en', '/warp/'), link('de', '/de/kette/')];

  it('share a key', async () => {
    const xml = sitemap(
      url('/warp/', ...both),
      url('/de/kette/', ...both),
      url('/weft/', link('en', '/weft/')),
    );
    expect(await keysOf(xml)).toEqual(['/de/kette', '/de/kette', undefined]);
  });

  it('have none where the links lead to pages that the site lacks, or are images', async () => {
    const image = `<image:image><image:loc>${BASE}/de/kette/</image:loc></image:image>`;
    const xml = sitemap(
      url('/warp/', link('en', '/warp/'), link('fr', '/fr/chaine/'), link('x', '::'), image),
      url('/de/kette/', `<link href="${BASE}/warp/"/>`),
      url('/weft/'),
    );
    expect(await keysOf(xml)).toEqual([undefined, undefined, undefined]);
  });
});
