import type { McpServer } from '../site/registry/registry.js';
import type { DocumentContext } from './document-row.js';

/** Transport of every server: the specification has no other for servers with an address. */
export const MCP_TRANSPORT = 'streamable-http';

/** Versions of the protocol that our server speaks, newest first. */
export const MCP_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

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
export interface ServerAuth {
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
