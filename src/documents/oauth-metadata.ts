import type { JsonObject } from '../site/registry/resource.js';
import { isClaimed } from './discovery/presence.js';
import type { DocumentContext, Instance } from './document-row.js';
import { displayName } from './llms-sections.js';
import { availableUrl, type McpAddresses, mcpAddresses } from './mcp-server.js';

/** `write` includes `read`; an owner may grant less than was requested. */
const SCOPES = ['read', 'write'] as const;

/**
 * The addresses of the authorization server whose metadata belong on this origin: ours, while it is on and
 * answers here. On another origin that origin serves them.
 */
export function localAuthorizationServer(ctx: DocumentContext): McpAddresses | undefined {
  return ctx.sidecar ? mcpAddresses(ctx) : undefined;
}

/**
 * True when the metadata of our authorization server are also needed at the root paths, which some readers try
 * first. An external server and a provider that claimed the name have priority.
 * @param name flat name of the document
 */
export function wantsRootCopy(ctx: DocumentContext, name: string): boolean {
  const { enable_root_oauth_metadata, oauth_auth_server } = ctx.settings;
  if (!enable_root_oauth_metadata || oauth_auth_server !== '') return false;
  return !isClaimed(ctx, name) && localAuthorizationServer(ctx) !== undefined;
}

/**
 * RFC 8414 metadata of the built-in authorization server. Every list whose default would be untrue is
 * written out.
 * @see RFC 8414 section 2; RFC 7009; RFC 9207
 */
export function authorizationServerMetadata(ctx: DocumentContext, server: McpAddresses): JsonObject {
  const guide = availableUrl(ctx, 'auth-md');
  return {
    issuer: server.issuer,
    authorization_endpoint: server.authorize,
    token_endpoint: server.token,
    registration_endpoint: server.register,
    revocation_endpoint: server.revoke,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    ...(guide === undefined ? {} : { service_documentation: guide, agent_auth: agentAuth(server, guide) }),
  };
}

/** The text in `/auth.md`: registration needs no prior account, and a code is the result. */
function agentAuth(server: McpAddresses, guide: string): JsonObject {
  return {
    skill: guide,
    register_uri: server.register,
    revocation_uri: server.revoke,
    identity_types_supported: ['anonymous'],
    anonymous: { credential_types_supported: ['authorization_code'] },
  };
}

/**
 * RFC 9728 metadata of the MCP endpoint.
 * @see RFC 9728 section 2
 */
export function mcpResourceMetadata(ctx: DocumentContext, server: McpAddresses): JsonObject {
  const guide = availableUrl(ctx, 'auth-md');
  return {
    resource: server.resource,
    authorization_servers: [server.issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: displayName(ctx),
    ...(guide === undefined ? {} : { resource_documentation: guide }),
  };
}

/**
 * The address of the metadata of an identifier: the well-known name goes between host and path.
 * @param name such as `oauth-protected-resource`
 * @param identifier absolute URL of the issuer or resource
 * @returns a path with leading slash; that of a host without path is the flat name
 * @see RFC 8414 section 3.1; RFC 9728 section 3.1
 */
export function metadataPath(name: string, identifier: string): string {
  return `/.well-known/${name}${new URL(identifier).pathname.replace(/\/+$/, '')}`;
}

/**
 * The same document at several addresses. One that would need a folder where another is a file is left out.
 * @param paths in order of importance
 */
export function* copies(paths: Iterable<string>): Iterable<Instance<undefined>> {
  const kept: string[] = [];
  for (const path of paths) {
    const clashes = (other: string) => `${path}/`.startsWith(`${other}/`) || other.startsWith(`${path}/`);
    if (kept.some(clashes)) continue;
    kept.push(path);
    yield { path, params: undefined };
  }
}

/** A document whose address is also a folder: it is stored as `index.json` inside, and host rules map it. */
export function folderInstance(path: string): Instance<undefined> {
  return { path, file: `${path.slice(1)}/index.json`, params: undefined };
}
