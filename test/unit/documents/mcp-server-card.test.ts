import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reverseDnsName } from '../../../src/documents/mcp-server.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import { type ContextOptions, filesOf, testContext } from '../../support/documents/context.js';
import { hostileText } from '../../support/documents/hostile.js';
import { OWN_SERVER, published, server, WITH_MCP } from '../../support/documents/offers.js';

const withServers = (...servers: ReturnType<typeof server>[]): ContextOptions => ({
  published: published({ servers }),
});
const card = (options: ContextOptions) => {
  const [text] = Object.values(filesOf('mcp-server-card', testContext(options)));
  const value = JSON.parse(text ?? 'null');
  expect(schemaErrors('mcp-server-card.schema.json', value)).toEqual([]);
  return value;
};
const cardFiles = (options: ContextOptions) =>
  Object.keys(filesOf('mcp-server-card-id', testContext(options)));

describe('/.well-known/mcp/server-card.json', () => {
  it('[4.2-server-card] exists only when there is a server', () => {
    expect(filesOf('mcp-server-card', testContext())).toEqual({});
    // The switch alone makes no server: somebody has to run it.
    expect(filesOf('mcp-server-card', testContext({ settings: { enable_mcp_server: true } }))).toEqual({});
    expect(card(withServers(server({}, 0))).title).toBe('Cellar');
  });

  it('[4.2-server-card-richest] describes the server with most tools, the first of several', () => {
    const servers = [server({ id: 'a', name: 'A' }, 1), server({ id: 'b', name: 'B' }, 2)];
    expect(card(withServers(...servers)).title).toBe('B');
    expect(card(withServers(...servers, server({ id: 'c', name: 'C' }, 2))).title).toBe('B');
    expect(card(withServers(server({ name: 'X' }, 0), server({ id: 'y', name: 'Y' }, 0))).title).toBe('X');
    const asked = (cardServer: string) => ({ ...testContext().asked, cardServer });
    expect(card({ ...withServers(...servers), asked: asked('a') }).title).toBe('A');
    expect(card({ ...withServers(...servers), asked: asked('nobody') }).title).toBe('B');
  });

  it('has the members of both forms', () => {
    expect(card({ ...WITH_MCP, site: { logo: 'https://tea.example/leaf.png' } })).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      name: 'example.tea/svc',
      version: 'v1.0.0',
      description: 'Reads readiness and content',
      title: 'Tea Notes',
      websiteUrl: 'https://tea.example/',
      icons: [{ src: 'https://tea.example/leaf.png' }],
      remotes: [
        {
          type: 'streamable-http',
          url: OWN_SERVER.endpoint,
          supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18'],
        },
      ],
      schemaVersion: '2024-11-05',
      serverUrl: OWN_SERVER.endpoint,
      serverInfo: { name: 'Tea Notes', version: 'v1.0.0' },
      transport: { type: 'streamable-http', url: OWN_SERVER.endpoint, endpoint: OWN_SERVER.endpoint },
      protocolVersion: '2026-07-28',
      capabilities: { tools: {} },
      tools: OWN_SERVER.tools,
      icon: 'https://tea.example/leaf.png',
      auth: {
        type: 'oauth2',
        metadata: 'https://tea.example/.well-known/oauth-protected-resource/svc/mcp',
      },
    });
  });

  it('claims nothing of a server elsewhere but what was declared', () => {
    const value = card(withServers(server()));
    for (const key of ['auth', 'protocolVersion']) expect(value).not.toHaveProperty(key);
    expect(value.remotes).toEqual([{ type: 'streamable-http', url: 'https://cellar.example/mcp' }]);
  });

  it.each(['', '^1.2.0', '~1', '>=2', '1.x', '1.*', 'X', '1 - 2', '1 || 2', 'v'.repeat(256)])(
    'falls back to a version where %j is none',
    (version) => {
      expect(card(withServers(server({ version }))).version).toBe('1.0.0');
    },
  );

  it.each(['1.4.0', 'v2', '2026-07-01', '1.0.0-rc.1+exp'])('keeps the version %j', (version) => {
    expect(card(withServers(server({ version }))).version).toBe(version);
  });

  it('is valid whatever was registered, at every address', () => {
    const facts = fc.record({
      id: hostileText,
      name: hostileText,
      description: hostileText,
      version: hostileText,
    });
    fc.assert(
      fc.property(facts, hostileText, (one, description) => {
        const options = { site: { description }, ...withServers(server(one)) };
        card(options);
        for (const text of Object.values(filesOf('mcp-server-card-id', testContext(options)))) {
          expect(schemaErrors('mcp-server-card.schema.json', JSON.parse(text))).toEqual([]);
        }
      }),
    );
  });
});

describe('/.well-known/mcp/{id}/server-card.json', () => {
  it('[4.2-server-card-id] exists for each server with a tool, and for no other id', () => {
    expect(cardFiles(withServers(server({}, 0)))).toEqual([]);
    expect(cardFiles(withServers(server({}, 0), server({ id: 'shop' }), OWN_SERVER))).toEqual([
      '.well-known/mcp/shop/server-card.json',
      '.well-known/mcp/svc/server-card.json',
    ]);
  });

  it.each([
    '',
    '.',
    '..',
    '../x',
    'a/b',
    'a\\b',
    'a b',
    'ä',
    '%2e%2e',
    'server-card.json',
    'Server-Card.json',
  ])('has no file for the id %j', (id) => {
    expect(cardFiles(withServers(server({ id })))).toEqual([]);
  });

  it('has one file for ids that a disk may not tell apart', () => {
    expect(cardFiles(withServers(server({ id: 'Shop' }), server({ id: 'shop' })))).toEqual([
      '.well-known/mcp/Shop/server-card.json',
    ]);
  });
});

describe('the reverse-DNS name', () => {
  it.each([
    ['https://tea.example', 'svc', 'example.tea/svc'],
    ['https://www.tea.example:8443', 'My Shop', 'example.tea.www/My-Shop'],
    ['https://host.example/blog', 'svc', 'example.host/blog.svc'],
    ['http://127.0.0.1:8787', 'svc', '127.0.0.1/svc'],
    ['http://[::1]:8787', 'svc', '1/svc'],
    ['https://grüner-tee.example', '茶', 'example.xn--grner-tee-r9a/server'],
  ])('of %s and %s is %s', (baseUrl, id, name) => {
    expect(reverseDnsName(baseUrl, id)).toBe(name);
  });
});
