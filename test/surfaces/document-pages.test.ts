import { describe, it } from 'vitest';
import { type ContextOptions, filesOf, testContext } from './context.js';
import { expectExample } from './doc-example.js';
import { OWN_SERVER, published, shop, skill, tool, WITH_MCP } from './offers.js';

const SHOP = shop({
  description: 'Teas that can be ordered',
  capabilities: ['commerce.products.read'],
  endpoints: [
    {
      url: 'https://tea.example/shop.json',
      type: 'rest',
      methods: ['GET'],
      auth: 'none',
      description: 'All teas with their prices',
    },
  ],
  tools: [
    tool({
      title: 'Find a tea',
      description: 'Searches the catalogue by taste',
      inputSchema: { type: 'object', properties: { taste: { type: 'string' } }, required: ['taste'] },
      annotations: { readOnlyHint: true },
    }),
  ],
});
const OWN_TOOLS = [
  { name: 'svc-read-readiness', description: 'Readiness checks and the score of the site' },
  { name: 'svc-read-content', description: 'The body of one page, byte for byte' },
];
const OFFERS: ContextOptions = {
  ...WITH_MCP,
  settings: { enable_mcp_server: true, enable_ai_catalog: true },
  published: published({
    resources: [SHOP],
    tools: SHOP.tools,
    skills: [skill({ description: 'Finds a tea by what it should taste of' })],
    servers: [{ ...OWN_SERVER, tools: OWN_TOOLS }],
  }),
};
const EXTERNAL: ContextOptions = { settings: { oauth_auth_server: 'https://login.example' } };

describe('the pages of docs/documents', () => {
  it.each<[page: string, name: string, id: string, options: ContextOptions]>([
    ['mcp', 'mcp', 'mcp', OFFERS],
    ['mcp', 'mcp-none', 'mcp', {}],
    ['mcp-server-card', 'mcp-server-card', 'mcp-server-card', OFFERS],
    ['agent-skills', 'agent-skills', 'agent-skills-index', OFFERS],
    ['agent-skills', 'skill', 'agent-skill', OFFERS],
    ['oauth-metadata', 'resource', 'oauth-protected-resource-mcp', OFFERS],
    ['oauth-metadata', 'server', 'oauth-authorization-server-mcp', OFFERS],
    ['oauth-metadata', 'external', 'oauth-protected-resource', EXTERNAL],
    ['auth', 'auth', 'auth-md', OFFERS],
    ['auth', 'auth-static', 'auth-md', {}],
    ['ai-catalog', 'ai-catalog', 'ai-catalog', OFFERS],
  ])('%s.md shows %s as it is made', (page, name, id, options) => {
    const [text = ''] = Object.values(filesOf(id, testContext(options)));
    expectExample(`docs/documents/${page}.md`, name, text);
  });
});
