import { describe, expect, it } from 'vitest';
import type { FilterFunction, FilterName } from '../../../src/config/hooks/names.js';
import { readSchema } from '../../../src/core/files.js';
import { DISCOVERY_KEYS } from '../../../src/documents/discovery/schema.js';
import { SPEC_LABELS } from '../../../src/documents/discovery/well-known-index.js';
import type { DocumentContext } from '../../../src/documents/document-row.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import {
  API_TYPES,
  AUTH_SCHEMES,
  CAPABILITY,
  ENDPOINT_TYPES,
  EXTENSION_TYPE,
  RESOURCE_ID,
  RESOURCE_TYPES,
} from '../../../src/site/registry/resource.js';
import { type ContextOptions, filesOf, testContext, textOf } from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';
import { claim, publishing, refined, toEndpoint } from '../../support/documents/published.js';

const SCHEMA = 'discovery.schema.json';
const BASE = 'https://tea.example';

const read = (options: ContextOptions = {}) => JSON.parse(textOf('discovery', testContext(options)));

const filesNamed = (...names: readonly string[]): DocumentContext['files'] => ({
  has: (path) => names.includes(path.slice(1)),
  wellKnown: names.flatMap((name) => (/^\.well-known\/([^/]+)$/.exec(name)?.[1] ?? []) as string[]),
});

const SHOP = publishing(
  {
    id: 'tea-shop',
    title: 'Tea shop',
    type: 'commerce',
    capabilities: ['commerce.products.read', 'commerce.orders.create'],
    endpoints: [
      toEndpoint({ url: `${BASE}/shop/api`, auth: 'none' }),
      toEndpoint({ url: `${BASE}/shop/api/orders`, auth: 'apikey' }),
      toEndpoint({ url: `${BASE}/shop/mcp`, type: 'mcp' }),
    ],
    schemas: [`${BASE}/shop/openapi.json`],
    auth: { type: 'basic', oidc: '', scopes: [], docs: `${BASE}/shop/keys/` },
    agent: {
      name: 'Tea finder',
      description: 'Finds a leaf for every mood',
      skills: [{ id: 'find_tea', description: 'Searches the shelves' }],
      endpoint: `${BASE}/shop/agent`,
      auth: 'none',
    },
  },
  { id: 'tastings', title: 'Tastings', type: 'scheduling', capabilities: ['commerce.products.read'] },
);

describe('the discovery document', () => {
  it('[4.2-discovery-json] is always there, in wire order', () => {
    const ctx = testContext({ published: SHOP });
    expect(Object.keys(filesOf('discovery', ctx))).toEqual(['.well-known/discovery.json']);
    expectGolden('discovery.json', textOf('discovery', ctx));
  });

  it('[2.1-key-order] has all keys in the fixed order, whatever there is', () => {
    const keys =
      '$schema spec_version site identity documents well_known apis agents resources capabilities trust';
    expect(Object.keys(read()).join(' ')).toBe(keys);
    expect(Object.keys(read({ published: SHOP, sidecar: true })).join(' ')).toBe(keys);
  });

  it('[2.1-spec-version] [9-frozen] is of format 1.0, in the version and in the address of the schema', () => {
    expect(read().spec_version).toBe('1.0');
    expect(read().$schema).toContain('/1.0/');
  });

  it('[2.1-capabilities-union] [2.1-derived] lists every capability of a resource once', () => {
    expect(read({ published: SHOP }).capabilities).toEqual([
      'commerce.products.read',
      'commerce.orders.create',
    ]);
  });

  it('[2.1.5-two-entries] [2.1.5-endpoint-auth-wins] [2.1.5-fields] [2.1.5-type-enum] lists APIs by endpoint', () => {
    const shared = { id: 'tea-shop', type: 'rest', schema: `${BASE}/shop/openapi.json` };
    const docs = `${BASE}/shop/keys/`;
    expect(read({ published: SHOP }).apis).toEqual([
      { ...shared, base: `${BASE}/shop/api`, auth: { type: 'none', docs } },
      { ...shared, base: `${BASE}/shop/api/orders`, auth: { type: 'apikey', docs } },
    ]);
  });

  it('points to sign-in documents that others serve, and to none that nobody serves', () => {
    const published = publishing(
      { id: 'a', endpoints: [toEndpoint({ url: `${BASE}/a`, auth: 'oauth2' })] },
      { id: 'b', endpoints: [toEndpoint({ url: `${BASE}/b`, auth: 'oidc' })] },
    );
    const docs = (options: ContextOptions) =>
      read(options).apis.map(({ auth }: { auth: { docs: string } }) => auth.docs);
    expect(docs({ published })).toEqual(['', '']);
    expect(
      docs({
        published: { ...published, claims: [claim('openid-configuration')] },
        files: filesNamed('.well-known/oauth-authorization-server'),
      }),
    ).toEqual([`${BASE}/.well-known/oauth-authorization-server`, `${BASE}/.well-known/openid-configuration`]);
  });

  it('[2.1.6-derived] [2.1.6-required] [2.1.6-skill] lists the agents of resources', () => {
    expect(read({ published: SHOP }).agents).toEqual([
      {
        ...SHOP.resources[0]?.agent,
        id: 'tea-shop',
        card: `${BASE}/.well-known/agent-card.json#tea-shop`,
      },
    ]);
  });
});

