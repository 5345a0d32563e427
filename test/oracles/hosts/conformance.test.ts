import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAll } from '../../support/hosts/ask-all.js';
import { kindsOfPaths } from '../../support/hosts/cases.js';
import { expectedAnswer } from '../../support/hosts/expected.js';
import { ask } from '../../support/hosts/http.js';
import {
  type RunningServer,
  type ServerName,
  startServer,
  versionOf,
  webServer,
} from '../../support/hosts/servers.js';
import { type BuiltSite, buildSite } from '../../support/hosts/site.js';
import { countOf, type TableRow, tableText } from '../../support/hosts/table.js';
import { needs } from '../../support/needs.js';

const SERVERS: readonly ServerName[] = ['nginx', 'caddy', 'apache'];
const HOSTS = ['nginx', 'caddy', 'apache'];

/** Arrangements without a sidecar: `deploy/headers.json` is the judge. */
const SITES = [
  { title: 'a site', url: 'https://observatory.example', profile: 'default' },
  { title: 'a site in a folder', url: 'https://observatory.example/dome', profile: 'default' },
  { title: 'a site with max-readiness', url: 'https://observatory.example', profile: 'max-readiness' },
];

/** What Apache says that it cannot do: see the limits of its rules. */
const SOFT = /^(?:status 404, not 200|content-type: text\/html|\d+ bytes, not the 1\d\d )/;

