import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../../../../src/cli/main.js';
import { HARBOUR, NOW, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

/** Puts a file into the folder of real files while the site is served. */
function add({ folder }: TestSite, name: string, text: string): void {
  const path = join(folder, 'public', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe('a file that is put into publicDir while svc serve runs without --watch', () => {
  it('is there at once where nothing was', async () => {
    const site = await serveSite({ files: HARBOUR });
    const path = '/.well-known/acme-challenge/xA9_token';
    expect((await site.ask(path)).status).toBe(404);
    add(site, path, 'xA9_token.thumbprint');
    const answer = await site.ask(path);
    expect([answer.status, answer.text]).toEqual([200, 'xA9_token.thumbprint']);
    add(site, '/notice/index.html', '<!doctype html><title>Notice</title>');
    expect((await site.ask('/notice/')).status).toBe(200);
  });

  it.each(['/llms.txt', '/svc-changes.json', '/.well-known/mcp.json', '/about.md', '/about/index.html'])(
    'comes before a document that is generated, until it goes: %s',
    async (path) => {
      const site = await serveSite({ files: HARBOUR });
      const before = await site.ask(path);
      expect(before.status).toBe(200);
      add(site, path, '{"of":"our own"}');
      await until(async () => (await site.ask(path)).text === '{"of":"our own"}', 3_000);
      rmSync(join(site.folder, 'public', path));
      await until(async () => (await site.ask(path)).text === before.text, 3_000);
    },
  );
});

it('files that the host of the site refuses, or asks a password for, are missing', async () => {
  const page = '<!doctype html><title>Page</title><p>Tide</p>';
  const site = await serveSite({
    files: {
      ...HARBOUR,
      'public/_headers': '/closed/*\n  Basic-Auth: ada:tide\n',
      'public/closed/index.html': page,
      'public/closed/plan.pdf': '%PDF',
      'public/refused/.htaccess': 'Require all denied',
      'public/refused/index.html': page,
      'public/open/index.html': page,
    },
  });
  const statuses = ['/_headers', '/closed/', '/closed/plan.pdf', '/refused/', '/open/'].map(async (path) => [
    path,
    (await site.ask(path)).status,
  ]);
  expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
    '/_headers': 404,
    '/closed/': 404,
    '/closed/plan.pdf': 404,
    '/refused/': 404,
    '/open/': 200,
  });
});

describe('real files in place of documents', () => {
  it('are advertised like generated ones, and svc validate is content', async () => {
    const made = await serveSite({ files: HARBOUR });
    const read = (name: string) => readFileSync(join(made.folder, 'out', name), 'utf8');
    const discovery = '.well-known/discovery.json';
    const own = { [`public/${discovery}`]: read(discovery), 'public/llms.txt': read('llms.txt') };
    const site = await serveSite({ files: { ...HARBOUR, ...own }, config: { hosts: ['apache'] } });
    const base = 'https://harbour.example';
    for (const path of ['/', '/about/', '/about.md', '/robots.txt']) {
      const { links } = await site.ask(path);
      for (const link of [
        `<${base}/${discovery}>; rel="service-desc"; type="application/json"`,
        `<${base}/${discovery}>; rel="discovery"; type="application/json"`,
        `<${base}/llms.txt>; rel="describedby"; type="text/plain"`,
      ]) {
        expect(links, path).toContain(link);
      }
    }
    expect((await site.ask('/about.md')).text).toContain(`<${base}/llms.txt>`);
    expect((await site.ask('/about/')).text).toContain(`href="${base}/llms.txt"`);
    expect(site.manifest().pages.links).toContain(`<${base}/llms.txt>; rel="describedby"; type="text/plain"`);
    expect((await site.ask('/llms.txt')).text).toBe(own['public/llms.txt']);
    expect(await validate(site.folder)).toEqual({ exitCode: 0, errors: [] });
  });
});

/** Of a copy: the folder of a running server is left alone. */
async function validate(folder: string): Promise<{ exitCode: number; errors: readonly string[] }> {
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  const text: string[] = [];
  const exitCode = await main(['validate'], {
    env: { SOURCE_DATE_EPOCH: String(NOW) },
    cwd: copy,
    out: (one) => text.push(one),
    err: (one) => text.push(one),
    isTty: false,
  });
  rmSync(copy, { recursive: true });
  const errors = text.join('').split('\n');
  return {
    exitCode,
    errors: errors.filter((line) => /\berror\b/i.test(line) && !/\b0 errors?\b/.test(line)),
  };
}
