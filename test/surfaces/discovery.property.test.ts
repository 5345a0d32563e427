import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiEntry } from '../../src/registry/derive.js';
import { API_TYPES, AUTH_SCHEMES, type Resource } from '../../src/registry/resource.js';
import { schemaErrors } from '../../src/validate/ajv.js';
import { testContext, textOf } from './context.js';
import { hostileText } from './hostile.js';
import { anyPublished } from './published.js';

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
