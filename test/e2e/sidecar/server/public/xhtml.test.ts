import { expect, it } from 'vitest';
import { serveSite } from '../../../../support/sidecar/server/serving.js';

/** A page of a manual that a program wrote as XHTML. */
function xhtml(title: string, body: string): string {
  return `<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1>${title}</h1><p>${body}</p></body></html>`;
}

it('serves pages in XHTML like any page: by folder, with their links, and as Markdown on request', async () => {
  const site = await serveSite({
    files: {
      'public/tide.txt': '',
      'built/index.xhtml': xhtml(
        'Winches',
        'See <a href="grease.xhtml">grease</a> and <a href="rope/index.xhtml">rope</a>.',
      ),
      'built/grease.xhtml': xhtml('Grease', 'Twice a year, before the rain.'),
      'built/rope/index.xhtml': xhtml('Rope', 'Four strands, tarred.'),
    },
    config: { source: { type: 'html', path: 'built' }, siteDir: 'built' },
  });
  const page = await site.ask('/grease.xhtml');
  expect(page.headers).toMatchObject({
    'content-type': 'application/xhtml+xml; charset=UTF-8',
    vary: 'Accept',
  });
  expect(page.links.join()).toContain('/grease.xhtml.md>; rel="alternate"');
  const markdown = await site.ask('/grease.xhtml', { headers: { Accept: 'text/markdown' } });
  expect(markdown.text).toContain('# Grease');
  expect((await site.ask('/rope/')).text).toContain('Four strands');
  expect([(await site.ask('/rope')).status, (await site.ask('/')).text]).toEqual([
    301,
    expect.stringContaining('Winches</h1>'),
  ]);
});
