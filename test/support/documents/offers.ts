import {
  type McpServer,
  NOTHING_PUBLISHED,
  type PublishedRegistry,
  type SkillRow,
} from '../../../src/site/registry/registry.js';
import type { Resource, Tool } from '../../../src/site/registry/resource.js';
import type { ContextOptions } from './context.js';
import { toResource } from './published.js';

/** A published registry of which only some lists have something in them. */
export function published(lists: Partial<PublishedRegistry>): PublishedRegistry {
  return { ...NOTHING_PUBLISHED, ...lists };
}

/** The resource to which the skills and tools of this file belong. */
export function shop(facts: Partial<Resource> = {}): Resource {
  return toResource({ id: 'tea-shop', title: 'Tea shop', type: 'commerce', ...facts });
}

/** A tool in a few words. */
export function tool(facts: Partial<Tool> = {}): Tool {
  return {
    name: 'find_tea',
    title: '',
    description: '',
    inputSchema: {},
    outputSchema: {},
    annotations: {},
    auth: 'none',
    ...facts,
  };
}

/** A skill in a few words. */
export function skill(facts: Partial<SkillRow> = {}): SkillRow {
  const id = facts.id ?? 'find_tea';
  return { id, name: id, description: '', resource: 'tea-shop', ...facts };
}

/** An MCP server of somebody else, with as many tools as asked for. */
export function server(facts: Partial<McpServer> = {}, tools = 1): McpServer {
  return {
    id: 'cellar',
    name: 'Cellar',
    description: 'What lies in the cellar',
    version: '1.4.0',
    endpoint: 'https://cellar.example/mcp',
    tools: Array.from({ length: tools }, (_, i) => ({ name: `tool-${i + 1}`, description: `Does ${i + 1}` })),
    own: false,
    ...facts,
  };
}

/** Our own server, as the registry lists it for a sidecar on the site's own origin. */
export const OWN_SERVER: McpServer = server(
  {
    id: 'svc',
    name: 'Tea Notes',
    description: 'Reads readiness and content',
    version: 'v1.0.0',
    endpoint: 'https://tea.example/api/svc/v1/mcp',
    own: true,
  },
  3,
);

/** A site with a sidecar on its own origin and its MCP server on. */
export const WITH_MCP: ContextOptions = {
  sidecar: true,
  settings: { enable_mcp_server: true },
  published: published({ servers: [OWN_SERVER] }),
};

/** The same with the sidecar on another origin. */
export const WITH_MCP_ELSEWHERE: ContextOptions = {
  ...WITH_MCP,
  sidecar: false,
  sidecarBase: 'https://agents.example',
  published: published({
    servers: [{ ...OWN_SERVER, endpoint: 'https://agents.example/api/svc/v1/mcp' }],
  }),
};
