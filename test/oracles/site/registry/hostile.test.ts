import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import { schemaErrors } from '../../../../src/quality/validate/ajv.js';
import { collectRegistry } from '../../../../src/site/registry/collect.js';
import { agents, apis, capabilities } from '../../../../src/site/registry/derive.js';
import type { PublishedRegistry } from '../../../../src/site/registry/registry.js';
import {
  API_TYPES,
  AUTH_SCHEMES,
  CAPABILITY,
  ENDPOINT_TYPES,
  EXTENSION_TYPE,
  RESOURCE_ID,
  RESOURCE_TYPES,
} from '../../../../src/site/registry/resource.js';
import { hostileText } from '../../../support/documents/hostile.js';
import { BASE, published, world } from '../../../support/site/registry/world.js';

/** Objects that break when they are looked at. */
const TRAPS: readonly unknown[] = [
  Object.defineProperty({}, 'id', { enumerable: true, get: () => fail() }),
  new Proxy({}, { get: fail, ownKeys: fail }),
  new Proxy([], { get: fail }),
  Object.assign(Object.create(null), { id: 'bare', title: 'Bare', type: 'commerce' }),
  { id: 'json', title: 'J', type: 'commerce', tools: [{ name: 'a', inputSchema: { toJSON: fail } }] },
  // biome-ignore lint/suspicious/noThenProperty: it is the trap.
  { id: 'then', title: 'T', type: 'commerce', then: fail },
  Promise.resolve({ id: 'promised', title: 'P', type: 'commerce' }),
];

function fail(): never {
  throw new Error('trap');
}

const anything = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSparseArray: true,
    }),
  },
  { weight: 4, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom(...TRAPS) },
);

const slug = fc.constantFrom(
  'tea',
  'Tea Shop',
  'pot-2',
  'platform-core',
  'content-feeds',
  'abilities-svc',
  'a_b',
  '',
);
const address = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom(
    '/api',
    '//evil.example',
    'https://u:p@kettle.example/x',
    'file:///etc/passwd',
    'http://10.0.0.1/',
  ),
  hostileText.map((text) => `/${text}`),
  hostileText.map((text) => `https://kettle.example/${text}`),
  anything,
);
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(fc.array(arbitrary, { maxLength: 3 }), anything);

/** Definitions that come close enough to be taken. */
const definition = fc.record(
  {
    id: fc.oneof({ weight: 3, arbitrary: slug }, anything),
    title: fc.oneof({ weight: 3, arbitrary: fc.constant('Tea') }, anything),
    type: fc.oneof(fc.constantFrom(...RESOURCE_TYPES, 'x-tea', 'x-a-b', 'tea room', 'x'), anything),
    description: anything,
    version: anything,
    capabilities: some(fc.oneof(fc.constantFrom('a.read', 'b.c.d', 'A.B'), anything)),
    abilities: some(anything),
    tools: some(
      fc.oneof(
        fc.record(
          {
            name: fc.oneof(slug, anything),
            inputSchema: anything,
            annotations: anything,
            auth: anything,
            kind: anything,
            public: anything,
          },
          { requiredKeys: [] },
        ),
        anything,
      ),
    ),
    endpoints: some(
      fc.oneof(
        address,
        fc.record(
          {
            url: address,
            type: fc.oneof(fc.constantFrom(...ENDPOINT_TYPES), anything),
            methods: anything,
            auth: anything,
          },
          { requiredKeys: [] },
        ),
      ),
    ),
    schemas: some(address),
    auth: fc.oneof(
      fc.record({ type: anything, oidc: address, scopes: anything, docs: address }, { requiredKeys: [] }),
      anything,
    ),
    well_known: some(fc.oneof(anything, fc.record({ name: anything, url: address }))),
    agent: fc.oneof(
      fc.record(
        {
          name: hostileText,
          skills: some(fc.oneof(anything, fc.record({ id: slug }))),
          endpoint: address,
          auth: anything,
        },
        { requiredKeys: [] },
      ),
      anything,
    ),
    docs: address,
    provider: anything,
    public: anything,
    extra: anything,
  },
  { requiredKeys: ['id', 'title', 'type'] },
);

const registration = fc.oneof(
  { weight: 5, arbitrary: definition as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: anything },
  { weight: 1, arbitrary: definition.map((one) => () => one) },
  { weight: 1, arbitrary: fc.array(definition, { maxLength: 3 }) },
);

const claim = fc.oneof(
  anything,
  fc.record(
    {
      name: fc.oneof(slug, anything),
      redirect: address,
      file: anything,
      callback: anything,
      content_type: anything,
    },
    { requiredKeys: ['name'] },
  ),
);