describe('site and identity in the discovery document', () => {
  it('[2.1.1-site-strings] say what is known, and are empty where nothing is', () => {
    const known = { name: 'Tea', description: 'Leaves', lang: 'en-GB', logo: `${BASE}/pot.png` };
    expect(read({ site: known }).site).toEqual({ ...known, url: `${BASE}/` });
    expect(read({ site: { name: '', description: '', logo: '' } }).site).toEqual({
      name: '',
      url: `${BASE}/`,
      description: '',
      lang: 'en',
      logo: '',
    });
  });

  it.each([
    ['Person', 'person'],
    ['Organization', 'organization'],
    ['LocalBusiness', 'organization'],
    ['Store', 'organization'],
  ] as const)('[2.1.2-identity-type] a %s is a %s', (entity_type, type) => {
    expect(read({ settings: { identity: { entity_type, name: 'Mia Roe' } } }).identity.type).toBe(type);
  });

  it('[2.1.2-identity-fields] [2.1.2-same-as] [2.1.2-contacts] follow the settings', () => {
    const identity = {
      name: 'Mia Teal',
      role: 'Taster',
      about: 'Tastes teas.\nAll of them.',
      same_as: ['https://social.example/@mia'],
      contact_email: 'mia@tea.example',
      not_description: 'Not a shop.',
      audience: 'Those who brew',
    };
    const doc = read({ settings: { identity } });
    expect(doc.site.name).toBe('Mia Teal');
    expect(doc.identity).toEqual({
      type: 'person',
      name: 'Mia Teal',
      role: 'Taster',
      about: 'Tastes teas.\nAll of them.',
      url: `${BASE}/`,
      same_as: ['https://social.example/@mia'],
      contacts: [{ type: 'email', value: 'mailto:mia@tea.example' }],
      not_description: 'Not a shop.',
      audience: 'Those who brew',
    });
  });

  it('name the site where nobody is named, and no contact that is none', () => {
    const { identity } = read({ settings: { identity: { contact_email: 'not an address' } } });
    expect(identity).toMatchObject({ name: 'Tea Notes', contacts: [] });
    expect(identity).not.toHaveProperty('audience');
  });
});

