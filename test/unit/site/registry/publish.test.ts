import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import { collectRegistry } from '../../../../src/site/registry/collect.js';
import type { Notice } from '../../../../src/site/registry/notice.js';
import { isReadOnly, readsByName } from '../../../../src/site/registry/publish.js';
import { BASE, published, registered, world } from '../../../support/site/registry/world.js';

const shop = {
  id: 'shop',
  title: 'Shop',
  type: 'commerce',
  capabilities: ['commerce.products.read'],
  endpoints: ['/shop'],
  tools: [
    { name: 'shop/find-tea' },
    { name: 'shop/order', annotations: { readOnlyHint: false } },
    { name: 'shop/secret', public: false },
    { name: 'shop/leaflet', kind: 'resource', uri: 'shop://leaflet' },
  ],
  agent: { name: 'Clerk', skills: [{ id: 'find', description: 'Finds tea.' }] },
};
const hidden = { ...shop, id: 'hidden', public: false };

const shopRegistry = (...more: unknown[]) => collectRegistry(world({}, [['resource', [shop, ...more]]]));

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe('the gate', () => {
  it('shows members in wire order, addresses absolute, and nothing internal', async () => {
    const { resources } = await published(
      await shopRegistry({
        ...shop,
        id: 'all',
        schemas: ['/schema'],
        docs: '/docs',
        well_known: ['tea.json'],
        auth: { type: 'oidc', oidc: '/oidc', docs: '/auth' },
        agent: { name: 'Clerk', endpoint: '/agent' },
      }),
    );
    const [, all] = resources;
    expect(Object.keys(all ?? {})).toEqual(
      'id title type description version capabilities abilities tools endpoints schemas auth well_known agent docs provider'.split(
        ' ',
      ),
    );
    expect(Object.keys(all?.tools[0] ?? {})).toEqual(
      'name title description inputSchema outputSchema annotations auth'.split(' '),
    );
    expect(all).toMatchObject({
      endpoints: [{ url: `${BASE}/shop` }],
      schemas: [`${BASE}/schema`],
      docs: `${BASE}/docs`,
      well_known: [{ url: `${BASE}/.well-known/tea.json` }],
      auth: { oidc: `${BASE}/oidc`, docs: `${BASE}/auth` },
      agent: { endpoint: `${BASE}/agent` },
    });
    expect(JSON.stringify(resources)).not.toMatch(/"(?:public|kind|uri|inferred)":/);
  });

  it('keeps back what is not public, resource by resource and tool by tool', async () => {
    const view = await published(await shopRegistry(hidden));
    expect(ids(view.resources)).toEqual(['shop', 'platform-core']);
    expect(JSON.stringify({ ...view, hidden: undefined })).not.toMatch(/hidden|secret/);
  });

  it('lists tools that can be called, the first of each name', async () => {
    const view = await published(await shopRegistry({ ...shop, id: 'twin', title: 'Twin' }));
    expect(view.tools.map(({ name }) => name)).toEqual(['shop/find-tea', 'shop/order']);
  });

  it('hides what the owner suppresses from everything, whatever plugins do', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_publish_gated_abilities', () => true);
    hooks.filter('svc_discoverable_ability', () => true);
    hooks.filter('svc_agent_skills', (rows) => [...rows, { id: 'find', name: 'find', resource: 'shop' }]);
    const notices: Notice[] = [];
    const registry = await shopRegistry({ ...shop, title: 'Again' }, { ...shop, id: 'SHOP', public: true });
    const view = await published(registry, { suppressed: ['shop'], hooks, note: (one) => notices.push(one) });
    expect(JSON.stringify(view)).not.toContain('shop');
    expect(notices).toMatchObject([{ code: 'filter_result' }]);
    expect(ids((await published(registry)).resources)).toContain('shop');
  });

  it('drops a resource that loses all it had, and keeps one that never had anything', async () => {
    const bare = { id: 'bare', title: 'Bare', type: 'commerce' };
    const writer = { ...bare, id: 'writer', tools: [{ name: 'writer/delete-all' }] };
    const registry = await shopRegistry(bare, writer);
    expect(ids((await published(registry)).resources)).toContain('writer');
    const held = await published(registry, { holdBack: true });
    expect(ids(held.resources)).toEqual(['shop', 'bare', 'platform-core']);
  });
});

