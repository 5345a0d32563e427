import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import { collectRegistry } from '../../../../src/site/registry/collect.js';
import type { RegistryInput } from '../../../../src/site/registry/registry.js';
import { contentTypes } from '../../../../src/site/types.js';
import { BASE, world } from '../../../support/site/registry/world.js';

const ADDRESSES = {
  rest: `${BASE}/api/`,
  changes: `${BASE}/svc-changes.json`,
  feed: `${BASE}/feed.xml`,
  sitemap: `${BASE}/svc-sitemap.xml`,
  llms: `${BASE}/llms.txt`,
};

async function collected(patch: Partial<RegistryInput> = {}) {
  const registry = await collectRegistry(world({ addresses: ADDRESSES, ...patch }));
  return { ...registry, byId: Object.fromEntries(registry.resources.map((one) => [one.id, one])) };
}

const settings = { rest_namespaces: [], enable_mcp_server: false, enable_agent_writes: false };
const ABILITIES = [
  { name: 'svc/read-score', description: 'Reads the score.', kind: 'read' },
  { name: 'svc/update-content', description: 'Changes a page.', kind: 'write' },
] as const;

describe('the content', () => {
  it('can be read by type and by taxonomy, at the read API', async () => {
    const { byId } = await collected({
      types: contentTypes(new Set(['post', 'page', 'case_study'])),
      taxonomies: ['category', 'tag', 'region'],
    });
    expect(byId['platform-core']).toMatchObject({
      type: 'content',
      capabilities: [
        'content.posts.read',
        'content.pages.read',
        'content.case_study.read',
        'content.categories.read',
        'content.tags.read',
        'content.region.read',
      ],
      endpoints: [{ url: ADDRESSES.rest, type: 'rest', methods: ['GET'], auth: 'none' }],
      provider: { plugin: 'svc' },
    });
  });

  it('is found in the documents that list it where there is no read API', async () => {
    const { byId } = await collected({ addresses: { ...ADDRESSES, rest: undefined } });
    expect(byId['platform-core']?.endpoints.map(({ url }) => url)).toEqual([
      ADDRESSES.llms,
      ADDRESSES.sitemap,
    ]);
    const bare = await collected({ addresses: {} });
    expect(bare.resources.map(({ id, endpoints }) => [id, endpoints])).toEqual([['platform-core', []]]);
  });

  it('is not told to be at the read API when svc_rest_discovery says no', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_rest_discovery', () => false);
    const { byId } = await collected({ hooks });
    expect(JSON.stringify(byId['platform-core'])).not.toContain('/api/');
  });

  it('has news only where a feed answers', async () => {
    const { byId } = await collected({ addresses: { changes: ADDRESSES.changes } });
    expect(byId['content-feeds']).toMatchObject({
      capabilities: ['content.changes.read'],
      endpoints: [{ url: ADDRESSES.changes }],
    });
  });
});

describe('API namespaces', () => {
  it('are those of the settings, as svc_rest_namespaces leaves them', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_rest_namespaces', (list) => [...list, '/Tea/V2/', '☕', 'svc/v1', 'svc/v1/oauth']);
    const { byId, resources } = await collected({
      hooks,
      settings: { ...settings, rest_namespaces: ['shop/v1'] },
    });
    expect(byId['shop-v1']).toMatchObject({
      type: 'x-rest-api',
      title: 'shop/v1',
      endpoints: [{ url: `${BASE}/api/shop/v1`, auth: 'none' }],
    });
    expect(resources.filter(({ type }) => type === 'x-rest-api').map(({ id }) => id)).toEqual([
      'shop-v1',
      'tea-v2',
    ]);
  });

  it('stand back where somebody describes an endpoint inside', async () => {
    const { byId } = await collected({
      settings: { ...settings, rest_namespaces: ['shop/v1', 'shop/v11'] },
      config: {
        resources: [{ id: 'shop', title: 'Shop', type: 'commerce', endpoints: ['/api/shop/v1/products'] }],
        mcpServers: [],
      },
    });
    expect(Object.keys(byId)).not.toContain('shop-v1');
    expect(Object.keys(byId)).toContain('shop-v11');
  });
});