describe('the documents map', () => {
  const map = (options: ContextOptions = {}): Record<string, string> => read(options).documents;

  it('[2.1.3-always] [2.1.3-openapi-changes] names what is there in the known order', () => {
    expect(Object.entries(map()).slice(0, 8)).toEqual([
      ['sitemap', `${BASE}/svc-sitemap.xml`],
      ['robots', `${BASE}/robots.txt`],
      ['feed', `${BASE}/feed.xml`],
      ['openapi', `${BASE}/.well-known/openapi.json`],
      ['auth', `${BASE}/auth.md`],
      ['llms', `${BASE}/llms.txt`],
      ['llms_full', `${BASE}/llms-full.txt`],
      ['changes', `${BASE}/svc-changes.json`],
    ]);
  });

  it('[2.1.3-always] keeps sitemap and feed when somebody else makes them or nobody does', () => {
    const others = { otherSitemap: `${BASE}/sitemap.xml`, otherFeed: `${BASE}/news.xml` };
    expect(map(others)).toMatchObject({ sitemap: `${BASE}/sitemap.xml`, feed: `${BASE}/news.xml` });
    expect(map({ settings: { enable_sitemap: false } })['sitemap']).toBe(`${BASE}/svc-sitemap.xml`);
  });

  it.each([
    ['llms', { enable_llms_txt: false }],
    ['llms_full', { enable_llms_full: false }],
    ['changes', { enable_changes: false }],
    ['auth', { enable_auth_md: false }],
  ])('[2.1.3-llms-when-enabled] leaves out %s while it is off', (name, settings) => {
    expect(map()).toHaveProperty(name);
    expect(map({ settings })).not.toHaveProperty(name);
    // Not even a file of that name makes an announcement that the owner switched off.
    expect(map({ settings, files: { has: () => true, wellKnown: [] } })).not.toHaveProperty(name);
  });

  it('names a file of the site that stands where ours would be', () => {
    expect(map({ files: filesNamed('llms.txt') })['llms']).toBe(`${BASE}/llms.txt`);
  });

  it('[2.1.3-present-only] names humans.txt and security.txt only where they answer', () => {
    expect(map()).not.toHaveProperty('humans');
    expect(map()).not.toHaveProperty('security');
    const address = `${BASE}/.well-known/security.txt`;
    const real = map({ files: filesNamed('humans.txt', '.well-known/security.txt') });
    expect(real).toMatchObject({ humans: `${BASE}/humans.txt`, security: address });
    expect(map({ published: { ...SHOP, claims: [claim('security.txt')] } })['security']).toBe(address);
    const ours = { enable_security_txt: true, security: { contacts: ['sec@tea.example'] } };
    expect(map({ settings: ours })['security']).toBe(address);
  });

  it.each([
    ['robots', 'robots'],
    ['llms_txt', 'llms'],
    ['llms_full', 'llms_full'],
    ['changes', 'changes'],
  ] as const)('does not name what was ceded as %s', (cede, name) => {
    expect(map({ cede: [cede] })).not.toHaveProperty(name);
  });
});

describe('the well-known index', () => {
  const index = (options: ContextOptions = {}): readonly Record<string, string>[] => read(options).well_known;
  const sources = (options: ContextOptions = {}) =>
    Object.fromEntries(index(options).map(({ name, source }) => [name, source]));

  it('[2.1.4-every-source] [2.1.4-source-generated] lists every generated document that answers', () => {
    const ctx = testContext({ sidecar: true, settings: { enable_mcp_server: true } });
    const files = ctx.table
      .flatMap(({ id }) => Object.keys(filesOf(id, ctx)))
      .flatMap((file) => /^\.well-known\/(.*?)(?:\/index\.json)?$/.exec(file)?.[1] ?? []);
    const { well_known } = JSON.parse(textOf('discovery', ctx));
    const names = well_known.map(({ name }: { name: string }) => name.replace(/\/index\.json$/, ''));
    expect(names.toSorted()).toEqual(files.toSorted());
    expect(new Set(names).size).toBe(names.length);
  });

  it('[2.1.4-source-managed] lists the names of providers', () => {
    const published = { ...SHOP, claims: [claim('change-password'), claim('tea.txt')] };
    expect(index({ published })).toEqual(
      expect.arrayContaining([
        {
          name: 'change-password',
          url: `${BASE}/.well-known/change-password`,
          source: 'managed',
          spec: 'W3C Change Password URL',
        },
        { name: 'tea.txt', url: `${BASE}/.well-known/tea.txt`, source: 'managed' },
      ]),
    );
  });

  it('[2.1.4-source-file] lists real files, which come before everything else and keep the place', () => {
    const files = filesNamed('.well-known/openapi.json', '.well-known/tea.txt', '.well-known/.hidden');
    const published = { ...SHOP, claims: [claim('tea.txt')] };
    const before = index({ published }).map(({ name }) => name);
    expect(index({ published, files }).map(({ name }) => name)).toEqual(before);
    expect(sources({ published, files })).toMatchObject({ 'openapi.json': 'file', 'tea.txt': 'file' });
  });

  it('[4.2.1-generated-second] [4.2.1-provider-third] prefers what is generated over a claim', () => {
    const published = { ...SHOP, claims: [claim('mcp.json'), claim('tdmrep.json')] };
    expect(sources({ published })).toMatchObject({ 'mcp.json': 'generated', 'tdmrep.json': 'generated' });
    const open = { content_signal: { ai_train: true } };
    expect(sources({ published, settings: open })['tdmrep.json']).toBe('managed');
  });

  it('[9-experimental-linked] links the MCP descriptor', () => {
    expect(index().find(({ name }) => name === 'mcp.json')).toMatchObject({
      source: 'generated',
      spec: 'MCP (experimental)',
    });
  });

  it('percent-encodes names', () => {
    expect(index({ files: filesNamed('.well-known/tea & milk.txt') }).at(-1)?.['url']).toBe(
      `${BASE}/.well-known/tea%20%26%20milk.txt`,
    );
  });

  it('[2.1.4-spec-known-only] labels recognised names only, and what a filter adds', () => {
    const published = { ...SHOP, claims: [claim('tea.txt'), claim('coffee.txt')] };
    const { asked } = testContext();
    const specs = { 'tea.txt': 'Tea 2.0', 'openapi.json': '' };
    const labels = Object.fromEntries(
      index({ published, asked: { ...asked, specs } }).map(({ name, spec }) => [name, spec]),
    );
    expect(labels).toMatchObject({ 'tea.txt': 'Tea 2.0', 'discovery.json': 'Agent Discovery 1.0' });
    expect(labels['coffee.txt']).toBeUndefined();
    expect(labels['openapi.json']).toBeUndefined();
    for (const row of index()) expect(row['spec']).toBe(SPEC_LABELS.get(row['name'] ?? ''));
  });
});

