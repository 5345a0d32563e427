import { describe, expect, it } from 'vitest';
import { headersOf } from '../../../src/documents/headers.js';
import { schemaErrors } from '../../../src/quality/validate/ajv.js';
import {
  type ContextOptions,
  documentRow,
  filesOf,
  testContext,
  textOf,
} from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';
import { publishing, toEndpoint } from '../../support/documents/published.js';

const SCHEMA = 'api-catalog.schema.json';
const BASE = 'https://tea.example';
const read = (options: ContextOptions = {}) => JSON.parse(textOf('api-catalog', testContext(options)));

const SHOP = publishing(
  {
    id: 'tea-shop',
    endpoints: [
      toEndpoint({ url: `${BASE}/shop/api` }),
      toEndpoint({ url: `${BASE}/shop/graphql`, type: 'graphql' }),
      toEndpoint({ url: `${BASE}/shop/mcp`, type: 'mcp' }),
    ],
    schemas: [`${BASE}/shop/openapi.json`],
  },
  {
    id: 'reads',
    endpoints: [toEndpoint({ url: `${BASE}/api/` }), toEndpoint({ url: `${BASE}/shop/api` })],
  },
);

describe('the API catalogue', () => {
  it('[4.2-api-catalog] is always there, without a file extension', () => {
    const files = filesOf('api-catalog', testContext({ published: SHOP }));
    expect(Object.keys(files)).toEqual(['.well-known/api-catalog']);
    expectGolden('api-catalog.json', files['.well-known/api-catalog'] ?? '');
  });

  it('has its registered type with the profile, and names itself in a header (RFC 9727 section 2)', () => {
    expect(headersOf(documentRow('api-catalog'), { bypass_shared_cache: false })).toEqual({
      'Content-Type':
        'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=3600',
      Link: '<api-catalog>; rel="api-catalog"',
    });
    expect(new URL('api-catalog', `${BASE}/.well-known/api-catalog`).href).toBe(
      `${BASE}/.well-known/api-catalog`,
    );
  });

  it('lists the read API first, then every other API once', () => {
    const [catalog] = read({ published: SHOP }).linkset;
    expect(catalog.anchor).toBe(`${BASE}/.well-known/api-catalog`);
    expect(catalog.item.map(({ href, title }: Record<string, string>) => [href, title])).toEqual([
      [`${BASE}/api/`, 'Read API'],
      [`${BASE}/shop/api`, 'tea-shop'],
      [`${BASE}/shop/graphql`, 'tea-shop'],
    ]);
  });

  it('links the description of each API that has one, and of the site', () => {
    const [, ...described] = read({ published: SHOP }).linkset;
    expect(
      described.map((one: { anchor: string; 'service-desc': { href: string }[] }) => [
        one.anchor,
        one['service-desc'][0]?.href,
      ]),
    ).toEqual([
      [`${BASE}/api/`, `${BASE}/.well-known/openapi.json`],
      [`${BASE}/shop/api`, `${BASE}/shop/openapi.json`],
      [`${BASE}/shop/graphql`, `${BASE}/shop/openapi.json`],
      [`${BASE}/`, `${BASE}/.well-known/discovery.json`],
    ]);
  });

  it('says of no API that it is JSON when it is not', () => {
    const published = publishing({
      id: 'tea',
      endpoints: [
        toEndpoint({ url: `${BASE}/llms.txt` }),
        toEndpoint({ url: `${BASE}/soap`, type: 'soap' }),
        toEndpoint({ url: `${BASE}/rpc`, type: 'rpc' }),
      ],
    });
    const types = read({ published }).linkset[0].item.map(({ type }: { type?: string }) => type);
    expect(types).toEqual(['application/json', undefined, undefined, 'application/json']);
  });

  it('follows the prefix of the read API', () => {
    expect(read({ restPrefix: 'rest' }).linkset[0].item[0].href).toBe(`${BASE}/rest/`);
  });
});

describe('the schema of link sets (RFC 9264 section 4.2)', () => {
  const set = (context: object) => ({ linkset: [...read().linkset, context] });

  it('accepts further relations and attributes', () => {
    const href = `${BASE}/status`;
    const target = { href, hreflang: ['en'], 'title*': [{ value: 'Stand', language: 'de' }], tea: ['green'] };
    expect(schemaErrors(SCHEMA, set({ anchor: `${BASE}/api/`, status: [target] }))).toEqual([]);
  });

  it.each([
    ['a target without address', { anchor: BASE, item: [{ title: 'Tea' }] }],
    ['a relation that is no list', { anchor: BASE, item: { href: BASE } }],
    ['a member named rel', { anchor: BASE, rel: [{ href: BASE }] }],
    ['a language that is no list', { anchor: BASE, item: [{ href: BASE, hreflang: 'en' }] }],
    ['a relative anchor', { anchor: '/api/', item: [{ href: BASE }] }],
  ])('refuses %s', (_, context) => {
    expect(schemaErrors(SCHEMA, set(context))).not.toEqual([]);
  });

  it('refuses a set without the catalogue itself', () => {
    expect(schemaErrors(SCHEMA, { linkset: read().linkset.slice(1) })).not.toEqual([]);
  });
});