describe.each(SITES)('$title', ({ url, profile }) => {
  let site: BuiltSite;
  const rows: TableRow[] = [];

  beforeAll(async () => {
    site = await buildSite({ hosts: HOSTS, url, profile });
  });

  afterAll(() => {
    process.stdout.write(`\n${url} (${profile})\n${tableText(rows)}`);
  });

  describe.each(SERVERS.map((name) => ({ name, options: needs(webServer(name)) })))(
    'on $name',
    ({ name, options }) => {
      let server: RunningServer | undefined;
      let origin = '';

      beforeAll(async () => {
        server = await startServer(name, site);
        origin = server.origin + site.manifest.basePath;
      });

      afterAll(() => server?.stop());

      it('is answered as headers.json says', options, async () => {
        const wrong: string[] = [];
        for (const [kind, path] of kindsOfPaths(site)) {
          const { asked, found } = await askAll(path, (question) => expectedAnswer(site, question), origin);
          const real = found.filter(
            (text) => name !== 'apache' || profile === 'default' || !SOFT.test(text.difference),
          );
          wrong.push(...real.map(({ request, difference }) => `${kind}: ${request}: ${difference}`));
          rows.push({ server: versionOf(name), kind, path, asked, different: real.length });
        }
        expect(wrong).toEqual([]);
        expect(countOf(rows, versionOf(name))).toBeGreaterThan(3000);
      });

      it('has strong tags, and does not send what a client has', options, async () => {
        const paths = ['/llms.txt', '/.well-known/discovery.json', '/about.md', '/about/', '/'];
        for (const path of paths) {
          const first = await ask(origin, path);
          const tag = first.headers['etag']?.[0] ?? '';
          expect(tag, path).toMatch(/^"[^"]+"$/);
          for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
            const second = await ask(origin, path, { headers: { 'If-None-Match': condition } });
            expect([second.status, second.body.length], `${path} ${condition}`).toEqual([304, 0]);
            expect([second.headers['etag'], second.headers['vary']]).toEqual([[tag], first.headers['vary']]);
            expect(second.headers['cache-control']).toEqual(first.headers['cache-control']);
          }
          const other = await ask(origin, path, { headers: { 'If-None-Match': '"other"' } });
          expect([other.status, other.body.equals(first.body)]).toEqual([200, true]);
        }
        const variants = await Promise.all(
          ['text/html', 'text/markdown'].map((Accept) => ask(origin, '/about/', { headers: { Accept } })),
        );
        const tags = variants.map(({ headers }) => headers['etag']?.[0]);
        expect(new Set(tags).size).toBe(2);
      });

      it('sends what is signed whole, and without proof where a client has it', options, async () => {
        for (const { path, bytes, headers: proof } of site.manifest.signed) {
          const first = await ask(origin, path, { headers: { Range: 'bytes=0-9' } });
          expect([first.status, first.body.length], path).toEqual([200, bytes]);
          expect(first.headers['cache-control']?.join(), path).toMatch(/no-transform$/);
          for (const [name, value] of Object.entries(proof)) {
            expect(first.headers[name.toLowerCase()], `${path} ${name}`).toEqual([value]);
          }
          const tag = first.headers['etag']?.[0] ?? '';
          const again = await ask(origin, path, { headers: { 'If-None-Match': tag } });
          expect(again.status, path).toBe(304);
          expect(
            Object.keys(again.headers).filter((name) => /digest|signature/.test(name)),
            path,
          ).toEqual([]);
          const newer = await ask(origin, path, { headers: { 'If-None-Match': '"other"' } });
          expect(newer.headers['signature'], path).toEqual([proof.Signature]);
        }
      });

      it('never compresses what is signed', options, async () => {
        for (const { path, bytes } of site.manifest.signed) {
          const answer = await ask(origin, path, { headers: { 'Accept-Encoding': 'gzip, br' } });
          expect([answer.headers['content-encoding'], answer.body.length], path).toEqual([undefined, bytes]);
        }
      });

      it(
        'lets browsers ask the read API and well-known documents with fields of their own',
        options,
        async () => {
          const asked = {
            Origin: 'https://reader.example',
            'Access-Control-Request-Method': 'GET',
            'Access-Control-Request-Headers': 'x-requested-with',
          };
          const [entry = ''] = site.filesOf('root').filter((path) => /posts[/]\d+[.]json$/.test(path));
          const item = `/${entry.slice(entry.indexOf('api/'))}`;
          const lists = ['/api/', '/api/content/v1/posts.json', '/api/content/v1/posts/page-2.json'];
          const entries = [item, '/api/content/v1/posts/999999.json'];
          for (const path of [...lists, ...entries, '/.well-known/discovery.json']) {
            const { status, headers, body } = await ask(origin, path, { method: 'OPTIONS', headers: asked });
            expect([path, status, body.length]).toEqual([path, 204, 0]);
            expect([path, headers['access-control-allow-origin']]).toEqual([path, ['*']]);
            expect([path, headers['access-control-allow-methods']]).toEqual([path, ['GET, HEAD, OPTIONS']]);
            expect([path, headers['access-control-allow-headers']]).toEqual([path, ['*']]);
            expect([path, headers['access-control-max-age']]).toEqual([path, ['86400']]);
          }
          const { status, headers } = await ask(origin, item, { headers: { Origin: asked.Origin } });
          expect([status, headers['access-control-allow-origin']]).toEqual([200, ['*']]);
          // Plain GET requests for these need no preflight (spec section 8.2: names that are routed).
          for (const path of ['/llms.txt', '/about.md', '/svc-changes.json', '/svc-sitemap.xml']) {
            const refused = await ask(origin, path, { method: 'OPTIONS', headers: asked });
            expect([path, refused.status, refused.headers['allow']?.[0]]).toEqual([path, 405, 'GET, HEAD']);
          }
        },
      );

      it('names no port in redirects: the one behind a proxy is not that of readers', options, async () => {
        const base = site.manifest.basePath;
        const slashless = [`${base}/about`, `${base}/posts/first-light?from=letter`];
        for (const path of base === '' ? slashless : [...slashless, base, `${base}?from=letter`]) {
          const Host = 'observatory.example';
          const answer = await ask(server?.origin ?? '', path, { headers: { Host } });
          expect([path, answer.status]).toEqual([path, 301]);
          const location = answer.headers['location']?.join() ?? '';
          expect(location.replace(`http://${Host}/`, '/'), path).toMatch(
            /^[/](?![/])[^:]*[/](?:[?]from=letter)?$/,
          );
        }
      });

      it('keeps to its folder', options, async () => {
        const paths = [
          '/../deploy/headers.json',
          '/%2e%2e/deploy/headers.json',
          '/..%2fdeploy%2fheaders.json',
          '/.well-known/..%2f..%2f..%2fdeploy/headers.json',
          '/%252e%252e/deploy/headers.json',
          '/about.md%00.html',
          '/%0d%0aSet-Cookie:%20a=b/',
          '//evil.example/',
          '/svc.config.json',
        ];
        for (const path of paths) {
          const answer = await ask(origin, path);
          expect([400, 403, 404], path).toContain(answer.status);
          expect(answer.headers['set-cookie'], path).toBeUndefined();
        }
      });
    },
  );
});
