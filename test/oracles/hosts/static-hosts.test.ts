import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTransformedRoutes, type Route, type RouteWithSrc } from '@vercel/routing-utils';
import { parseAllHeaders } from 'netlify-headers-parser';
import { parseAllRedirects } from 'netlify-redirect-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { patternRegex } from '../../../src/deploy/hosts/pattern.js';
import type { HeadersManifest } from '../../../src/deploy/manifests/neutral.js';
import { headersAt, parseHeaders } from '../../support/hosts/publish-files.js';
import { type BuiltSite, buildSite } from '../../support/hosts/site.js';

/** Addresses of documents, and one of each pattern, with the headers that they are to be sent with. */
function documents({
  rules,
  signed,
}: HeadersManifest): readonly (readonly [string, Record<string, string>])[] {
  return rules
    .filter(({ pattern }) => pattern?.startsWith('/.well-known/{+path}') !== true)
    .map(({ path, pattern = '', contentType, headers, links }) => {
      const proof = signed.find((one) => one.path === path)?.headers;
      const link = links === undefined ? {} : { Link: links.join(', ') };
      const all = { 'Content-Type': contentType, ...headers, ...link, ...proof };
      const low = Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]);
      return [path ?? pattern.replace(/\{\+?[a-z]+\}/g, 'x'), Object.fromEntries(low)];
    });
}

describe('Cloudflare Pages', () => {
  let site: BuiltSite;
  beforeAll(async () => {
    site = await buildSite({ hosts: ['cloudflare'] });
  });

  it('is told the headers of every document, in its grammar', () => {
    const rules = parseHeaders(readFileSync(join(site.out, '_headers'), 'utf8'));
    for (const [path, headers] of documents(site.manifest)) {
      expect(headersAt(rules, path), path).toEqual(headers);
    }
    const page = headersAt(rules, '/posts/first-light/');
    expect(page).toMatchObject({ vary: 'Accept', link: site.manifest.pages.links.join(', ') });
    expect(headersAt(rules, '/svc-style.css')).toEqual({});
  });

  it('is asked not to change signed documents', () => {
    const rules = parseHeaders(readFileSync(join(site.out, '_headers'), 'utf8'));
    for (const { path } of site.manifest.signed) {
      expect(headersAt(rules, path)['cache-control']).toMatch(/no-transform$/);
    }
  });
});

/** Others are switches of the routing, not routes. */
function isWithSource(route: Route): route is RouteWithSrc {
  return 'src' in route && typeof route.src === 'string';
}

/** What the parser of redirects gives, which its types do not say. */
interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

describe('Netlify, by its own parsers', () => {
  let site: BuiltSite;
  beforeAll(async () => {
    site = await buildSite({ hosts: ['netlify'], sidecar: 'https://agents.observatory.example' });
  });

  it('is told the headers of every document', async () => {
    const { headers, errors } = await parseAllHeaders({
      netlifyConfigPath: undefined,
      // Its types say that there are none.
      headersFiles: [join(site.out, '_headers')] as never[],
      configHeaders: [],
      minimal: false,
    });
    expect(errors).toEqual([]);
    const rules = headers.map(({ for: glob, values }) => ({
      glob,
      unset: [],
      set: Object.entries(values).map(([name, value]) => [name.toLowerCase(), String(value)] as const),
    }));
    for (const [path, wanted] of documents(site.manifest)) {
      // What ends with a slash has the headers of pages too, which cannot be taken back.
      const told = headersAt(rules, path);
      if (path.endsWith('/')) expect(told, path).toMatchObject(wanted);
      else expect(told, path).toEqual(wanted);
    }
  });

  it('is told what is elsewhere', async () => {
    const { redirects, errors } = await parseAllRedirects({
      redirectsFiles: [join(site.out, '_redirects')],
      configRedirects: [],
      minimal: false,
    });
    expect(errors).toEqual([]);
    const told = (redirects as readonly Redirect[]).map(({ from, to, status }) => [from, to, status]);
    expect(told).toContainEqual(['/api/svc/*', 'https://agents.observatory.example/api/svc/:splat', 200]);
    expect(told).toContainEqual(['/.well-known/change-password', 'https://observatory.example/about/', 302]);
    expect(told).toContainEqual(['/.md', '/index.md', 200]);
  });
});

