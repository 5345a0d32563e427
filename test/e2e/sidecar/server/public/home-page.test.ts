import { expect, it } from 'vitest';
import { HARBOUR, serveSite } from '../../../../support/sidecar/server/serving.js';

const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

it('a site without pages of its own answers / with a page that links everything that is served', async () => {
  const site = await serveSite({ files: HARBOUR, config: { html: 'none' } });
  const home = await site.ask('/', BROWSER);
  expect([home.status, home.headers['content-type']]).toEqual([200, 'text/html; charset=UTF-8']);
  expect(home.text).toContain('<h1>Harbour Notes</h1>');
  expect(home.text).not.toContain('CANARY');
  const links = [...home.text.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path);
  expect(links).toEqual(
    expect.arrayContaining(['/llms.txt', '/.well-known/discovery.json', '/posts/ropes.md']),
  );
  // The administration asks for the sign-in.
  for (const path of links)
    expect([path, (await site.ask(path)).status]).toEqual([path, path === '/svc/' ? 303 : 200]);
  for (const path of ['/posts/draft.md', '/posts/locked.md']) expect(links).not.toContain(path);
});

it('a site that has a front page answers / with it', async () => {
  const files = { ...HARBOUR, 'public/index.html': '<!doctype html><title>Ours</title><p>The quay.</p>\n' };
  const site = await serveSite({ files, config: { html: 'none' } });
  expect((await site.ask('/', BROWSER)).text).toContain('The quay.');
});
