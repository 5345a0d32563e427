import { AgentCard } from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filesOf, testContext, textOf } from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';
import { hostileText } from '../../support/documents/hostile.js';
import { publishing, toEndpoint } from '../../support/documents/published.js';

const BASE = 'https://tea.example';

const finder = (endpoint: string) => ({
  name: 'Tea finder',
  description: 'Finds a leaf for every mood',
  skills: [{ id: 'find_tea', description: 'Searches the shelves' }],
  endpoint,
  auth: 'none',
});

const SHOP = publishing({ id: 'tea-shop', agent: finder(`${BASE}/shop/agent`) });
const cardOf = (options: Parameters<typeof testContext>[0]) =>
  JSON.parse(textOf('agent-card', testContext(options)));

/** A client of the published SDK that has fetched the card as clients do. */
async function connect(text: string, legacy: boolean) {
  const compat = legacy ? { legacyCompat: { enabled: true } } : {};
  const fetchImpl: typeof fetch = async () =>
    new Response(text, { headers: { 'Content-Type': 'application/json' } });
  const resolver = new DefaultAgentCardResolver({ fetchImpl, ...compat });
  const card = await resolver.resolve(BASE);
  const transports = [new JsonRpcTransportFactory(compat), new RestTransportFactory(compat)];
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports }),
  );
  return { card, client: await factory.createFromAgentCard(card) };
}

describe('the agent card', () => {
  it('[4.2-agent-card] begins with the site, its provider and its agents', () => {
    const text = textOf('agent-card', testContext({ published: SHOP, site: { logo: `${BASE}/pot.png` } }));
    expect(Object.keys(JSON.parse(text)).slice(0, 5)).toEqual([
      'name',
      'description',
      'url',
      'provider',
      'agents',
    ]);
    expectGolden('agent-card.json', text);
  });

  it('[4.2-agent-json] has the same bytes at its older name', () => {
    const files = filesOf('agent-card', testContext({ published: SHOP }));
    expect(Object.keys(files)).toEqual(['.well-known/agent-card.json', '.well-known/agent.json']);
    expect(new Set(Object.values(files)).size).toBe(1);
  });

  it('lists the agents of the discovery document', () => {
    const ctx = testContext({ published: SHOP });
    expect(cardOf({ published: SHOP }).agents).toEqual(JSON.parse(textOf('discovery', ctx)).agents);
  });

  it('claims no interface while there is no agent to talk to', () => {
    for (const published of [publishing(), publishing({ id: 'tea-shop', agent: finder('') })]) {
      const card = cardOf({ published });
      expect(card).toMatchObject({ url: `${BASE}/`, supportedInterfaces: [], preferredTransport: 'HTTP' });
      expect(card).not.toHaveProperty('additionalInterfaces');
    }
  });

  it('claims the addresses of agents, each once', () => {
    const published = publishing(
      { id: 'a', agent: finder(`${BASE}/a`) },
      { id: 'b', agent: finder(`${BASE}/b`), endpoints: [toEndpoint({ url: `${BASE}/b`, type: 'a2a' })] },
      { id: 'c', agent: finder(`${BASE}/a`) },
    );
    const card = cardOf({ published });
    expect(card.supportedInterfaces).toEqual([
      { url: `${BASE}/a`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      { url: `${BASE}/b`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ]);
    expect(card).toMatchObject({
      url: `${BASE}/a`,
      preferredTransport: 'JSONRPC',
      additionalInterfaces: [{ url: `${BASE}/b`, transport: 'JSONRPC' }],
    });
    expect(card.skills.map(({ tags }: { tags: string[] }) => tags)).toEqual([['a'], ['b'], ['c']]);
  });

  it.each(['rest', 'graphql', 'mcp', 'openapi', 'soap'] as const)(
    'does not claim an address that its resource lists as %s',
    (type) => {
      const url = `${BASE}/shop/agent`;
      const published = publishing({ id: 'a', agent: finder(url), endpoints: [toEndpoint({ url, type })] });
      expect(cardOf({ published }).supportedInterfaces).toEqual([]);
    },
  );

  it('describes a skill that does not describe itself', () => {
    const agent = { ...finder(''), skills: [{ id: 'find_tea', description: '' }] };
    expect(cardOf({ published: publishing({ id: 'a', agent }) }).skills[0].description).toBe(
      'Tea finder: find_tea',
    );
  });
});

describe('the published A2A SDK', () => {
  it('reads every member of A2A 1.0 that the card has', () => {
    const card = cardOf({ published: SHOP, site: { logo: `${BASE}/pot.png` } });
    const read = AgentCard.toJSON(AgentCard.fromJSON(card)) as Record<string, unknown>;
    const { agents, url, protocolVersion, preferredTransport, ...members } = card;
    expect(read).toEqual(members);
  });

  it.each([false, true])('connects to the agent, legacy cards %s', async (legacy) => {
    const { card, client } = await connect(textOf('agent-card', testContext({ published: SHOP })), legacy);
    expect(card.supportedInterfaces.map(({ url }) => url)).toEqual([`${BASE}/shop/agent`]);
    expect(client).toBeDefined();
  });

  it.each([false, true])('connects to nothing without an agent, legacy cards %s', async (legacy) => {
    await expect(connect(textOf('agent-card', testContext()), legacy)).rejects.toThrow(
      /transport|interface/i,
    );
  });

  it('reads cards of hostile sites', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, description) => {
        const card = cardOf({ site: { name, description }, published: SHOP });
        expect(AgentCard.fromJSON(card)).toMatchObject({ name: card.name, description: card.description });
        expect(card.name).not.toBe('');
      }),
    );
  });
});
