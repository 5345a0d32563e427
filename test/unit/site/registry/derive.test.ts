import { describe, expect, it } from 'vitest';
import { collectRegistry } from '../../../../src/site/registry/collect.js';
import { agents, apis, capabilities } from '../../../../src/site/registry/derive.js';
import { API_TYPES, ENDPOINT_TYPES } from '../../../../src/site/registry/resource.js';
import { BASE, published, world } from '../../../support/site/registry/world.js';

/** The published resources of a plugin. */
async function resources(...definitions: readonly Readonly<Record<string, unknown>>[]) {
  const complete = definitions.map((one, i) => ({ id: `r${i}`, title: 'R', type: 'commerce', ...one }));
  const registry = await collectRegistry(world({}, [['resource', complete]]));
  const { resources: shown } = await published(registry);
  return shown.filter(({ provider }) => provider.plugin !== 'svc');
}

const NO_DOCS = { authDocs: {} };

describe('capabilities', () => {
  it('[2.1-capabilities-union] T4: are the union over all resources in the order of first mention', async () => {
    const list = await resources(
      { capabilities: ['b.read', 'a.read'] },
      { capabilities: ['c.read', 'b.read'] },
    );
    expect(capabilities(list)).toEqual(['b.read', 'a.read', 'c.read']);
  });
});

describe('apis', () => {
  it('[2.1.5-two-entries] [2.1.5-endpoint-auth-wins] T6: follow the auth of each endpoint', async () => {
    const list = await resources({
      auth: { type: 'basic', docs: '/auth' },
      schemas: ['/tea.graphql', '/second'],
      endpoints: [{ url: '/open', auth: 'none' }, { url: '/key', auth: 'apikey' }, '/inherits'],
    });
    const docs = `${BASE}/auth`;
    const schema = `${BASE}/tea.graphql`;
    expect(apis(list, NO_DOCS)).toEqual([
      { id: 'r0', type: 'rest', base: `${BASE}/open`, schema, auth: { type: 'none', docs } },
      { id: 'r0', type: 'rest', base: `${BASE}/key`, schema, auth: { type: 'apikey', docs } },
      { id: 'r0', type: 'rest', base: `${BASE}/inherits`, schema, auth: { type: 'basic', docs } },
    ]);
  });

  it('[2.1.5-type-enum] [2.1.5-fields] T7: are of five types', async () => {
    const list = await resources({ endpoints: ENDPOINT_TYPES.map((type) => ({ url: `/${type}`, type })) });
    expect(apis(list, NO_DOCS).map(({ type }) => type)).toEqual(
      API_TYPES.filter((type) => ENDPOINT_TYPES.includes(type)),
    );
    expect(apis(list, NO_DOCS)[0]).toMatchObject({ schema: '', auth: { type: 'none', docs: '' } });
  });

  it('call an unknown scheme custom', async () => {
    const list = await resources({
      endpoints: [
        { url: '/a', auth: 'handshake' },
        { url: '/b', auth: 'oauth' },
      ],
    });
    expect(apis(list, NO_DOCS).map(({ auth }) => auth.type)).toEqual(['custom', 'custom']);
  });

  it('link to what explains sign-in: the resource first, then documents that are served', async () => {
    const served = { authDocs: { oauth2: `${BASE}/as`, oidc: `${BASE}/op` } };
    const list = await resources(
      { endpoints: ['oauth', 'oauth2', 'oidc', 'apikey', 'none'].map((auth) => ({ url: `/${auth}`, auth })) },
      { auth: { type: 'oidc', oidc: 'https://id.example/' }, endpoints: ['/own'] },
    );
    expect(apis(list, served).map(({ auth }) => auth.docs)).toEqual([
      `${BASE}/as`,
      `${BASE}/as`,
      `${BASE}/op`,
      '',
      '',
      'https://id.example/',
    ]);
    expect(apis(list, NO_DOCS).map(({ auth }) => auth.docs)).toEqual([
      '',
      '',
      '',
      '',
      '',
      'https://id.example/',
    ]);
  });
});

describe('agents', () => {
  it('[2.1.6-derived] [2.1.6-required] T8: are the fragments with id and card', async () => {
    const list = await resources(
      {},
      { agent: { name: 'Steward', skills: [{ id: 'brew', description: 'Brews.' }], endpoint: '/agent' } },
      { agent: { name: 'Porter' } },
    );
    expect(agents(list, BASE)).toEqual([
      {
        name: 'Steward',
        description: '',
        skills: [{ id: 'brew', description: 'Brews.' }],
        endpoint: `${BASE}/agent`,
        auth: '',
        id: 'r1',
        card: `${BASE}/.well-known/agent-card.json#r1`,
      },
      expect.objectContaining({ name: 'Porter', endpoint: '', id: 'r2' }),
    ]);
    expect(Object.keys(agents(list, BASE)[0] ?? {})).toEqual([
      'name',
      'description',
      'skills',
      'endpoint',
      'auth',
      'id',
      'card',
    ]);
  });
});