describe('trust in the discovery document', () => {
  const trust = (options: ContextOptions = {}) => read(options).trust;

  it('[2.1-trust-keys] holds what is true', () => {
    expect(trust()).toEqual({ signed: false });
    const key = { kid: 'k', kty: 'OKP', crv: 'Ed25519', x: 'x' } as const;
    expect(
      trust({
        signing: { keys: [key], signedIds: new Set(['discovery']) },
        site: { privacyPolicyUrl: `${BASE}/privacy/` },
        files: filesNamed('.well-known/security.txt'),
      }),
    ).toEqual({
      signed: true,
      signature_alg: 'ed25519',
      jwks_uri: `${BASE}/.well-known/http-message-signatures-directory`,
      security_txt: `${BASE}/.well-known/security.txt`,
      policy: `${BASE}/privacy/`,
    });
  });
});

describe('filters of the discovery document', () => {
  const run = async <N extends FilterName>(...filters: readonly (readonly [N, FilterFunction<N>])[]) => {
    const { text, notices } = await refined('discovery', testContext({ published: SHOP }), ...filters);
    return { doc: JSON.parse(text), text, notices };
  };

  it('change no byte while there are none', async () => {
    const { text, notices } = await run();
    expect(text).toBe(textOf('discovery', testContext({ published: SHOP })));
    expect(notices).toEqual([]);
  });

  it('[2.1.3-filter] change the documents map; an empty value takes a document out', async () => {
    const { doc } = await run(['svc_documents', (map) => ({ ...map, shop: `${BASE}/shop/`, robots: '' })]);
    expect(doc.documents).toHaveProperty('shop', `${BASE}/shop/`);
    expect(doc.documents).not.toHaveProperty('robots');
  });

  it('[2.1-envelope-filter] [2.1-nested-tolerant] change the whole document last', async () => {
    const { doc, notices } = await run(
      ['svc_envelope', (all) => ({ 'x-tea': { pots: 3 }, ...all, trust: { signed: false, seal: 'wax' } })],
      ['svc_documents', () => ({ shop: `${BASE}/shop/` })],
    );
    expect(notices).toEqual([]);
    expect(doc.documents).toEqual({ shop: `${BASE}/shop/` });
    expect(doc.trust).toEqual({ signed: false, seal: 'wax' });
    expect(Object.keys(doc).slice(-2)).toEqual(['trust', 'x-tea']);
    expect(Object.keys(doc)[0]).toBe('$schema');
  });

  it('[2.1-closed-top-level] lose a top-level key that the format does not know', async () => {
    const { doc, notices } = await run(['svc_envelope', (all) => ({ ...all, menu: [], 'x-menu': [] })]);
    expect(doc).not.toHaveProperty('menu');
    expect(doc).toHaveProperty('x-menu', []);
    expect(notices).toMatchObject([{ level: 'error', code: 'filter_result', origin: 'svc_envelope' }]);
  });

  it.each([
    ['svc_envelope', (all: object) => ({ ...all, capabilities: ['Not a capability'] })],
    ['svc_envelope', () => ({})],
    ['svc_documents', () => ({ shop: 'javascript:alert(1)' })],
  ] as const)(
    '[2.1-known-fields-checked] leave the document as it was when %s breaks it',
    async (name, fn) => {
      const { text, notices } = await run([name, fn as never]);
      expect(text).toBe(textOf('discovery', testContext({ published: SHOP })));
      expect(notices).toMatchObject([{ level: 'error', code: 'filter_result', origin: name }]);
    },
  );
});

