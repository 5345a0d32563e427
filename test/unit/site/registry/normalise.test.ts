import { describe, expect, it } from 'vitest';
import { RESOURCE_ID } from '../../../../src/site/registry/resource.js';
import { registered, taken } from '../../../support/site/registry/world.js';

const codesOf = async (...definitions: unknown[]) =>
  (await registered(...definitions)).notices.map(({ code }) => code);

describe('a resource', () => {
  it('[2.1.7-title-type] [2.1.7-auth-default] has every member, empty where nothing was said', async () => {
    const { codes, ...resource } = await taken({ id: 'tea-shop', title: ' The  <b>Tea</b>\nshop ' });
    expect(resource).toEqual({
      id: 'tea-shop',
      title: 'The Tea shop',
      type: 'commerce',
      description: '',
      version: '',
      capabilities: [],
      abilities: [],
      tools: [],
      endpoints: [],
      schemas: [],
      auth: { type: 'none', oidc: '', scopes: [], docs: '' },
      well_known: [],
      docs: '',
      provider: { plugin: 'plugins/kettle.mjs' },
      public: true,
      inferred: false,
    });
    expect(codes).toEqual([]);
  });

  it.each([
    ['Acme Bookings', 'acmebookings'],
    ['tea-shop-2', 'tea-shop-2'],
    [42, '42'],
  ])('[2.1.7-id-pattern] takes the id %j as %j', async (id, expected) => {
    expect((await taken({ id })).id).toBe(expected);
  });

  it.each(['a_b', 'a--b', '-a', 'a-', '', '  ', '☕', null, {}, ['a']])(
    '[2.1.7-id-pattern] T18: is refused with the id %j',
    async (id) => {
      const { resources, notices } = await registered({ id, title: 'Tea', type: 'commerce' });
      expect(resources).toEqual([]);
      expect(notices).toMatchObject([{ level: 'error', code: 'resource_id', origin: 'plugins/kettle.mjs' }]);
    },
  );

  it('[2.1.7-id-pattern] is matched by a pattern that takes linear time', () => {
    expect(RESOURCE_ID.test(`${'a'.repeat(100_000)}_`)).toBe(false);
    expect(RESOURCE_ID.test(`${'a-'.repeat(100_000)}-`)).toBe(false);
    expect(RESOURCE_ID.test(`${'a-'.repeat(100_000)}a`)).toBe(true);
  });

  it('[2.1.7-title-type] T18: is refused without a title, and says which one it is', async () => {
    for (const title of [undefined, '', ' <br> ', {}, null]) {
      const { resources, notices } = await registered({ id: 'tea', title, type: 'commerce' });
      expect(resources).toEqual([]);
      expect(notices).toMatchObject([{ level: 'error', code: 'resource_title' }]);
      expect(notices[0]?.message).toContain('"tea"');
    }
  });

  it.each([undefined, null, '', ' ', '-', 'x', 'X-', 'x--', '☕', {}])(
    '[2.1.7-title-type] is refused with the type %j',
    async (type) => {
      expect(await codesOf({ id: 'tea', title: 'Tea', type })).toEqual(['resource_type']);
    },
  );

  it.each([
    ['commerce', 'commerce', false],
    ['Commerce ', 'commerce', false],
    ['x-acme-tea', 'x-acme-tea', false],
    ['X Acme Tea Room', 'x-acme-tea-room', false],
    ['x-tea', 'x-svc-tea', true],
    ['tea room', 'x-svc-tea-room', true],
    ['xylophone', 'x-svc-xylophone', true],
  ])('[2.1.7-type-words] of the type %j is published as %j', async (type, expected, warned) => {
    const resource = await taken({ type });
    expect(resource.type).toBe(expected);
    expect(resource.codes).toEqual(warned ? ['resource_type_marked'] : []);
  });

  it('tells how a kind is declared', async () => {
    const { notices } = await registered({ id: 'tea', title: 'Tea', type: 'tearoom' });
    expect(notices[0]?.message).toContain('x-svc-tearoom');
    expect(notices[0]?.fix).toContain('svc_resource_types');
    expect(notices[0]?.fix).toContain('directory');
  });

  it('[2.1.7-provider-attributed] T19: belongs to whoever registered it, whatever it says', async () => {
    const resource = await taken({ provider: { plugin: 'somebody-else' } });
    expect(resource.provider).toEqual({ plugin: 'plugins/kettle.mjs' });
    expect(resource.codes).toEqual([]);
  });

  it('[2.1.7-unknown-tolerated] T20: loses keys that nobody knows, with a warning each', async () => {
    const { notices, resources } = await registered({
      id: 'tea',
      title: 'Tea',
      type: 'commerce',
      endpoint: '/tea',
      secret: 'boil',
    });
    expect(Object.keys(resources[0] ?? {})).not.toContain('secret');
    expect(notices.map(({ level, code }) => [level, code])).toEqual([
      ['warning', 'resource_unknown_key'],
      ['warning', 'resource_unknown_key'],
    ]);
    expect(notices[0]?.fix).toBe('Did you mean "endpoints"?');
    expect(JSON.stringify(notices)).not.toContain('boil');
  });

  it.each([undefined, null, 'tea', 7, true, [['tea']], () => () => 'tea', Symbol('tea')])(
    'is refused when it is no object: %s',
    async (definition) => {
      expect(await codesOf(definition)).toEqual(['resource_invalid']);
    },
  );
});

