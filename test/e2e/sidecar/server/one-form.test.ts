import { beforeAll, describe, expect, it } from 'vitest';
import { programVersion } from '../../../../src/config/program-version.js';
import { AdminClient, type Credentials } from '../../../support/sidecar/server/admin/client.js';
import { Connection, oauthToken } from '../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite, type TestSite } from '../../../support/sidecar/server/serving.js';

/** Every object of a JSON value, with its path. */
function* objectsIn(value: unknown, path: string): Generator<readonly [string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`);
}

/** Documents that are there live, as agents of all kinds read them. */
const DOCUMENTS = [
  '/.well-known/agent-card.json',
  '/.well-known/agent.json',
  '/.well-known/mcp.json',
  '/.well-known/mcp/server-card.json',
  '/api/svc/v1/mcp/server-card',
  '/.well-known/openapi.json',
  '/.well-known/discovery.json',
  '/api/svc/v1/discovery',
  '/.well-known/ai-catalog.json',
  '/schemas/discovery/1.0/discovery.schema.json',
];

let site: TestSite;
let owner: Credentials;
const published: (readonly [name: string, value: unknown])[] = [];

beforeAll(async () => {
  site = await serveSite({
    files: HARBOUR,
    settings: { enable_mcp_server: true, enable_agent_writes: true, agent_writes_publish: true },
    config: { profile: 'max-readiness' },
  });
  owner = await new AdminClient(site).as('ada', 'administrator');
  for (const path of DOCUMENTS) {
    const { status, text } = await site.ask(path);
    expect([path, status]).toEqual([path, 200]);
    published.push([path, JSON.parse(text) as unknown]);
  }
  const token = await oauthToken(site, 'ada', 'write');
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  published.push(['initialize', (await new Connection(site, token).rpc('initialize', params)).body]);
  for (const version of ['2025-11-25', '2026-07-28'] as const) {
    const reply = await new Connection(site, token, version).rpc('tools/list');
    published.push([`tools/list ${version}`, reply.body]);
  }
  published.push(['discover', (await new Connection(site, token, '2026-07-28').rpc('server/discover')).body]);
  const abilities = await fetch(`${site.url}api/wp-abilities/v1/abilities?per_page=100`, { headers: owner });
  published.push(['abilities', await abilities.json()]);
}, 60_000);

describe('everything that a server with all switched on tells of itself', () => {
  it('has the version of the program in one form', () => {
    const digits = new RegExp(`\\bv?${programVersion().replaceAll('.', '[.]')}$`, 'i');
    const told = published.flatMap(([name, value]) =>
      [...objectsIn(value, name)].flatMap(([path, object]) =>
        Object.entries(object).flatMap(([key, text]) =>
          /version/i.test(key) && typeof text === 'string' && digits.test(text)
            ? [{ path: `${path}/${key}`, text }]
            : [],
        ),
      ),
    );
    const places = new Set(told.map(({ path }) => path.split('/.well-known/')[1]?.split('/')[0] ?? path));
    expect(places.size, [...places].join(', ')).toBeGreaterThan(3);
    expect(told.filter(({ path }) => path.startsWith('initialize'))).toHaveLength(1);
    expect(told.filter(({ text }) => text !== programVersion())).toEqual([]);
  });

  it('has no schema with a list of types: not every reader knows them', () => {
    const schemas = published.flatMap(([name, value]) => [...objectsIn(value, name)]);
    expect(schemas.filter(([, { type }]) => typeof type === 'string').length).toBeGreaterThan(300);
    expect(schemas.filter(([, { outputSchema }]) => outputSchema !== undefined).length).toBeGreaterThan(50);
    // In JSON-LD a list under this name would be a list of kinds, and has an @.
    expect(schemas.filter(([, { type }]) => Array.isArray(type)).map(([path]) => path)).toEqual([]);
  });
});