describe('short entries of the configuration', () => {
  it.each([
    ['search', 'search.query', ['GET']],
    ['forms', 'forms.contact.submit', ['POST']],
    ['commerce', 'commerce.products.read', ['GET']],
    ['scheduling', 'scheduling.bookings.create', ['POST']],
  ])('%s get id, title and capability', async (type, capability, methods) => {
    const { byId, notices, adapters } = await collected({
      config: { resources: [{ type, endpoints: ['/there'] }], mcpServers: [] },
    });
    expect(byId[type]).toMatchObject({
      id: type,
      title: expect.stringMatching(/\w/),
      capabilities: [capability],
      endpoints: [{ url: '/there', methods }],
      provider: { plugin: 'config' },
    });
    expect(notices).toEqual([]);
    expect(adapters.find(({ id }) => id === type)?.available).toBe(true);
  });

  it('of forms never claim to be read', async () => {
    const { byId } = await collected({
      config: {
        resources: [
          {
            type: 'forms',
            endpoints: [
              { url: '/contact', methods: ['get', 'HEAD', 'POST'] },
              { url: '/b', methods: 'GET' },
            ],
          },
        ],
        mcpServers: [],
      },
    });
    expect(byId['forms']?.endpoints.map(({ methods }) => methods)).toEqual([['POST'], ['POST']]);
  });

  it('keep what they say, and complete ones stay as they are', async () => {
    const { byId, notices } = await collected({
      config: {
        resources: [
          { type: 'search', title: 'Find a pot', endpoints: '/find' },
          {
            type: 'forms',
            id: 'newsletter',
            title: 'Newsletter',
            endpoints: [{ url: '/n', methods: ['GET'] }],
          },
          { type: 'messaging', endpoints: ['/m'] },
        ],
        mcpServers: [],
      },
    });
    expect(byId['search']?.title).toBe('Find a pot');
    expect(byId['newsletter']).toMatchObject({ capabilities: [], endpoints: [{ methods: ['GET'] }] });
    expect(notices.map(({ code }) => code)).toEqual(['resource_id']);
  });
});

describe('MCP servers', () => {
  const external = {
    id: 'warehouse',
    name: 'Warehouse',
    description: 'Counts <b>leaves</b>',
    version: '3',
    endpoint: '/mcp',
    tools: [
      { name: 'count', description: 'Counts.' },
      { name: '', description: '' },
      { name: 'count', description: 'Again.' },
    ],
  };

  it('[1-other-mcp-advertised] of others are those of the configuration', async () => {
    const { servers } = await collected({ config: { resources: [], mcpServers: [external] } });
    expect(servers).toEqual([
      {
        id: 'warehouse',
        name: 'Warehouse',
        description: 'Counts leaves',
        version: '3',
        endpoint: `${BASE}/mcp`,
        tools: [{ name: 'count', description: 'Counts.' }],
        own: false,
      },
    ]);
  });

  it('of our own exist while a sidecar runs them', async () => {
    const on = { ...settings, enable_mcp_server: true };
    const { servers } = await collected({
      settings: on,
      sidecarBase: 'https://side.example',
      abilities: ABILITIES,
    });
    expect(servers).toMatchObject([
      { id: 'svc', version: '1.2.3', endpoint: 'https://side.example/api/svc/v1/mcp', own: true },
    ]);
    expect((await collected({ settings: on })).servers).toEqual([]);
    expect((await collected({ sidecarBase: BASE })).servers).toEqual([]);
    const writes = await collected({ settings: { ...on, enable_agent_writes: true }, sidecarBase: BASE });
    expect(writes.servers[0]?.description).not.toBe(servers[0]?.description);
  });

  it.each(['', '../x', 'a/b', 'svc', 'café'])('are left out with the id %j', async (id) => {
    const { servers, notices } = await collected({
      settings: { ...settings, enable_mcp_server: true },
      sidecarBase: BASE,
      config: { resources: [], mcpServers: [{ ...external, id }] },
    });
    expect(servers.map((server) => server.id)).toEqual(['svc']);
    expect(notices).toMatchObject([{ level: 'error', code: 'mcp_server', origin: 'config' }]);
  });

  it('come first come first served, and only with a public address', async () => {
    const list = [
      external,
      { ...external, name: 'Second' },
      { ...external, id: 'inside', endpoint: 'http://10.0.0.1/' },
    ];
    const { servers } = await collected({ config: { resources: [], mcpServers: list } });
    expect(servers.map(({ name }) => name)).toEqual(['Warehouse']);
  });
});

describe('the abilities of the service', () => {
  it('are a resource that is not public', async () => {
    const { byId } = await collected({ sidecarBase: BASE, abilities: ABILITIES });
    expect(byId['abilities-svc']).toMatchObject({
      type: 'agent',
      public: false,
      abilities: ['svc/read-score'],
      tools: [{ name: 'svc-read-score', annotations: { readOnlyHint: true }, auth: 'custom' }],
      agent: { skills: [{ id: 'read-score' }] },
    });
    const { byId: writing } = await collected({
      sidecarBase: BASE,
      abilities: ABILITIES,
      settings: { ...settings, enable_mcp_server: true, enable_agent_writes: true },
    });
    expect(writing['abilities-svc']).toMatchObject({
      abilities: ['svc/read-score', 'svc/update-content'],
      endpoints: [{ url: `${BASE}/api/svc/v1/mcp`, type: 'mcp', auth: 'oauth2' }],
      auth: { type: 'oauth2' },
    });
  });

  it('need a sidecar', async () => {
    expect((await collected({ abilities: ABILITIES })).byId['abilities-svc']).toBeUndefined();
  });
});
