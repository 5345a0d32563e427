import { BASE } from '../site.js';
import { DISCOVERY, type Json, MCP, type Mutation } from './mutation.js';

/** JSON documents, and the addresses that all documents advertise. */
export const documentsMutations: readonly Mutation[] = [
  // Every JSON document by its schema.
  {
    rule: 'schema',
    code: 'schema',
    what: 'a site without a name',
    file: DISCOVERY,
    pointer: '/site',
    break: (s) => s.editJson(DISCOVERY, (d) => delete d.site.name),
  },
  {
    rule: 'schema',
    code: 'schema',
    what: 'an OpenAPI document of another version',
    file: '.well-known/openapi.json',
    break: (s) => s.editJson('.well-known/openapi.json', (o) => Object.assign(o, { openapi: '2.0' })),
  },
  {
    rule: 'schema',
    code: 'schema',
    what: 'a catalog that is no link set',
    file: '.well-known/api-catalog',
    break: (s) => s.editJson('.well-known/api-catalog', (c) => Object.assign(c, { linkset: {} })),
  },
  {
    rule: 'schema',
    code: 'schema',
    what: 'a reservation of text',
    file: '.well-known/tdmrep.json',
    break: (s) => s.write('.well-known/tdmrep.json', '[{"location":"/","tdm-reservation":"1"}]'),
  },
  {
    rule: 'schema',
    code: 'schema',
    what: 'a server card without a version',
    file: '.well-known/mcp/shop/server-card.json',
    break: (s) => s.editJson('.well-known/mcp/shop/server-card.json', (c) => delete c.version),
  },
  {
    rule: 'schema',
    code: 'schema',
    what: 'a catalog entry without a type',
    file: '.well-known/ard.json',
    break: (s) => s.editJson('.well-known/ard.json', (c) => delete c.entries[0].type),
  },
  {
    rule: 'schema',
    code: 'schema',
    what: 'an item of the read API without an id',
    file: 'api/content/v1/posts/3.json',
    break: (s) => s.editJson('api/content/v1/posts/3.json', (i) => delete i.id),
  },
  {
    rule: 'schema',
    code: 'schema',
    what: 'a list of the read API that is none',
    file: 'api/content/v1/posts/index.json',
    break: (s) => s.write('api/content/v1/posts/index.json', '{}'),
  },
  {
    rule: 'json',
    code: 'not-json',
    what: 'a document cut off',
    file: MCP,
    break: (s) => s.edit(MCP, (text) => text.slice(0, -20)),
  },
  {
    rule: 'json',
    code: 'not-json',
    what: 'a comma too many',
    file: '.well-known/openapi.json',
    line: 2,
    break: (s) => s.edit('.well-known/openapi.json', (text) => text.replace('{\n', '{\n,')),
  },
  {
    rule: 'json',
    code: 'not-json',
    what: 'an empty document',
    file: 'api/index.json',
    break: (s) => s.write('api/index.json', ''),
  },
  {
    rule: 'encoding',
    code: 'encoding-bom',
    what: 'a byte order mark',
    file: MCP,
    break: (s) => s.editBytes(MCP, (b) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), b])),
  },
  {
    rule: 'encoding',
    code: 'encoding-utf-16',
    what: 'UTF-16',
    file: 'llms.txt',
    break: (s) => s.editBytes('llms.txt', (b) => Buffer.from(`\ufeff${b.toString('utf8')}`, 'utf16le')),
  },
  {
    rule: 'encoding',
    code: 'encoding-not-utf-8',
    what: 'Latin-1',
    file: 'posts/grüner-tee.md',
    break: (s) => s.editBytes('posts/grüner-tee.md', (b) => Buffer.from(b.toString('utf8'), 'latin1')),
  },
  {
    rule: 'encoding',
    code: 'encoding-nul',
    what: 'zeros at the end',
    file: 'llms-full.txt',
    break: (s) => s.edit('llms-full.txt', (text) => `${text}\0\0`),
  },
  // Addresses.
  {
    rule: 'links',
    code: 'link-lost',
    what: 'a document of the map that is not there',
    file: DISCOVERY,
    pointer: '/documents/changes',
    break: (s) =>
      s.editJson(DISCOVERY, (d) => Object.assign(d.documents, { changes: `${BASE}/changes.json` })),
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'a well-known name that is not there',
    file: DISCOVERY,
    break: (s) =>
      s.editJson(DISCOVERY, (d) =>
        d.well_known.push({ name: 'nodeinfo', url: `${BASE}/.well-known/nodeinfo`, source: 'managed' }),
      ),
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'a provider that leads elsewhere without a rule',
    file: DISCOVERY,
    break: (s) => s.editHeaders((h) => Object.assign(h, { redirects: [] })),
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'an endpoint of ours that does not answer',
    file: DISCOVERY,
    break: (s) =>
      s.editJson(DISCOVERY, (d) => Object.assign(own(d).endpoints[0], { url: `${BASE}/catalogue.json` })),
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'a card that is not there',
    file: MCP,
    break: (s) => s.remove('.well-known/mcp/shop/server-card.json'),
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'a link of llms.txt to no twin',
    file: 'llms.txt',
    break: (s) => s.edit('llms.txt', (text) => text.replace('/oolong.md', '/woolong.md')),
  },
  {
    rule: 'links',
    code: 'page-lost',
    what: 'a page in the sitemap for people',
    file: 'sitemap.md',
    break: (s) => s.edit('sitemap.md', (text) => text.replace('/oolong/', '/woolong/')),
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'a catalog with a lost description',
    file: '.well-known/api-catalog',
    break: (s) =>
      s.edit('.well-known/api-catalog', (text) =>
        text.replace('/.well-known/openapi.json', '/.well-known/open-api.json'),
      ),
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'an operation that nobody answers',
    file: '.well-known/openapi.json',
    break: (s) =>
      s.editJson('.well-known/openapi.json', (o) =>
        Object.assign(o, {
          servers: [{ url: `${BASE}/data` }],
          paths: { '/teas.json': o.paths[Object.keys(o.paths)[0] ?? ''] },
        }),
      ),
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'a sitemap in robots.txt that is not there',
    file: 'robots.txt',
    break: (s) => s.edit('robots.txt', (text) => text.replace('svc-sitemap.xml', 'sitemaps.xml')),
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'a twin in the change feed that is not there',
    file: 'svc-changes.json',
    break: (s) => s.remove('posts/oolong.md'),
  },
  {
    rule: 'links',
    code: 'link-lost',
    what: 'a way out of the folder',
    file: DISCOVERY,
    break: (s) =>
      s.editJson(DISCOVERY, (d) =>
        Object.assign(d.documents, { llms: `${BASE}/posts/%2e%2e/%2e%2e/svc.config.json` }),
      ),
  },
  {
    rule: 'links',
    code: 'link-malformed',
    what: 'an address with a space',
    file: 'llms.txt',
    break: (s) =>
      s.edit('llms.txt', (text) =>
        text.replace(/\]\((https:[^)]*oolong\.md)\)/, '](<$1>)').replace('oolong.md', 'oo|long.md'),
      ),
  },
];

function own(discovery: Json): Json {
  return discovery.resources.find((one: { id: string }) => one.id === 'platform-core');
}
