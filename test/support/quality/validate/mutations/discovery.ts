import { BASE, type SiteCopy } from '../site.js';
import { ALIAS, CARD, DISCOVERY, type Json, MCP, type Mutation } from './mutation.js';

/** The master index and what it says of resources and names. */
export const discoveryMutations: readonly Mutation[] = [
  // The master index.
  { rule: 'M1', code: 'discovery-missing', what: 'no master index', break: (s) => s.remove(DISCOVERY) },
  { rule: 'M1', code: 'discovery-unreadable', what: 'a list', break: (s) => s.write(DISCOVERY, '[]') },
  {
    rule: 'M1',
    code: 'discovery-unreadable',
    what: 'a page for people',
    break: (s) => s.write(DISCOVERY, '<!doctype html>'),
  },
  {
    rule: 'M2',
    code: 'core-key-missing',
    what: 'no trust',
    break: (s) => s.editJson(DISCOVERY, (d) => delete d.trust),
  },
  {
    rule: 'M2',
    code: 'core-key-unknown',
    what: 'a key of its own',
    pointer: '/menu',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(d, { menu: [] })),
  },
  {
    rule: 'M2',
    code: 'core-key-order',
    level: 'warning',
    what: 'keys in another order',
    break: (s) =>
      s.edit(DISCOVERY, (text) =>
        JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).reverse())),
      ),
  },
  {
    rule: 'M3',
    code: 'spec-version',
    what: 'another version',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(d, { spec_version: '1.0.0' })),
  },
  {
    rule: 'M3',
    code: 'schema-address',
    what: 'another schema',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(d, { $schema: `${BASE}/schemas/x.json` })),
  },
  {
    rule: 'M3',
    code: 'schema-address',
    what: 'a schema that is not there',
    break: (s) => s.remove('schemas/discovery/1.0/discovery.schema.json'),
  },
  // Resources.
  {
    rule: 'M5',
    code: 'resource-id',
    what: 'an id with capitals',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(d.resources[0], { id: 'Tea_Shop' })),
  },
  {
    rule: 'M5',
    code: 'resource-repeated',
    what: 'a resource twice',
    break: (s) => s.editJson(DISCOVERY, (d) => d.resources.push(d.resources[0])),
  },
  {
    rule: 'M5',
    code: 'resource-title',
    what: 'no title',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(d.resources[0], { title: ' ' })),
  },
  {
    rule: 'M6',
    code: 'resource-provider',
    what: 'no provider',
    break: (s) => s.editJson(DISCOVERY, (d) => delete d.resources[0].provider),
  },
  {
    rule: 'M6',
    code: 'resource-provider',
    what: 'a path of a machine as provider',
    break: (s) =>
      s.editJson(DISCOVERY, (d) =>
        Object.assign(d.resources[0].provider, { plugin: '/home/mia/site/p.mjs' }),
      ),
  },
  {
    rule: 'M7',
    code: 'capability-missing',
    what: 'a capability left out',
    break: (s) => s.editJson(DISCOVERY, (d) => d.capabilities.pop()),
  },
  {
    rule: 'M7',
    code: 'capability-extra',
    what: 'a capability of nobody',
    break: (s) => s.editJson(DISCOVERY, (d) => d.capabilities.push('crm.guests.read')),
  },
  {
    rule: 'M7',
    code: 'capability-repeated',
    what: 'a capability twice',
    break: (s) => s.editJson(DISCOVERY, (d) => d.capabilities.push(d.capabilities[0])),
  },
  {
    rule: 'M7',
    code: 'capability-form',
    what: 'a capability of one word',
    break: (s) => renameCapability(s, 'Search'),
  },
  {
    rule: 'M8',
    code: 'capability-place',
    what: 'a path as capability',
    break: (s) => renameCapability(s, '/shop/api'),
  },
  {
    rule: 'M8',
    code: 'capability-place',
    what: 'a method in a capability',
    break: (s) => renameCapability(s, 'GET.products'),
  },
  {
    rule: 'M8',
    code: 'capability-place',
    what: 'a query in a capability',
    break: (s) => renameCapability(s, 'commerce.search?q=tea'),
  },
  {
    rule: 'S5',
    code: 'capability-namespace',
    level: 'warning',
    what: 'a capability in words of its own',
    break: (s) => renameCapability(s, 'teahouse.products.search'),
  },
  {
    rule: 'S4',
    code: 'resource-type',
    what: 'an unknown type',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(d.resources[0], { type: 'teahouse' })),
  },
  {
    rule: 'T20',
    code: 'resource-key',
    level: 'warning',
    what: 'an unknown member',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(d.resources[0], { priority: 3 })),
  },
  {
    rule: 'internal-keys',
    code: 'internal-key',
    what: 'a member of the registry',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(shop(d), { public: true })),
  },
  {
    rule: 'internal-keys',
    code: 'internal-key',
    what: 'a member of the registry in a tool',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(shop(d).tools[0], { uri: 'x' })),
  },
  {
    rule: 'M11',
    code: 'api-missing',
    what: 'an API left out',
    break: (s) => s.editJson(DISCOVERY, (d) => d.apis.pop()),
  },
  {
    rule: 'M11',
    code: 'api-extra',
    what: 'an API of nobody',
    break: (s) => s.editJson(DISCOVERY, (d) => d.apis.push({ ...d.apis[0], id: 'ghost' })),
  },
  {
    rule: 'M11',
    code: 'api-extra',
    what: 'an API with the sign-in of its resource',
    break: (s) =>
      s.editJson(DISCOVERY, (d) =>
        Object.assign(d.apis.find((one: { auth: { type: string } }) => one.auth.type === 'apikey').auth, {
          type: 'none',
        }),
      ),
  },
  {
    rule: 'T7',
    code: 'api-type',
    what: 'an MCP server among the APIs',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(d.apis[0], { type: 'mcp' })),
  },
  {
    rule: 'T8',
    code: 'agent-missing',
    what: 'an agent left out',
    break: (s) => s.editJson(DISCOVERY, (d) => d.agents.pop()),
  },
  {
    rule: 'T8',
    code: 'agent-card-address',
    what: 'an agent with the card of another',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(d.agents[0], { card: `${BASE}/${CARD}#else` })),
  },
  {
    rule: 'T8',
    code: 'agent-extra',
    what: 'an agent of nobody',
    break: (s) =>
      s.editJson(DISCOVERY, (d) =>
        d.agents.push({ ...d.agents[0], id: 'nobody', card: `${BASE}/${CARD}#nobody` }),
      ),
  },
  {
    rule: 'S2',
    code: 'agent-card-missing',
    what: 'no alias of the agent card',
    break: (s) => s.remove(ALIAS),
  },
  {
    rule: 'S2',
    code: 'agent-card-differs',
    what: 'another agent card under the older name',
    break: (s) => s.editJson(ALIAS, (card) => Object.assign(card, { name: 'Else' })),
  },
  {
    rule: 'aliases',
    code: 'alias-differs',
    what: 'an alias with other bytes',
    file: '.md',
    break: (s) => s.edit('.md', (text) => `${text}\n`),
  },
  {
    rule: 'S6',
    code: 'document-unlisted',
    what: 'llms.txt not listed',
    break: (s) => s.editJson(DISCOVERY, (d) => delete d.documents.llms),
  },
  {
    rule: 'S6',
    code: 'document-unlisted',
    what: 'no feed listed',
    break: (s) => s.editJson(DISCOVERY, (d) => delete d.documents.feed),
  },
  // Well-known names.
  {
    rule: 'M9',
    code: 'real-file-unlisted',
    what: "the site's file listed as ours",
    break: (s) =>
      s.editJson(DISCOVERY, (d) => Object.assign(entry(d, 'assetlinks.json'), { source: 'generated' })),
  },
  {
    rule: 'M9',
    code: 'real-file-missing',
    what: "the site's file left out",
    break: (s) => s.remove('.well-known/assetlinks.json'),
  },
  {
    rule: 'T13',
    code: 'well-known-source',
    what: 'a source that is none',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(entry(d, 'mcp.json'), { source: 'minted' })),
  },
  {
    rule: 'T13',
    code: 'well-known-source',
    what: "a provider's document as ours",
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(entry(d, 'gpc.json'), { source: 'generated' })),
  },
  {
    rule: 'T13',
    code: 'well-known-source',
    what: "our document as the site's",
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(entry(d, 'openapi.json'), { source: 'file' })),
  },
  {
    rule: 'well-known-index',
    code: 'well-known-unlisted',
    what: 'a document that is not listed',
    break: (s) => s.editJson(DISCOVERY, (d) => d.well_known.splice(2, 1)),
  },
  {
    rule: 'well-known-index',
    code: 'well-known-unlisted',
    what: 'a file that nobody lists',
    break: (s) => s.write('.well-known/nodeinfo', '{}'),
  },
  {
    rule: 'well-known-index',
    code: 'well-known-repeated',
    what: 'a name twice',
    break: (s) => s.editJson(DISCOVERY, (d) => d.well_known.push(d.well_known[0])),
  },
  {
    rule: 'well-known-index',
    code: 'well-known-address',
    what: 'a name with the address of another',
    break: (s) => s.editJson(DISCOVERY, (d) => Object.assign(d.well_known[0], { url: `${BASE}/${MCP}` })),
  },
];

function shop(discovery: Json): Json {
  return discovery.resources.find((one: { id: string }) => one.id === 'tea-shop');
}

function entry(discovery: Json, name: string): Json {
  return discovery.well_known.find((one: { name: string }) => one.name === name);
}

/** In the resource and in the list, so that nothing but the word is wrong. */
function renameCapability(site: SiteCopy, word: string): void {
  site.edit(DISCOVERY, (text) => text.replaceAll('"commerce.products.search"', JSON.stringify(word)));
}
