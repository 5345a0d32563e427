import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { wireName } from '../../../../../src/sidecar/abilities/ability.js';
import { abilities } from '../../../../../src/sidecar/abilities/table.js';
import { HARBOUR, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

const ENDPOINT = 'https://harbour.example/api/svc/v1/mcp';
const READ = abilities.filter(({ tier }) => tier === 'read').map(wireName);
const WRITE = abilities.filter(({ tier }) => tier === 'write').map(wireName);

/** Documents that name the server while it is on, and what of them is there while it is off. */
const NAMED: readonly (readonly [path: string, off: 200 | 404])[] = [
  ['/.well-known/mcp.json', 200],
  ['/.well-known/mcp/server-card.json', 404],
  ['/.well-known/mcp/svc/server-card.json', 404],
  ['/.well-known/api-catalog', 200],
  ['/.well-known/oauth-protected-resource/svc/mcp', 404],
  ['/.well-known/oauth-protected-resource/api/svc/v1/mcp', 404],
  ['/.well-known/oauth-authorization-server/svc/mcp', 404],
  ['/auth.md', 200],
];

let site: TestSite;

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR, settings: { enable_mcp_server: true } });
}, 60_000);

const names = async (path: string) => {
  const { tools } = JSON.parse((await site.ask(path)).text) as { tools: readonly { name: string }[] };
  return tools.map(({ name }) => name);
};

describe('public documents', () => {
  it('[4.2-mcp-json] name the server and its tools, the same in files and live', async () => {
    expect(await names('/.well-known/mcp.json')).toEqual(READ);
    expect(await names('/.well-known/mcp/server-card.json')).toEqual(READ);
    expect(await names('/.well-known/mcp/svc/server-card.json')).toEqual(READ);
    for (const [path] of NAMED) {
      const { status, text } = await site.ask(path);
      expect([path, status, text.includes(ENDPOINT) || text.includes('harbour.example/svc/mcp')]).toEqual([
        path,
        200,
        true,
      ]);
      const file = join(site.folder, 'out', path);
      const built = existsSync(`${file}/index.json`) ? `${file}/index.json` : file;
      expect([path, readFileSync(built, 'utf8') === text]).toEqual([path, true]);
    }
    const discovery = (await site.ask('/.well-known/discovery.json')).text;
    expect(discovery).toContain('oauth-protected-resource/svc/mcp');
    // What an assistant can do is for those who are connected: no agent, skill or ability is advertised for it.
    expect(discovery).not.toContain('svc/read-readiness');
  });

  it('are joined by the card at the address that clients derive from the endpoint', async () => {
    const path = '/api/svc/v1/mcp/server-card';
    const card = await site.ask(path);
    expect([card.status, card.headers['content-type'], card.headers['access-control-allow-origin']]).toEqual([
      200,
      'application/mcp-server-card+json',
      '*',
    ]);
    expect(card.text).toBe((await site.ask('/.well-known/mcp/svc/server-card.json')).text);
    const again = await site.ask(path, { headers: { 'If-None-Match': card.headers['etag'] ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
    const preflight = await site.ask(path, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers['access-control-expose-headers']]).toEqual([204, 'ETag']);
    expect((await site.ask(path, { method: 'POST' })).status).toBe(404);
  });

  it('follow the switches at once', async () => {
    site.store({ enable_mcp_server: true, enable_agent_writes: true });
    await until(async () => (await names('/.well-known/mcp.json')).length === READ.length + WRITE.length);
    expect(await names('/.well-known/mcp/svc/server-card.json')).toEqual([...READ, ...WRITE]);
    site.store({});
    await until(async () => (await names('/.well-known/mcp.json')).length === 0);
    for (const [path, off] of NAMED) {
      const { status, text } = await site.ask(path);
      expect([path, status, text.includes(ENDPOINT)]).toEqual([path, off, false]);
    }
    expect((await site.ask('/api/svc/v1/mcp/server-card')).status).toBe(404);
    expect((await site.ask('/.well-known/discovery.json')).text).not.toContain(
      'oauth-protected-resource/svc',
    );
  });
});
