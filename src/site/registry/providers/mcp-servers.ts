import type { McpServerConfig } from '../../../config/config.js';
import { onSite } from '../../../core/paths.js';
import { type AddressContext, cleanAddress } from '../normalise/address.js';
import { cleanText } from '../normalise/text.js';
import { quoted } from '../notice.js';
import type { Adapter, McpServer } from '../registry.js';
import type { ProviderInput } from './provider.js';

/** Id of our own MCP server. */
const OWN_SERVER = 'svc';

// The id is a segment of the server card's address and of a file name.
const SERVER_ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** The endpoint of our own MCP server; undefined unless a sidecar runs it. */
export function ownMcpEndpoint(
  input: Pick<ProviderInput, 'sidecarBase' | 'restPrefix' | 'settings'>,
): string | undefined {
  if (input.sidecarBase === undefined || !input.settings.enable_mcp_server) return undefined;
  return `${input.sidecarBase}/${input.restPrefix}/svc/v1/mcp`;
}

/** An ability's name as an MCP tool: `svc/read-score` becomes `svc-read-score`. */
export function toolName(ability: string): string {
  return ability.replaceAll('/', '-');
}

/** The MCP servers of the site, our own first. Its tools are those of its abilities; the gate adds them. */
export function mcpServers(
  input: ProviderInput,
  ctx: AddressContext,
): { readonly adapters: readonly Adapter[]; readonly servers: readonly McpServer[] } {
  const own = ownServer(input);
  const servers = new Map<string, McpServer>(own.map((server) => [server.id, server]));
  for (const server of input.config.mcpServers) {
    const external = externalServer(server, servers, ctx);
    if (external !== undefined) servers.set(external.id, external);
  }
  return {
    adapters: [
      { id: 'mcp-own', title: 'MCP server of the service', available: own.length > 0 },
      { id: 'mcp-external', title: 'MCP servers of the configuration', available: servers.size > own.length },
    ],
    servers: [...servers.values()],
  };
}

function ownServer(input: ProviderInput): readonly McpServer[] {
  const endpoint = ownMcpEndpoint(input);
  if (endpoint === undefined) return [];
  const { site, settings, version } = input;
  return [
    {
      id: OWN_SERVER,
      name: `Tools of ${cleanText(site.name) || 'the site'}`,
      description: settings.enable_agent_writes
        ? 'Lets assistants that the owner has connected read this site and its checks, and write drafts and changes.'
        : 'Lets assistants that the owner has connected read this site and its checks; it changes nothing.',
      version,
      endpoint,
      tools: [],
      own: true,
    },
  ];
}

function externalServer(
  server: McpServerConfig,
  known: ReadonlyMap<string, McpServer>,
  ctx: AddressContext,
): McpServer | undefined {
  const { id } = server;
  const endpoint = cleanAddress(server.endpoint, `the MCP server ${quoted(id)}`, ctx);
  if (!SERVER_ID.test(id) || known.has(id) || endpoint === '') {
    ctx.report.error(
      'mcp_server',
      `The MCP server ${quoted(id)} of the configuration was left out: its id is taken or invalid, or its endpoint isn't a public address.`,
      `Give it a unique id of letters, digits, ".", "_" and "-", and a public https address${id === OWN_SERVER ? `; "${OWN_SERVER}" is the server of this program` : ''}.`,
    );
    return undefined;
  }
  return {
    id,
    name: cleanText(server.name) || id,
    description: cleanText(server.description),
    version: cleanText(server.version),
    endpoint: onSite(endpoint, ctx.baseUrl),
    tools: server.tools
      .map(({ name, description }) => ({ name: cleanText(name), description: cleanText(description) }))
      .filter(({ name }, index, all) => name !== '' && all.findIndex((one) => one.name === name) === index),
    own: false,
  };
}