describe('capabilities and abilities', () => {
  it('[2.1.7-capability-pattern] T5: are dotted tokens, each once', async () => {
    const resource = await taken({
      capabilities: [
        'commerce.products.read',
        ' commerce.products.read ',
        '',
        'Commerce.Products.Read',
        'commerce',
        'commerce.',
        'https://kettle.example/api',
        'GET /products',
        'products.read?all',
        7,
      ],
    });
    expect(resource.capabilities).toEqual(['commerce.products.read']);
    expect(resource.codes).toEqual(Array(7).fill('resource_capability'));
  });

  it('may be one text with commas and lines', async () => {
    const resource = await taken({
      capabilities: 'tea.leaves.read, tea.pots.read\n\ntea.leaves.read',
      abilities: 'tea/brew,',
    });
    expect(resource.capabilities).toEqual(['tea.leaves.read', 'tea.pots.read']);
    expect(resource.abilities).toEqual(['tea/brew']);
  });
});

describe('tools', () => {
  it('[2.1.7-tool-shape] [2.1.7-annotations-boolean] have the members of MCP, schemas as they are', async () => {
    const inputSchema = { type: 'object', properties: { leaf: { type: 'string' } } };
    const { tools } = await taken({
      tools: [
        {
          name: 'Tea/find_leaf.v2',
          title: '<i>Find</i>',
          inputSchema,
          outputSchema: 'none',
          annotations: { readOnlyHint: 1, 'open-World!Hint': 'false', '☕': true, __proto__: null },
          auth: 'OAuth2',
          run: () => undefined,
        },
        { name: 'brew', kind: 'resource', uri: 'tea://brew', public: false },
      ],
    });
    expect(tools).toEqual([
      {
        name: 'Tea/find_leaf.v2',
        title: 'Find',
        description: '',
        inputSchema,
        outputSchema: {},
        annotations: { readOnlyHint: true, openWorldHint: false },
        auth: 'oauth2',
        kind: 'tool',
        public: true,
        uri: '',
      },
      expect.objectContaining({
        name: 'brew',
        kind: 'resource',
        uri: 'tea://brew',
        public: false,
        auth: 'none',
      }),
    ]);
  });

  it.each(['', '-tea', 'a/b/c', 'a b', '/a', 'a/', undefined, 7.5, {}])(
    '[2.1.7-tool-shape] are left out with the name %j',
    async (name) => {
      const { tools, codes } = await taken({ tools: [{ name }, { name: 'good' }] });
      const kept = name === 7.5 ? ['7.5', 'good'] : ['good'];
      expect(tools.map((tool) => tool.name)).toEqual(kept);
      expect(codes).toEqual(name === 7.5 ? [] : ['resource_tool']);
    },
  );

  it('take a schema that cannot be written as empty', async () => {
    const round: Record<string, unknown> = {};
    round['self'] = round;
    const { tools } = await taken({
      tools: [
        { name: 'a', inputSchema: round },
        { name: 'b', inputSchema: { n: 1n } },
      ],
    });
    expect(tools.map((tool) => tool.inputSchema)).toEqual([{}, {}]);
  });
});

