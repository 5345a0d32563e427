import { foldName } from '../core/fold-name.js';
import type { McpServer } from '../site/registry/registry.js';
import type { DocumentContext, DocumentRow } from './document-row.js';
import { clip, oneLine } from './escape.js';
import { displayName } from './llms-sections.js';
import { MCP_TRANSPORT, MCP_VERSIONS, primaryServer, serverAuth } from './mcp-server.js';
import { prettyJson } from './serialise.js';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
const MAX_TEXT = 100;

/**
 * A card of an MCP server: the members of SEP-2127, and those of the older forms that some readers still expect.
 * `name` is the reverse-DNS name that the SEP requires, below the site's own domain; the human name is `title`
 * and `serverInfo.name`.
 */
function buildServerCard(ctx: DocumentContext, server: McpServer): Readonly<Record<string, unknown>> {
  const title = oneLine(server.name) || displayName(ctx);
  const version = cardVersion(server.version);
  const { logo } = ctx.site;
  return {
    $schema: SCHEMA,
    name: reverseDnsName(ctx.site.baseUrl, server.id),
    version,
    description: shorten(oneLine(server.description) || oneLine(ctx.site.description) || title),
    title: shorten(title),
    websiteUrl: ctx.site.home,
    ...(logo === '' ? {} : { icons: [{ src: logo }] }),
    remotes: [remote(server)],
    schemaVersion: '2024-11-05',
    serverUrl: server.endpoint,
    serverInfo: { name: title, version },
    transport: { type: MCP_TRANSPORT, url: server.endpoint, endpoint: server.endpoint },
    ...(server.own ? { protocolVersion: MCP_VERSIONS[0] } : {}),
    capabilities: server.tools.length === 0 ? {} : { tools: {} },
    tools: server.tools.map(({ name, description }) => ({ name, description })),
    ...(logo === '' ? {} : { icon: logo }),
    ...cardAuth(ctx, server),
  };
}

function remote(server: McpServer): Readonly<Record<string, unknown>> {
  const place = { type: MCP_TRANSPORT, url: server.endpoint };
  return server.own ? { ...place, supportedProtocolVersions: MCP_VERSIONS } : place;
}

function cardAuth(ctx: DocumentContext, server: McpServer): Readonly<Record<string, unknown>> {
  const { scheme, metadata } = serverAuth(ctx, server);
  if (scheme === '') return {};
  return { auth: { type: 'oauth2', ...(metadata === undefined ? {} : { metadata }) } };
}

function shorten(text: string): string {
  return clip(text, MAX_TEXT - 1);
}

// One version, not a range: readers of the card refuse `^1.2`, `>=1`, `1.x` and `1.*`.
function cardVersion(version: string): string {
  const text = oneLine(version);
  const isOne = text !== '' && text.length <= 255 && !/[\^~<>=*|\s]|(?:^|\.)[xX](?:\.|$)/.test(text);
  return isOne ? text : '1.0.0';
}

/**
 * A reverse-DNS name with one slash: `example.tea/svc`. The path of a site in a subdirectory comes before the id,
 * since two sites of one host must not share names.
 * @param baseUrl of the site that publishes the card: the only domain that it may use
 */
export function reverseDnsName(baseUrl: string, id: string): string {
  const { hostname, pathname } = new URL(baseUrl);
  const isIp = /^\[|^[\d.]+$/.test(hostname);
  const namespace = isIp ? hostname : hostname.split('.').reverse().join('.');
  const name = [...pathname.split('/'), id].map((part) => token(part)).filter((part) => part !== '');
  return `${token(namespace).slice(0, 120)}/${name.join('.').slice(0, 79) || 'server'}`;
}

function token(text: string): string {
  return text.replace(/[^a-zA-Z0-9._-]+/g, '-').replace(/^-+|-+$/g, '');
}

/** Path of a server's own card, below the base. */
export function serverCardPath(id: string): string {
  return `/.well-known/mcp/${id}/server-card.json`;
}

/**
 * The servers that have a card of their own: those with a tool, and an id that is one harmless path segment. Of
 * ids that some file systems can't distinguish the first counts.
 */
export function cardServers(ctx: DocumentContext): readonly McpServer[] {
  // The unnumbered card is a file in the same folder.
  const taken = new Set(['server-card.json']);
  return ctx.published.servers.filter(({ id, tools }) => {
    const folded = foldName(id);
    if (tools.length === 0 || !/^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(id) || taken.has(folded)) return false;
    taken.add(folded);
    return true;
  });
}

const ROW = {
  contentType: 'application/json',
  headers: 'wellKnown',
  schema: 'mcp-server-card.schema.json',
} as const;

/** `/.well-known/mcp/server-card.json`: the card of the pinned or the richest MCP server. */
export const mcpServerCard: DocumentRow = {
  ...ROW,
  id: 'mcp-server-card',
  path: '/.well-known/mcp/server-card.json',
  summary:
    'Card of the main MCP server: the server named by `svc_mcp_card_server`, or the server with the most tools.',
  condition: '`enable_mcp_server` with a sidecar, or `mcpServers` lists a server',
  docs: 'mcp-server-card.md',
  when: (ctx) => ctx.published.servers.length > 0,
  render(ctx) {
    const server = primaryServer(ctx);
    return server === undefined ? '' : prettyJson(buildServerCard(ctx, server));
  },
};

/** `/.well-known/mcp/{id}/server-card.json`: one card per server. */
export const mcpServerCardById: DocumentRow<McpServer> = {
  ...ROW,
  id: 'mcp-server-card-id',
  path: '/.well-known/mcp/{id}/server-card.json',
  summary: 'Card of one MCP server.',
  condition: 'an MCP server has that id and at least one tool',
  docs: 'mcp-server-card.md',
  when: (ctx) => cardServers(ctx).length > 0,
  *instances(ctx) {
    for (const server of cardServers(ctx)) yield { path: serverCardPath(server.id), params: server };
  },
  render: (ctx, server) => prettyJson(buildServerCard(ctx, server)),
};