describe('hold_back_changing_jobs', () => {
  it('keeps tools and abilities that change something out', async () => {
    const registry = await shopRegistry({
      ...shop,
      id: 'jobs',
      abilities: ['jobs/get-tea', 'jobs/pour', 'jobs/toss'],
      tools: [
        { name: 'jobs/toss', annotations: { readOnlyHint: true } },
        { name: 'jobs/get-and-delete' },
        { name: 'jobs/leaflet', uri: 'jobs://leaflet' },
      ],
    });
    const { resources, tools } = await published(registry, { holdBack: true });
    const jobs = resources.find(({ id }) => id === 'jobs');
    expect(jobs?.abilities).toEqual(['jobs/get-tea', 'jobs/toss']);
    expect(jobs?.tools.map(({ name }) => name)).toEqual(['jobs/toss', 'jobs/leaflet']);
    expect(tools.map(({ name }) => name)).toEqual(['shop/find-tea', 'jobs/toss', 'jobs/leaflet']);
  });

  it.each([
    ['shop/find-tea', true],
    ['list_pots', true],
    ['getter', false],
    ['shop/get-and-delete', false],
    ['shop/read.write', false],
    ['get-updates', true],
    ['order', false],
  ])('goes by the name of %j when nothing else is said', (name, expected) => {
    expect(readsByName(name)).toBe(expected);
    expect(isReadOnly({ name, annotations: {}, kind: 'tool', uri: '' })).toBe(expected);
    expect(isReadOnly({ name, annotations: { readOnlyHint: !expected }, kind: 'tool', uri: '' })).toBe(
      !expected,
    );
  });
});

describe('skills', () => {
  it('are those of published resources, as svc_agent_skills leaves them', async () => {
    const registry = await shopRegistry(hidden);
    expect((await published(registry)).skills).toEqual([
      { id: 'find', name: 'find', description: 'Finds tea.', resource: 'shop' },
    ]);
    const hooks = new Hooks();
    const notices: Notice[] = [];
    hooks.filter('svc_agent_skills', () => [
      { id: 'a', name: 'A <b>skill</b>', resource: 'shop', more: 1 },
      { id: '', resource: 'shop' },
      { id: 'b', resource: 'hidden' },
      { id: 'c' },
    ]);
    const view = await published(registry, { hooks, note: (notice) => notices.push(notice) });
    expect(view.skills).toEqual([{ id: 'a', name: 'A skill', description: '', resource: 'shop' }]);
    expect(notices.map(({ code }) => code)).toEqual(Array(3).fill('filter_result'));
  });
});

describe('the abilities of the service', () => {
  const abilities = [
    { name: 'svc/read-score', description: 'Reads the score.', kind: 'read' },
    { name: 'svc/update-content', description: 'Changes a page.', kind: 'write' },
  ] as const;
  const own = (mcp: boolean, more: readonly unknown[] = []) =>
    collectRegistry(
      world(
        {
          sidecarBase: BASE,
          settings: { rest_namespaces: [], enable_mcp_server: mcp, enable_agent_writes: mcp },
          abilities,
        },
        [['resource', more]],
      ),
    );

  it('are told of as tools of our server while it runs, and as a resource only when a plugin says so', async () => {
    const on = await published(await own(true));
    expect(ids(on.resources)).toEqual(['platform-core']);
    expect(on.servers[0]?.tools.map(({ name }) => name)).toEqual(['svc-read-score', 'svc-update-content']);
    expect(on.tools.map(({ name }) => name)).toEqual(['svc-read-score', 'svc-update-content']);
    expect(await published(await own(false))).toMatchObject({ tools: [], servers: [], skills: [] });

    const hooks = new Hooks();
    hooks.filter('svc_publish_gated_abilities', () => true);
    const open = await published(await own(true), { hooks });
    expect(ids(open.resources)).toEqual(['platform-core', 'abilities-svc']);
    expect(open.tools).toHaveLength(2);
    expect(open.skills.map(({ id }) => id)).toEqual(['read-score', 'update-content']);
    // Nothing could run them.
    expect((await published(await own(false), { hooks })).tools).toEqual([]);
  });

  it('are hidden one by one, held back or suppressed altogether', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_publish_gated_abilities', () => true);
    hooks.filter('svc_discoverable_ability', (_, name) => name !== 'svc/read-score');
    const some = await published(await own(true), { hooks });
    expect(some.servers[0]?.tools.map(({ name }) => name)).toEqual(['svc-update-content']);
    expect(JSON.stringify(some)).not.toContain('read-score');
    const held = await published(await own(true), { holdBack: true });
    expect(held.tools.map(({ name }) => name)).toEqual(['svc-read-score']);
    const none = await published(await own(true), { suppressed: ['abilities-svc'] });
    expect(none).toMatchObject({ tools: [], servers: [{ id: 'svc', tools: [] }] });
  });

  it('are not published because somebody else took the id', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_publish_gated_abilities', () => true);
    const registry = await own(true, [{ ...hidden, id: 'abilities-svc' }]);
    expect(ids((await published(registry, { hooks })).resources)).not.toContain('abilities-svc');
  });
});

describe('a registry', () => {
  it('keeps everything, for the owner to see', async () => {
    const { resources } = await registered(shop, hidden);
    expect(resources.map(({ id, public: isPublic }) => [id, isPublic])).toEqual([
      ['shop', true],
      ['hidden', false],
    ]);
  });
});
