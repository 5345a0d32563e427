import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ServingRule } from '../../../../../src/deploy/manifests/rules.js';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

/** Fields of the connection and of the moment, and those that only a server with the body at hand can tell. */
const OWN = ['date', 'connection', 'keep-alive', 'content-length', 'etag'];

/** Fields that only a live answer has: paging of lists, and the page of which a twin is a copy. */
const LIVE: Readonly<Record<string, readonly string[]>> = {
  'rest-list': ['x-total', 'x-totalpages', 'access-control-expose-headers', 'link'],
  markdown: ['link'],
};

let site: TestSite;
let plugin: TestSite;

beforeAll(async () => {
  site = await serveSite({
    files: HARBOUR,
    settings: { enable_security_txt: true, security: { contacts: ['https://harbour.example/about/'] } },
    config: { profile: 'max-readiness' },
  });
  plugin = await serveSite({
    files: {
      ...HARBOUR,
      'plugin.js': [
        'export function register(svc) {',
        "  svc.wellKnown({ name: 'change-password', redirect: '/about/' });",
        "  svc.wellKnown({ name: 'boats.json', contentType: 'application/json', callback: () => ({ boats: 3 }) });",
        "  svc.wellKnown({ name: 'dnt-policy.txt', contentType: 'text/plain', callback: () => 'never' });",
        "  svc.wellKnown({ name: 'agent-card.json', contentType: 'text/plain', callback: () => 'never' });",
        "  svc.filter('svc_well_known_routed', (names) => [...names.filter((n) => n !== 'mcp.json'), 'boats.json']);",
        '}',
        '',
      ].join('\n'),
    },
    config: { plugins: ['./plugin.js'] },
  });
});

/** One address of a rule. */
function addressOf({ path, pattern = '' }: ServingRule): string {
  const example: Readonly<Record<string, string>> = {
    '/{+path}.md': '/about.md',
    '/svc-sitemap-{type}-{page}.xml': '/svc-sitemap-post-1.xml',
    '/api/content/v1/{collection}': '/api/content/v1/posts',
    '/api/content/v1/{collection}/{id}': '/api/content/v1/posts/3',
  };
  return path ?? example[pattern] ?? pattern;
}

function fileOf(rule: ServingRule, address: string): string {
  if (rule.path !== undefined) return rule.file;
  if (rule.pattern === '/api/content/v1/{collection}') return `${address.slice(1)}/index.json`;
  if (rule.pattern === '/api/content/v1/{collection}/{id}') return `${address.slice(1)}.json`;
  return address.slice(1);
}

function lower(
  headers: Readonly<Record<string, string>>,
  left: readonly string[],
): Readonly<Record<string, string>> {
  const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(fields.filter(([name]) => !left.includes(name)));
}

describe('every document of the table', () => {
  it('is live what its file is, byte for byte, with the headers that hosts are told', async () => {
    const { rules, signed } = site.manifest();
    const seen: string[] = [];
    for (const rule of rules) {
      const address = addressOf(rule);
      // Further forms of an address that this site has no file for.
      if (address.includes('{')) continue;
      const answer = await site.ask(address);
      const file = readFileSync(join(site.folder, 'out', fileOf(rule, address)));
      expect([address, answer.status, answer.body.equals(file)]).toEqual([address, 200, true]);
      const proof = signed.find(({ path }) => path === address)?.headers;
      const links = rule.links === undefined ? {} : { Link: rule.links.join(', ') };
      const told = { 'Content-Type': rule.contentType, ...rule.headers, ...links, ...proof };
      expect([address, lower(answer.headers, [...OWN, ...(LIVE[rule.surface] ?? [])])]).toEqual([
        address,
        lower(told, LIVE[rule.surface] ?? []),
      ]);
      seen.push(rule.surface);
    }
    expect(new Set(seen).size).toBeGreaterThan(20);
    expect(signed.length).toBeGreaterThan(3);
  });

  it('reaches readers unchanged where it is signed, and says nothing of a body that a client has', async () => {
    for (const { path } of site.manifest().signed) {
      const { headers, body } = await site.ask(path, { headers: { Range: 'bytes=0-9' } });
      expect(headers['cache-control'], path).toBe('public, max-age=3600, no-transform');
      expect(headers['repr-digest'], path).toBe(headers['content-digest']);
      expect(body.length, path).toBe(Number(headers['content-length']));
      const again = await site.ask(path, { headers: { 'If-None-Match': headers['etag'] ?? '' } });
      expect(again.status, path).toBe(304);
      expect(
        Object.keys(again.headers).filter((name) => /digest|signature/.test(name)),
        path,
      ).toEqual([]);
    }
  });

  it('is short-lived at the live address of the discovery document', async () => {
    const answer = await site.ask('/api/svc/v1/discovery');
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=300']);
  });

  it('is open to every origin and to everybody [8.2-any-origin] [1-public-without-auth] [1-cors-everywhere]', async () => {
    for (const rule of site.manifest().rules) {
      const address = addressOf(rule);
      if (address.includes('{') || address === '/robots.txt') continue;
      const { status, headers } = await site.ask(address);
      expect([address, status, headers['access-control-allow-origin']]).toEqual([address, 200, '*']);
    }
  });
});

