import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { devTwins } from '../../../src/api/dev/dev-twins.js';
import { pageTwins } from '../../../src/api/dev/page-twin.js';
import { workspace } from '../../support/build/workspace.js';

let close: (() => void) | undefined;
afterEach(() => close?.());

/** Starts a development server of a site below `/base/`. */
async function start(files: Readonly<Record<string, string>>): Promise<string> {
  const root = workspace({ 'svc.config.json': JSON.stringify({ site: { name: 'Tea house' } }) });
  const handler = devTwins(pageTwins({ root, base: '/base/', hasSlash: true }, {}), (line) => {
    throw new Error(line);
  });
  const server = createServer((request, response) => {
    handler(request, response, () => {
      const body = files[request.url?.replace(/\?.*/, '') ?? ''];
      const type = request.url?.includes('.txt') ? 'text/plain' : 'text/html';
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => server.close();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${body}</p></main></body></html>`;
}

const FILES = {
  '/base/': page('Tea house', 'We sell tea. See <a href="tea/">tea</a> and <a href="/outside/">more</a>.'),
  '/base/tea/': page(
    'Tea',
    'Green leaves, and <a href="../pots/?old#iron">pots</a> &amp; <a href="./">tea</a>.',
  ),
  '/base/pots/': page('Pots', 'Made of iron. <a href="/base/%E0%A4%A">?</a>'),
  '/base/%E0%A4%A': page('Odd', 'Not UTF-8.'),
  '/base/alone/': page('Alone', 'No link leads here.'),
  '/outside/': page('Outside', 'Another site.'),
};

describe('a development server that renders pages', () => {
  it('answers with an index of the pages that links lead to', async () => {
    const origin = await start(FILES);
    const index = await fetch(`${origin}/base/llms.txt`);
    expect(index.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const twins = [...(await index.text()).matchAll(/\]\((\S+?\.md)\)/g)].map(([, url]) => url);
    expect(twins.sort()).toEqual(expect.arrayContaining([`${origin}/base/pots.md`, `${origin}/base/tea.md`]));
    const full = await (await fetch(`${origin}/base/llms-full.txt`)).text();
    expect(full).toContain('Made of iron.');
    expect(full).not.toContain('No link leads here.');
    const discovery = await fetch(`${origin}/base/.well-known/discovery.json`);
    expect(discovery.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await discovery.json()).toMatchObject({ documents: { llms: `${origin}/base/llms.txt` } });
    expect((await fetch(`${origin}/llms.txt`)).status).toBe(404);
  });

  it('leaves the site its own index', async () => {
    const origin = await start({ ...FILES, '/base/llms.txt': '# Ours' });
    expect(await (await fetch(`${origin}/base/llms.txt`)).text()).toBe('# Ours');
  });

  it('answers with the front page of a site below a path', async () => {
    const origin = await start(FILES);
    expect(await (await fetch(`${origin}/base/index.md`)).text()).toContain('# Tea house');
    const headers = { accept: 'text/markdown' };
    expect(await (await fetch(`${origin}/base/`, { headers })).text()).toContain('# Tea house');
  });
});
