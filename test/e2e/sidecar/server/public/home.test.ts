import { describe, expect, it } from 'vitest';
import { HARBOUR, serveSite } from '../../../../support/sidecar/server/serving.js';

const PAGE =
  '<!doctype html><html lang="en"><head><title>Harbour</title></head><body><main><h1>Own</h1></main></body></html>';

describe('the front page of a site that is served', () => {
  it('is a plain list of every document where the site has none', async () => {
    const site = await serveSite({ files: HARBOUR, config: { html: 'none' } });
    const answer = await site.ask('/');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=UTF-8']);
    const links = [...answer.text.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href ?? '');
    expect(links).toEqual(
      expect.arrayContaining([
        '/llms.txt',
        '/.well-known/discovery.json',
        '/svc-changes.json',
        '/about.md',
        '/posts/ropes.md',
      ]),
    );
    expect(new Set(links).size).toBe(links.length);
    for (const href of links.filter((link) => link !== '/svc/')) {
      expect([href, (await site.ask(href)).status]).toEqual([href, 200]);
    }
    expect(links).toContain('/svc/');
    expect(answer.text).toMatch(/To serve pages for people too, set <code>siteDir</);
    expect(answer.text).not.toContain('CANARY');
    expect((await site.ask('/nothing-here')).status).toBe(404);
    const markdown = await site.ask('/', { headers: { Accept: 'text/markdown' } });
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=UTF-8');
  });

  it('escapes what the site is called', async () => {
    const config = { html: 'none', site: { url: 'https://harbour.example', name: 'Ropes & knots > nets' } };
    const site = await serveSite({ files: HARBOUR, config });
    expect((await site.ask('/')).text).toContain('<h1>Ropes &amp; knots &gt; nets</h1>');
  });

  it('is its own where it has one', async () => {
    const built = await serveSite({
      files: { ...HARBOUR, 'site/index.html': PAGE },
      config: { siteDir: 'site', html: 'augment' },
    });
    expect((await built.ask('/')).text).toContain('<h1>Own</h1>');
    const made = await serveSite({ files: HARBOUR, config: { html: 'render' } });
    expect((await made.ask('/')).text).not.toContain('For the owner');
  });
});
