import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveSite } from '../../../../support/sidecar/server/serving.js';

const BASE = 'https://harbour.example';
const ALIASES = '[/old/, /moved/index.html, /x.php, /taken, /file, /svc/, /tag/rope/]';
const FILES = {
  'content/knots.md': `---\ntitle: Knots\ntags: [rope]\naliases: ${ALIASES}\n---\nA knot holds.\n`,
  'content/taken.md': '---\ntitle: Taken\n---\nIts own page.\n',
  'content/later.md': '---\ntitle: Later\ndraft: true\naliases: [/secret/]\n---\nNot yet.\n',
  'public/file.html': '<p>A file.</p>',
};

it('earlier addresses of public pages lead to the page, unless something else is there', async () => {
  const config = { html: 'render', publicDir: 'public', hosts: ['github-pages'] };
  const site = await serveSite({ files: FILES, config });
  for (const path of ['/old', '/old/', '/moved/', '/x.php']) {
    const { status, headers } = await site.ask(path);
    expect([path, status, headers['location']]).toEqual([path, 301, `${BASE}/knots/`]);
  }
  expect((await site.ask('/old', { headers: { Accept: 'text/markdown' } })).status).toBe(301);
  expect((await site.ask('/taken/')).text).toContain('Its own page.');
  expect((await site.ask('/secret/')).status).toBe(404);
  const rules = site.manifest().redirects.filter(({ status }) => status === 301);
  expect(rules.map(({ from }) => from)).toEqual(['/moved', '/moved/', '/old', '/old/', '/x.php']);
  const limits = readFileSync(join(site.folder, 'deploy', 'github-pages.md'), 'utf8');
  expect(limits).toContain('earlier addresses of pages');
});

it('are left to the program that makes the pages, where another one does', async () => {
  const site = await serveSite({ files: FILES, config: { html: 'none' } });
  expect((await site.ask('/old/')).status).toBe(404);
});
