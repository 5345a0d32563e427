/** The MCP servers that the site announces, and their cards. */

import { foldName } from '../core/text.js';
import type { McpServer } from '../site/registry/registry.js';
import { type DocumentContext, type DocumentRow, prettyJson } from './document-row.js';
import { clip, tidyLine } from './escape.js';
import { displayName } from './llms-sections.js';

/** Transport of every server: the specification has no other for servers with an address. */
export const MCP_TRANSPORT = 'streamable-http';

/** Versions of the protocol that our server speaks, newest first. */
const MCP_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

/** Where our server and its authorization server answer. */
export interface McpAddresses {
  /** RFC 8414 issuer; no document of it need exist at this address itself. */
  readonly issuer: string;
  /** RFC 9728 resource: the MCP endpoint. */
  readonly resource: string;
  readonly authorize: string;
  readonly token: string;
  readonly register: string;
  readonly revoke: string;
}

/**
 * The addresses of our MCP server and its authorization server.
 * @returns undefined while the server is off, or there is no sidecar
 */
export function mcpAddresses(ctx: DocumentContext): McpAddresses | undefined {
  const { sidecarBase, restPrefix, settings } = ctx;
  if (sidecarBase === undefined || !settings.enable_mcp_server) return undefined;
  const adminApi = `${sidecarBase}/${restPrefix}/svc/v1`;
  return {
    issuer: `${sidecarBase}/svc/mcp`,
    resource: `${adminApi}/mcp`,
    authorize: `${sidecarBase}/svc/connect`,
    token: `${adminApi}/oauth/token`,
    register: `${adminApi}/oauth/register`,
    revoke: `${adminApi}/oauth/revoke`,
  };
}

/** The sign-in of a server, if it is known. */
interface ServerAuth {
  /** Empty: unknown. */
  readonly scheme: 'oauth' | '';
  /** Address of the protected-resource metadata, where it is served here. */
  readonly metadata?: string;
}

/**
 * The sign-in of an MCP server: OAuth for ours; for one below the site's own address the external
 * authorization server that the owner declared. For servers elsewhere it is unknown.
 */
export function serverAuth(ctx: DocumentContext, server: McpServer): ServerAuth {
  if (server.own) return { scheme: 'oauth', ...metadataAt(ctx, 'oauth-protected-resource-mcp') };
  const isHere = new URL(server.endpoint).origin === new URL(ctx.site.baseUrl).origin;
  if (!isHere || ctx.settings.oauth_auth_server === '') return { scheme: '' };
  return { scheme: 'oauth', ...metadataAt(ctx, 'oauth-protected-resource') };
}

function metadataAt(ctx: DocumentContext, id: string): { readonly metadata?: string } {
  const metadata = availableUrl(ctx, id);
  return metadata === undefined ? {} : { metadata };
}

/**
 * Absolute URL of a document that exists: one that we serve, or a real file of the site in its
 * place.
 * @param id of a row with a literal path
 */
export function availableUrl(ctx: DocumentContext, id: string): string | undefined {
  if (ctx.served(id)) return ctx.urlOf(id);
  const row = ctx.table.find((candidate) => candidate.id === id);
  return row !== undefined && ctx.files.has(row.path) ? ctx.urlOf(id) : undefined;
}

/**
 * The server that the unnumbered card describes: the pinned one, else the one with most tools, the first of
 * several.
 */
export function primaryServer(ctx: DocumentContext): McpServer | undefined {
  const { servers } = ctx.published;
  const pinned = servers.find(({ id }) => id === ctx.asked.cardServer);
  if (pinned !== undefined) return pinned;
  const most = Math.max(...servers.map(({ tools }) => tools.length));
  return servers.find(({ tools }) => tools.length === most);
}

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
const MAX_TEXT = 100;

/**
 * A card of an MCP server: the members of SEP-2127, and those of the older forms that some readers still expect.
 * `name` is the reverse-DNS name that the SEP requires, below the site's own domain; the human name is `title`
 * and `serverInfo.name`.
 */
function buildServerCard(ctx: DocumentContext, server: McpServer): Readonly<Record<string, unknown>> {
  const title = tidyLine(server.name) || displayName(ctx);
  const version = cardVersion(server.version);
  const { logo } = ctx.site;
  return {
    $schema: SCHEMA,
    name: reverseDnsName(ctx.site.baseUrl, server.id),
    version,
    description: shorten(tidyLine(server.description) || tidyLine(ctx.site.description) || title),
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
  const text = tidyLine(version);
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