describe('precedence', () => {
  it('has a real file first, and streams it as it is [4.2.1-real-file-first]', async () => {
    const answer = await plugin.ask('/.well-known/dnt-policy.txt');
    expect([answer.status, answer.text]).toEqual([200, 'We count boats, not people.\n']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=UTF-8',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=3600',
    });
  });

  it('has a generated document before that of a provider', async () => {
    expect(JSON.parse((await plugin.ask('/.well-known/agent-card.json')).text)).toHaveProperty('name');
  });

  it('has the document of a provider: a body or a redirect', async () => {
    const boats = await plugin.ask('/.well-known/boats.json');
    expect([boats.status, JSON.parse(boats.text)]).toEqual([200, { boats: 3 }]);
    expect(boats.headers['access-control-allow-origin']).toBe('*');
    const away = await plugin.ask('/.well-known/change-password');
    expect([away.status, away.headers['location']]).toEqual([302, 'https://harbour.example/about/']);
  });

  it.each([
    '/.well-known/nobody.json',
    '/.well-known/acme-challenge/token',
    '/.well-known/tdmrep.json/x',
    '/.well-known/',
    '/.well-known/mcp/none/server-card.json',
    '/.well-known/agent-skills/index.json/x',
    '/.well-known/security.txt',
  ])('ends in a plain 404: %s [4.2-unknown-well-known] [4.2.1-clean-404]', async (path) => {
    const answer = await plugin.ask(path);
    expect([answer.status, answer.text]).toEqual([404, 'Not found\n']);
    const readable = { 'cache-control': 'no-store, max-age=0', 'access-control-allow-origin': '*' };
    expect(answer.headers).toMatchObject(readable);
    expect(answer.headers).not.toHaveProperty('location');
  });

  it('forgives a slash at the end of a name', async () => {
    const [one, two] = [await site.ask('/.well-known/mcp.json/'), await site.ask('/.well-known/mcp.json')];
    expect([one.status, one.text]).toEqual([200, two.text]);
  });
});

describe('OPTIONS', () => {
  const preflight = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': '*',
    'access-control-max-age': '86400',
  };

  it.each([
    '/.well-known/discovery.json',
    '/.well-known/agent.json',
    '/.well-known/api-catalog',
    '/.well-known/tdmrep.json',
    '/.well-known/oauth-protected-resource',
    '/.well-known/mcp/server-card.json',
    '/.well-known/mcp/anything/server-card.json',
    '/.well-known/oauth-authorization-server/svc/mcp',
    '/.well-known/agent-skills/index.json',
  ])(
    'on a name of ours is 204 with the four headers, also where it is 404 to GET: %s [8.2-preflight]',
    async (path) => {
      const answer = await site.ask(path, {
        method: 'OPTIONS',
        headers: { Origin: 'https://other.example' },
      });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers).toMatchObject(preflight);
    },
  );

  it.each([
    '/.well-known/security.txt',
    '/.well-known/dnt-policy.txt',
    '/.well-known/nobody.json',
    '/.well-known/acme-challenge/x',
    '/.well-known/mcp/a/b/server-card.json',
    '/llms.txt',
    '/about.md',
    '/',
  ])('on any other name is left alone: %s [8.2-preflight-others]', async (path) => {
    const answer = await site.ask(path, { method: 'OPTIONS' });
    expect(answer.status).toBe(405);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each(['/.well-known/agent-skills/nobody/SKILL.md', '/.well-known/agent-skills/nobody/SKILL.md/'])(
    'on a document that is not there is 404: %s',
    async (path) => {
      expect((await site.ask(path)).status).toBe(404);
      expect((await site.ask(path, { method: 'OPTIONS' })).status).toBe(404);
    },
  );

  it('follows the routed names [4.2.1-routed-filter]', async () => {
    const statuses = ['boats.json', 'mcp.json', 'openapi.json'].map(async (name) => [
      name,
      (await plugin.ask(`/.well-known/${name}`, { method: 'OPTIONS' })).status,
    ]);
    expect(await Promise.all(statuses)).toEqual([
      ['boats.json', 204],
      ['mcp.json', 405],
      ['openapi.json', 204],
    ]);
  });
});
