import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import { collectRegistry, type Registrar } from '../../../../src/site/registry/collect.js';
import { BASE, registered, world } from '../../../support/site/registry/world.js';

const tea = { id: 'tea', title: 'Tea', type: 'commerce' };

describe('registration', () => {
  it('T17: hands a function an object with register() and add(), and tells it what became of a definition', async () => {
    const outcomes: boolean[] = [];
    const { resources } = await registered((desk: Registrar) => {
      outcomes.push(desk.register(tea).ok, desk.add({ ...tea, id: 'pot' }).ok, desk.register({ id: '!' }).ok);
      outcomes.push(desk.addWellKnown({ name: 'tea.json', redirect: '/tea' }).ok);
    });
    expect(outcomes).toEqual([true, true, false, true]);
    expect(resources.map(({ id }) => id)).toEqual(['tea', 'pot']);
  });

  it('takes an object, a list, or a function that returns either, at once or later', async () => {
    const { resources, notices } = await registered(
      tea,
      [
        { ...tea, id: 'b' },
        { ...tea, id: 'c' },
      ],
      () => ({ ...tea, id: 'd' }),
      async () => [{ ...tea, id: 'e' }],
      () => undefined,
    );
    expect(resources.map(({ id }) => id)).toEqual(['tea', 'b', 'c', 'd', 'e']);
    expect(notices).toEqual([]);
  });

  it('loses only the entry of a provider that fails, and names it', async () => {
    const { resources, notices } = await registered(
      () => {
        throw new TypeError('the pot is cracked');
      },
      async (desk: Registrar) => {
        desk.register({ ...tea, id: 'before' });
        throw 'steam';
      },
      ['nonsense', tea],
    );
    expect(resources.map(({ id }) => id)).toEqual(['before', 'tea']);
    expect(notices.map(({ code }) => code)).toEqual(['provider_error', 'provider_error', 'resource_invalid']);
    expect(notices[0]?.message).toContain('plugins/kettle.mjs');
    expect(notices[0]?.message).toContain('TypeError: the pot is cracked');
  });

  it('[2.1.7-id-unique] replaces an earlier resource of the same id and keeps its place', async () => {
    const { resources, notices } = await registered(
      tea,
      { ...tea, id: 'pot' },
      { ...tea, title: 'More tea' },
    );
    expect(resources.map(({ id, title }) => [id, title])).toEqual([
      ['tea', 'More tea'],
      ['pot', 'Tea'],
    ]);
    expect(notices).toMatchObject([{ level: 'warning', code: 'resource_duplicate' }]);
  });

  it('goes by priority; the configuration speaks after all plugins', async () => {
    const input = world({ config: { resources: [{ ...tea, title: 'Owner' }], mcpServers: [] } }, [
      ['resource', { ...tea, id: 'late' }, { priority: 200 }],
      ['resource', { ...tea, id: 'early' }, { priority: 1 }],
      ['resource', tea],
    ]);
    const { resources } = await collectRegistry(input);
    expect(resources.slice(0, 3).map(({ id, title, provider }) => [id, title, provider.plugin])).toEqual([
      ['early', 'Tea', 'plugins/kettle.mjs'],
      ['tea', 'Owner', 'config'],
      ['late', 'Tea', 'plugins/kettle.mjs'],
    ]);
  });
});

describe('svc_resource_types', () => {
  it('adds kinds that a document may hold, and no others', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_resource_types', (types) => [...types, 'x-acme-tea', 'tearoom', 'x-tea', 'commerce']);
    const { resources, notices } = await collectRegistry(
      world({ hooks }, [
        ['resource', { ...tea, type: 'tearoom' }],
        ['resource', { ...tea, id: 'room', type: 'x-acme-tea' }],
      ]),
    );
    expect(resources.slice(0, 2).map(({ type }) => type)).toEqual(['x-svc-tearoom', 'x-acme-tea']);
    expect(notices.map(({ code }) => code)).toEqual([
      'filter_result',
      'filter_result',
      'resource_type_marked',
    ]);
  });
});

describe('what is declared', () => {
  const addresses = { rest: `${BASE}/api/`, changes: `${BASE}/svc-changes.json`, feed: `${BASE}/feed.xml` };

  it('wins over what is inferred, by id', async () => {
    const { resources, notices } = await collectRegistry(
      world({ addresses }, [['resource', { ...tea, id: 'platform-core' }]]),
    );
    expect(resources.map(({ id, inferred }) => [id, inferred])).toEqual([
      ['platform-core', false],
      ['content-feeds', true],
    ]);
    expect(notices).toEqual([]);
  });

  it('wins over what is inferred, by address', async () => {
    const { resources } = await collectRegistry(
      world({ addresses }, [['resource', { ...tea, endpoints: ['/api', '/feed.xml/'] }]]),
    );
    expect(resources.map(({ id }) => id)).toEqual(['tea', 'content-feeds']);
    expect(resources[1]?.endpoints.map(({ url }) => url)).toEqual([addresses.changes]);
  });
});