async function view(
  definitions: unknown[],
  claims: unknown[],
  config: unknown[],
  suppressed: string[] = [],
  hooks = new Hooks(),
): Promise<PublishedRegistry> {
  const input = world(
    {
      hooks,
      config: { resources: config as Record<string, unknown>[], mcpServers: [] },
      addresses: { rest: `${BASE}/api/`, changes: `${BASE}/svc-changes.json` },
    },
    [
      ...definitions.map((one) => ['resource', one] as const),
      ...claims.map((one) => ['wellKnown', one] as const),
    ],
  );
  const registry = await collectRegistry(input);
  for (const notice of registry.notices) {
    expect(notice.message).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(notice.fix).toMatch(/\S/);
    expect(notice.origin).toMatch(/^(?:svc|config|plugins\/kettle\.mjs)$/);
  }
  return published(registry, { hooks, suppressed });
}

function expectPublishable({ resources, tools, claims }: PublishedRegistry): void {
  for (const { id, type, capabilities: own, endpoints, auth, agent, provider, title } of resources) {
    expect(id).toMatch(RESOURCE_ID);
    expect(title).toMatch(/\S/);
    expect(RESOURCE_TYPES.includes(type as 'content') || EXTENSION_TYPE.test(type), type).toBe(true);
    for (const capability of own) expect(capability).toMatch(CAPABILITY);
    for (const { url, type: kind } of endpoints) {
      expect(ENDPOINT_TYPES).toContain(kind);
      expectAddress(url);
    }
    expect(AUTH_SCHEMES).toContain(auth.type);
    if (agent !== undefined) expect(agent.name).toMatch(/\S/);
    expect(provider.plugin).toMatch(/^(?:svc|config|plugins\/kettle\.mjs)$/);
  }
  expect(new Set(resources.map(({ id }) => id)).size).toBe(resources.length);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  for (const { name, source } of claims) {
    expect(name).toMatch(/^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/);
    if (source.kind === 'redirect') expectAddress(source.to);
  }
}

function expectAddress(address: string): void {
  const url = new URL(address);
  expect(url.protocol).toMatch(/^https?:$/);
  expect(url.username + url.password).toBe('');
  // RFC 3986: unreserved, reserved and percent-encoded characters only.
  expect(address).toMatch(/^(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/);
}

/** A whole document around the resources, for the schema of the wire format. */
function documentOf({ resources }: PublishedRegistry): unknown {
  return {
    $schema: `${BASE}/schemas/discovery/1.0/discovery.schema.json`,
    spec_version: '1.0',
    site: { name: '', url: `${BASE}/`, description: '', lang: 'en', logo: '' },
    identity: { type: 'person', name: '', role: '', about: '', url: `${BASE}/`, same_as: [], contacts: [] },
    documents: {},
    well_known: [],
    apis: apis(resources, { authDocs: {} }),
    agents: agents(resources, BASE),
    resources,
    capabilities: capabilities(resources),
    trust: { signed: false },
  };
}

describe('whatever is registered', () => {
  it('never throws, and what comes out of it keeps the patterns of the wire format', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(registration, { maxLength: 5 }),
        fc.array(claim, { maxLength: 3 }),
        fc.array(definition, { maxLength: 2 }),
        async (definitions, claims, config) => {
          const shown = await view(definitions, claims, config);
          expectPublishable(shown);
          expect(
            schemaErrors('discovery.schema.json', JSON.parse(JSON.stringify(documentOf(shown)))),
          ).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('[2.1.5-type-enum] gives one API for every endpoint of such a type, with its own auth', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(definition, { maxLength: 4 }), async (definitions) => {
        const { resources } = await view(definitions, [], []);
        const expected = resources.flatMap(({ id, endpoints, auth }) =>
          endpoints
            .filter(({ type }) => (API_TYPES as readonly string[]).includes(type))
            .map((one) => {
              const token = one.auth === '' ? auth.type : one.auth;
              const known = (AUTH_SCHEMES as readonly string[]).includes(token);
              return [id, one.url, known ? token : 'custom'];
            }),
        );
        expect(apis(resources, { authDocs: {} }).map(({ id, base, auth }) => [id, base, auth.type])).toEqual(
          expected,
        );
      }),
      { numRuns: 100 },
    );
  });

  it('stays suppressed, whatever plugins register and filters return', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(registration, { maxLength: 5 }),
        fc.array(fc.record({ id: hostileText, resource: fc.constantFrom('tea', 'pot-2', 'platform-core') }), {
          maxLength: 3,
        }),
        fc.boolean(),
        async (definitions, rows, gated) => {
          const hooks = new Hooks();
          hooks.filter('svc_agent_skills', (skills) => [...skills, ...rows]);
          hooks.filter('svc_publish_gated_abilities', () => gated);
          hooks.filter('svc_discoverable_ability', () => true);
          const suppressed = ['tea', 'platform-core'];
          const { resources, skills } = await view(definitions, [], [], suppressed, hooks);
          for (const id of suppressed) {
            expect(resources.map((one) => one.id)).not.toContain(id);
            expect(skills.map((one) => one.resource)).not.toContain(id);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