describe('endpoints', () => {
  it('[2.1.7-endpoint-fields] may be a text, which is a REST address', async () => {
    const { endpoints, codes } = await taken({
      endpoints: [
        '/api/tea',
        {
          url: 'https://api.kettle.example/gql',
          type: 'GraphQL',
          methods: 'get, post,G-E-T',
          auth: 'API Key',
        },
        { url: '/x', type: 'carrier-pigeon' },
        { url: '' },
        7,
      ],
    });
    expect(endpoints).toEqual([
      { url: '/api/tea', type: 'rest', methods: [], auth: '', description: '' },
      {
        url: 'https://api.kettle.example/gql',
        type: 'graphql',
        methods: ['GET', 'POST'],
        auth: 'apikey',
        description: '',
      },
      { url: '/x', type: 'rest', methods: [], auth: '', description: '' },
    ]);
    // What would be said twice in the same words is said once.
    expect(codes).toEqual(['resource_endpoint', 'resource_endpoint', 'resource_address']);
  });
});

describe('auth', () => {
  it('[2.1.7-auth-scheme] is one of six schemes', async () => {
    const known = {
      type: 'oidc',
      oidc: '/sign-in',
      scopes: 'read, write',
      docs: 'https://kettle.example/auth',
    };
    expect((await taken({ auth: known })).auth).toEqual({ ...known, scopes: ['read', 'write'] });
    expect((await taken({ auth: 'oauth2' })).auth.type).toBe('oauth2');
    const unknown = await taken({ auth: { type: 'handshake' } });
    expect(unknown.auth.type).toBe('none');
    expect(unknown.codes).toEqual(['resource_auth']);
  });
});

describe('agents and references', () => {
  it('[2.1.7-agent-fragment] [2.1.6-skill] need a name and skills with ids', async () => {
    const { agent, codes } = await taken({
      agent: {
        name: 'Steward',
        skills: [{ id: 'Find Leaf', description: 'Finds\na leaf' }, 'brew', {}, 'brew'],
        endpoint: '/agent',
        auth: 'OAuth2',
        colour: 'green',
      },
    });
    expect(agent).toEqual({
      name: 'Steward',
      description: '',
      skills: [
        { id: 'findleaf', description: 'Finds a leaf' },
        { id: 'brew', description: '' },
      ],
      endpoint: '/agent',
      auth: 'oauth2',
    });
    expect(codes).toEqual(['resource_agent', 'resource_agent']);
  });

  it.each([undefined, null, false, {}, [], ''])(
    '[2.1.7-agent-fragment] are not there for %j',
    async (agent) => {
      const resource = await taken({ agent });
      expect('agent' in resource).toBe(false);
      expect(resource.codes).toEqual([]);
    },
  );

  it('[2.1.7-agent-fragment] are dropped without a name', async () => {
    const resource = await taken({ agent: { skills: ['brew'] } });
    expect('agent' in resource).toBe(false);
    expect(resource.codes).toEqual(['resource_agent']);
  });

  it('are names below /.well-known/', async () => {
    const { well_known, codes } = await taken({
      well_known: [
        '/.well-known/tea.json',
        { name: 'pot', url: 'https://kettle.example/pot' },
        'a/b',
        '..',
        '.git',
      ],
    });
    expect(well_known).toEqual([
      { name: 'tea.json', url: '/.well-known/tea.json' },
      { name: 'pot', url: 'https://kettle.example/pot' },
    ]);
    expect(codes).toEqual(Array(3).fill('well_known_name'));
  });
});