describe('Vercel, by its own routing utilities', () => {
  let site: BuiltSite;
  let routes: readonly Route[];
  beforeAll(async () => {
    site = await buildSite({ hosts: ['vercel'] });
    const config = JSON.parse(readFileSync(join(site.deploy, 'vercel.json'), 'utf8')) as { routes: Route[] };
    const transformed = getTransformedRoutes({ routes: config.routes });
    expect(transformed.error).toBeNull();
    routes = transformed.routes ?? [];
  });

  it('takes every route, and finds the one of a document first', () => {
    expect(routes.length).toBeGreaterThan(20);
    for (const { path, pattern, contentType } of site.manifest.rules) {
      const address = path ?? (pattern ?? '').replace(/\{\+?[a-z]+\}/g, 'x');
      if (pattern?.includes('/.well-known/{') === true) continue;
      const route = routes.find(
        (one): one is RouteWithSrc =>
          isWithSource(one) &&
          !('methods' in one) &&
          !('has' in one && one.has !== undefined) &&
          one.headers?.['Content-Type'] !== undefined &&
          new RegExp(one.src).test(decodeURIComponent(address)),
      );
      expect(route?.headers?.['Content-Type'], address).toBe(contentType);
    }
  });

  it('gives Markdown to those who name it', () => {
    const values = routes.flatMap((route) => ('has' in route ? (route.has ?? []) : []));
    const value = values.map((one) => ('value' in one ? String(one.value) : ''))[0] ?? '';
    const isNamed = (accept: string) => new RegExp(`^${value}$`).test(accept);
    for (const accept of ['text/markdown', 'text/html, text/markdown;q=0.9', 'text/x-markdown, */*']) {
      expect(isNamed(accept), accept).toBe(true);
    }
    for (const accept of ['*/*', 'text/html', 'text/*', 'text/markdown;q=0', 'text/markdown;q=0.0, */*']) {
      expect(isNamed(accept), accept).toBe(false);
    }
  });
});

describe('what a host cannot do', () => {
  it('is told by the build', async () => {
    const hosts = ['netlify', 'cloudflare', 'vercel', 's3', 'github-pages', 'nginx', 'caddy', 'apache'];
    const site = await buildSite({ hosts: ['s3'] });
    expect(site.output).toMatch(/limit {2}s3: only Content-Type and Cache-Control are sent/);
    for (const host of hosts) {
      const { output } = await buildSite({ hosts: [host] });
      const count = output.split('\n').filter((line) => line.startsWith(`limit  ${host}: `)).length;
      expect([host, count > 0]).toEqual([host, !['nginx', 'caddy', 'apache'].includes(host)]);
    }
  }, 120_000);
});

describe('files of hosts', () => {
  it('come after the text of the site itself, and go with their host', async () => {
    const site = await buildSite({
      hosts: ['netlify', 'nginx', 'github-pages'],
      files: { 'public/_redirects': '/old /about/ 301\n' },
    });
    const text = () => readFileSync(join(site.out, '_redirects'), 'utf8');
    expect(text()).toMatch(/^\/old \/about\/ 301\n\n# Made by svc build/);
    expect(site.filesOf('deploy')).toEqual([
      'github-pages.md',
      'headers.json',
      'nginx.http.conf',
      'nginx.server.conf',
    ]);
    writeFileSync(join(site.deploy, 'notes.txt'), 'ours');
    await site.rebuild(['caddy']);
    expect(site.filesOf('deploy')).toEqual(['Caddyfile.svc', 'headers.json', 'notes.txt']);
    expect(site.filesOf('root').filter((file) => /^[_.](?!md|well)/.test(file))).toEqual(['_redirects']);
    expect(text()).toBe('/old /about/ 301\n');
  });
});

describe('patterns', () => {
  it('are read as they are meant', () => {
    const regex = new RegExp(patternRegex('/a.b/{name}/{+rest}.md'));
    expect(regex.test('/a.b/c/d/e.md')).toBe(true);
    expect(regex.test('/a.b//d.md')).toBe(false);
    expect(regex.test('/axb/c/d.md')).toBe(false);
  });
});
