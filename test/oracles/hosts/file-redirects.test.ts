import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Item, wxr } from '../../support/build/export.js';
import { freePort } from '../../support/free-port.js';
import { ask } from '../../support/hosts/http.js';
import { serveBuilt } from '../../support/hosts/serve-built.js';
import { type ServerName, startServer, webServer } from '../../support/hosts/servers.js';
import { type BuiltSite, buildSite } from '../../support/hosts/site.js';
import { needs } from '../../support/needs.js';

const BASE = 'https://observatory.example';
const file = (id: number, slug: string, parent: number, name: string): Item => ({
  id,
  slug,
  parent,
  type: 'attachment',
  status: 'inherit',
  link: `${BASE}/${slug}/`,
  more: `<wp:attachment_url>${BASE}/wp-content/uploads/${name}</wp:attachment_url>`,
});

const MOVED = [
  ['/dome/', `${BASE}/wp-content/uploads/dome.jpg`],
  ['/first-light/saturn-1.5/', `${BASE}/wp-content/uploads/saturn%20$1%20%7Bx%7D.jpg`],
  ['/gr%C3%B6%C3%9Fe/', `${BASE}/wp-content/uploads/size.pdf`],
] as const;

describe('pages that WordPress made for files', () => {
  let site: BuiltSite;

  beforeAll(async () => {
    const items = [
      { id: 1, slug: 'first-light', body: '<p>We saw Saturn.</p>' },
      { id: 2, slug: 'not-yet', status: 'draft', body: '<p>Later.</p>' },
      { id: 3, slug: 'taken', body: '<p>A page of its own.</p>' },
      file(11, 'dome', 0, 'dome.jpg'),
      file(12, 'first-light/saturn-1.5', 1, 'saturn $1 {x}.jpg'),
      file(13, 'größe', 0, 'size.pdf'),
      file(14, 'not-yet/sketch', 2, 'sketch.jpg'),
      file(15, 'taken', 0, 'taken.jpg'),
    ];
    site = await buildSite({
      hosts: ['nginx', 'caddy', 'apache', 'netlify', 'cloudflare', 'vercel'],
      source: { type: 'wxr', path: 'export.xml' },
      files: { 'export.xml': wxr(items, { base: BASE }) },
    });
  });

  it('are redirected in headers.json and the files of hosts, those of drafts and taken addresses aside', () => {
    const found = site.manifest.redirects.filter(({ status }) => status === 301);
    expect(found.map(({ from, to }) => [from, to])).toEqual(MOVED);
    const lines = readFileSync(join(site.out, '_redirects'), 'utf8').split('\n');
    for (const [from, to] of MOVED) expect(lines).toContain(`${from} ${to} 301`);
    const { routes } = JSON.parse(readFileSync(join(site.deploy, 'vercel.json'), 'utf8')) as {
      routes: readonly { readonly headers?: Readonly<Record<string, string>> }[];
    };
    for (const [, to] of MOVED) expect(routes.map(({ headers }) => headers?.['Location'])).toContain(to);
    expect(readFileSync(join(site.deploy, 'headers.json'), 'utf8')).not.toContain('sketch');
  });

  describe.each((['nginx', 'caddy', 'apache'] as const).map((name: ServerName) => ({ name })))(
    'on $name',
    ({ name }) => {
      it('lead to the file', needs(webServer(name)), async () => {
        const server = await startServer(name, site);
        try {
          await expectMoved(server.origin);
        } finally {
          await server.stop();
        }
      });
    },
  );

  describe('on the sidecar', () => {
    let stop: (() => Promise<unknown>) | undefined;
    afterAll(() => stop?.());

    it('lead to the file', async () => {
      const port = await freePort();
      const serving = await serveBuilt(site, port);
      stop = () => serving.close();
      await expectMoved(`http://127.0.0.1:${port}`);
      const slashless = await ask(`http://127.0.0.1:${port}`, '/dome');
      expect(slashless.status).toBe(301);
    });
  });
});

async function expectMoved(origin: string): Promise<void> {
  for (const [from, to] of MOVED) {
    const answer = await ask(origin, from);
    expect([answer.status, answer.headers['location']], from).toEqual([301, [to]]);
  }
  expect((await ask(origin, '/not-yet/sketch/')).status).toBe(404);
  expect((await ask(origin, '/taken/')).status).toBe(200);
}