describe('the schema of the discovery document', () => {
  const asked = {
    schemaUrl: 'https://schemas.example/1.0.json',
    specs: {},
    cardServer: '',
    securityTxt: true,
    routed: new Set<string>(),
  };

  it('names the kinds and keys that the program knows', () => {
    const schema = readSchema('discovery.schema.json') as {
      readonly required: unknown;
      readonly $defs: {
        readonly resourceId: unknown;
        readonly resourceType: unknown;
        readonly capability: unknown;
        readonly authScheme: unknown;
        readonly endpoint: { readonly properties: { readonly type: unknown } };
      };
      readonly properties: {
        readonly apis: { readonly items: { readonly properties: { readonly type: unknown } } };
      };
    };
    expect(schema.required).toEqual(DISCOVERY_KEYS);
    expect(schema.properties.apis.items.properties.type).toEqual({ enum: API_TYPES });
    expect(schema.$defs).toMatchObject({
      resourceId: { pattern: RESOURCE_ID.source },
      resourceType: { anyOf: [{ enum: RESOURCE_TYPES }, { pattern: EXTENSION_TYPE.source }] },
      capability: { pattern: CAPABILITY.source },
      authScheme: { enum: AUTH_SCHEMES },
      endpoint: { properties: { type: { enum: ENDPOINT_TYPES } } },
    });
  });

  it('[2.1-schema-url] is served where the document says', () => {
    const ctx = testContext({ site: { baseUrl: 'https://example.org/blog' } });
    const { $schema } = JSON.parse(textOf('discovery', ctx));
    expect($schema).toBe('https://example.org/blog/schemas/discovery/1.0/discovery.schema.json');
    const [file, text] = Object.entries(filesOf('discovery-schema', ctx))[0] ?? [];
    expect(`https://example.org/blog/${file}`).toBe($schema);
    expect(JSON.parse(text ?? '')).toEqual({ ...readSchema('discovery.schema.json'), $id: $schema });
  });

  it('[2.1-schema-filter] is left out when a filter names another', () => {
    expect(read({ asked }).$schema).toBe('https://schemas.example/1.0.json');
    expect(filesOf('discovery-schema', testContext({ asked }))).toEqual({});
  });

  const valid = (): Record<string, unknown> => read({ published: SHOP });

  it.each<[string, (doc: Record<string, unknown>) => unknown]>([
    ['an unknown top-level key', (doc) => ({ ...doc, menu: 1 })],
    ['another version', (doc) => ({ ...doc, spec_version: '1.0.0' })],
    ['a capability with an address', (doc) => ({ ...doc, capabilities: ['GET /tea'] })],
    ['a capability twice', (doc) => ({ ...doc, capabilities: ['a.b', 'a.b'] })],
    [
      'a resource id in capitals',
      (doc) => ({ ...doc, resources: [{ id: 'Tea', title: '', type: 'content' }] }),
    ],
    ['a type of one part', (doc) => ({ ...doc, resources: [{ id: 'tea', title: '', type: 'x-tea' }] })],
    [
      'a list for no agent',
      (doc) => ({ ...doc, resources: [{ id: 'tea', title: '', type: 'media', agent: [] }] }),
    ],
    [
      'an API of type mcp',
      (doc) => ({
        ...doc,
        apis: [{ id: 'tea', type: 'mcp', base: BASE, schema: '', auth: { type: 'none', docs: '' } }],
      }),
    ],
    ['a source of its own', (doc) => ({ ...doc, well_known: [{ name: 'a', url: BASE, source: 'made' }] })],
  ])('refuses %s', (_, change) => {
    expect(schemaErrors(SCHEMA, valid())).toEqual([]);
    expect(schemaErrors(SCHEMA, change(valid()))).not.toEqual([]);
  });

  it('[2.1.7-unknown-tolerated] lets through what it does not know below the top', () => {
    const resources = [{ id: 'tea', title: 'Tea', type: 'x-acme-tea', steeping: { minutes: 3 } }];
    expect(schemaErrors(SCHEMA, { ...valid(), resources, 'x-any': null })).toEqual([]);
  });
});
