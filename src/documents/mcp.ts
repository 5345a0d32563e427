import type { JsonObject } from '../core/json.js';
import type { McpServer } from '../site/registry/registry.js';
import { siteFacts } from './discovery/index.js';
import { type DocumentContext, type DocumentHooks, type DocumentRow, prettyJson } from './document-row.js';
import { cardServers, MCP_TRANSPORT, serverAuth, serverCardPath } from './mcp-server.js';
import { keepValid, putBack } from './render.js';

const SCHEMA = 'mcp.schema.json';

/**
 * The MCP descriptor: who the site is, its servers, and the tools of its resources. The endpoint, transport and
 * sign-in are those of the first server.
 */
export function buildMcp(ctx: DocumentContext): JsonObject {
  const { servers, tools } = ctx.published;
  const [first] = servers;
  const auth = first === undefined ? undefined : serverAuth(ctx, first);
  const cards = new Set(cardServers(ctx));
  const { name, description, url } = siteFacts(ctx);
  return {
    name,
    description,
    url,
    available: first !== undefined,
    source: first !== undefined ? 'platform-mcp' : tools.length > 0 ? 'abilities' : '',
    endpoint: first?.endpoint ?? '',
    transport: first === undefined ? '' : MCP_TRANSPORT,
    auth: auth?.scheme ?? '',
    tools,
    servers: servers.map((server) => serverRow(ctx, server, cards.has(server))),
    status: 'experimental',
    ...(auth?.metadata === undefined ? {} : { auth_metadata: auth.metadata }),
  };
}

function serverRow(ctx: DocumentContext, server: McpServer, hasCard: boolean): JsonObject {
  const { id, name, description, version, endpoint, tools } = server;
  return {
    id,
    name,
    description,
    version,
    endpoint,
    transport: MCP_TRANSPORT,
    tools: tools.length,
    tool_list: tools.map((tool) => ({ name: tool.name, description: tool.description })),
    ...(hasCard && ctx.served('mcp-server-card-id') ? { card: ctx.site.baseUrl + serverCardPath(id) } : {}),
  };
}

async function refine(body: string, { published }: DocumentContext, hooks: DocumentHooks): Promise<string> {
  const kept = JSON.parse(body) as JsonObject;
  const changed = await hooks.apply('svc_mcp', kept);
  const result = keepValid(hooks, { filter: 'svc_mcp', schema: SCHEMA }, kept, changed);
  const tools = firstOfEachName(result['tools'] as readonly NamedTool[]);
  const shown = tools.filter(({ name }) => !published.hidden.tools.has(name));
  for (const { name } of tools) if (published.hidden.tools.has(name)) hooks.note(putBack('svc_mcp', name));
  return prettyJson({ ...result, tools: shown });
}

interface NamedTool {
  readonly name: string;
}

// A filter may add a tool that is there already; the schema can't forbid it.
function firstOfEachName(tools: readonly NamedTool[]): readonly NamedTool[] {
  return [...new Map(tools.toReversed().map((tool) => [tool.name, tool])).values()].toReversed();
}

/** `/.well-known/mcp.json`: which MCP servers the site offers. */
export const mcp: DocumentRow = {
  id: 'mcp',
  path: '/.well-known/mcp.json',
  contentType: 'application/json',
  headers: 'wellKnown',
  summary: 'MCP servers of the site and their tools. Experimental.',
  condition: 'always',
  schema: SCHEMA,
  sign: true,
  docs: 'mcp.md',
  purge: true,
  live: { key: 'mcp', rank: 7, label: 'MCP descriptor', cors: true },
  when: () => true,
  render: (ctx) => prettyJson(buildMcp(ctx)),
  refine,
};
