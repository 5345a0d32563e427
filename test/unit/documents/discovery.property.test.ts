import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RestApi } from '../../../src/config/config.js';
import type { YieldKey } from '../../../src/config/hooks/yield-key.js';
import type { DocumentContext, SigningFacts } from '../../../src/documents/document-row.js';
import { instancesOf } from '../../../src/documents/instances.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import type { ApiEntry } from '../../../src/site/registry/derive.js';
import { API_TYPES, AUTH_SCHEMES, type Resource } from '../../../src/site/registry/resource.js';
import { type ContextOptions, testContext, textOf } from '../../support/documents/context.js';
import { hostileText } from '../../support/documents/hostile.js';
import { anyPublished } from '../../support/documents/published.js';

const anySite = fc.record({ name: hostileText, description: hostileText });
const anyIdentity = fc.record({
  name: hostileText,
  role: hostileText,
  about: hostileText,
  audience: hostileText,
  not_description: hostileText,
  contact_email: fc.oneof(hostileText, fc.emailAddress()),
  same_as: fc.array(hostileText, { maxLength: 2 }),
});

/** What `apis` must say of a resource, told independently of how it is made. */
function expectedApis(resources: readonly Resource[]): readonly string[] {
  const isKnown = (list: readonly string[], word: string) => list.includes(word);
  return resources.flatMap(({ id, endpoints, auth }) =>
    endpoints
      .filter(({ type }) => isKnown(API_TYPES, type))
      .map((endpoint) => {
        const said = endpoint.auth === '' ? auth.type : endpoint.auth;
        return `${id} ${endpoint.type} ${endpoint.url} ${isKnown(AUTH_SCHEMES, said) ? said : 'custom'}`;
      }),
  );
}

describe('any registry', () => {
  it('[2.1-capabilities-union] makes a valid document with the exact union and the auth of each endpoint', () => {
    fc.assert(
      fc.property(anyPublished, anySite, anyIdentity, (published, site, identity) => {
        const text = textOf('discovery', testContext({ published, site, settings: { identity } }));
        const doc = JSON.parse(text);
        expect(schemaErrors('discovery.schema.json', doc)).toEqual([]);
        const union = new Set(published.resources.flatMap(({ capabilities }) => capabilities));
        expect(doc.capabilities).toEqual([...union]);
        expect(
          doc.apis.map(({ id, type, base, auth }: ApiEntry) => `${id} ${type} ${base} ${auth.type}`),
        ).toEqual(expectedApis(published.resources));
        expect(doc.agents.map(({ id }: { id: string }) => id)).toEqual(
          published.resources.flatMap(({ id, agent }) => (agent === undefined ? [] : [id])),
        );
        const names = doc.well_known.map(({ name }: { name: string }) => name);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  it('makes valid cards and catalogues of APIs', () => {
    fc.assert(
      fc.property(anyPublished, anySite, anyIdentity, (published, site, identity) => {
        const ctx = testContext({ published, site, settings: { identity } });
        for (const id of ['agent-card', 'api-catalog', 'openapi']) {
          expect(schemaErrors(`${id}.schema.json`, JSON.parse(textOf(id, ctx)))).toEqual([]);
        }
      }),
    );
  });
});

const GATES = [
  'enable_llms_txt',
  'enable_llms_full',
  'enable_markdown',
  'enable_changes',
  'enable_sitemap',
  'enable_security_txt',
  'enable_tdmrep',
  'enable_mcp_server',
  'enable_agent_skills',
  'enable_auth_md',
  'enable_ai_catalog',
  'enable_root_oauth_metadata',
] as const;

const anyGates = fc
  .tuple(...GATES.map((gate) => fc.tuple(fc.constant(gate), fc.boolean())))
  .map((gates) => Object.fromEntries(gates) as Record<(typeof GATES)[number], boolean>);

const anyDeployment: fc.Arbitrary<ContextOptions> = fc
  .record({
    gates: anyGates,
    aiTrain: fc.boolean(),
    authServer: fc.constantFrom('', 'https://sign-in.example/'),
    contacts: fc.constantFrom([], ['sec@tea.example']),
    sidecar: fc.boolean(),
    restApi: fc.constantFrom<RestApi[]>({ mode: 'static' }, { mode: 'off' }),
    isSigned: fc.boolean(),
    cede: fc.subarray<YieldKey>(['llms_txt', 'llms_full', 'markdown', 'robots', 'changes', 'auth_md']),
    published: anyPublished,
  })
  .map(({ gates, aiTrain, authServer, contacts, isSigned, ...facts }) => ({
    ...facts,
    signing: isSigned ? SIGNING : undefined,
    settings: {
      ...gates,
      content_signal: { ai_train: aiTrain },
      oauth_auth_server: authServer,
      security: { contacts },
    },
  }));

const SIGNING: SigningFacts = {
  keys: [{ kid: 'k', kty: 'OKP', crv: 'Ed25519', x: 'eA' }],
  signedIds: new Set(['discovery']),
};

/** Addresses of everything that a context serves. */
function writtenUrls(ctx: DocumentContext): ReadonlySet<string> {
  const urls = ctx.table
    .filter(({ id }) => ctx.served(id))
    .flatMap((row) => [...instancesOf(row, ctx)].map(({ path }) => ctx.site.baseUrl + path));
  return new Set(urls);
}

describe('any combination of switches', () => {
  it('[2.1.4-every-source] indexes what is there, all of it and nothing else', () => {
    fc.assert(
      fc.property(anyDeployment, (options) => {
        const ctx = testContext(options);
        const written = writtenUrls(ctx);
        const doc = JSON.parse(textOf('discovery', ctx));
        const claimed = ctx.published.claims.map(({ name }) => `${ctx.site.baseUrl}/.well-known/${name}`);
        const indexed: string[] = doc.well_known.map(({ url }: { url: string }) => url);
        const wellKnown = [...written].filter((url) => url.startsWith(`${ctx.site.baseUrl}/.well-known/`));
        expect(new Set(indexed)).toEqual(new Set([...wellKnown, ...claimed]));
        const { sitemap, ...documents } = doc.documents;
        expect(sitemap).toBe(`${ctx.site.baseUrl}/svc-sitemap.xml`);
        const answering = [...written, ...claimed];
        expect(Object.values(documents).filter((url) => !answering.includes(String(url)))).toEqual([]);
        const { jwks_uri, security_txt } = doc.trust;
        expect(answering).toEqual(
          expect.arrayContaining([jwks_uri, security_txt, doc.$schema].filter((url) => url !== undefined)),
        );
      }),
    );
  });
});
