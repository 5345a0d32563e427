/** The metadata of the authorization server and of the resources it protects. */

import type { JsonObject } from '../core/json.js';
import { isClaimed } from './discovery/index.js';
import { type DocumentContext, type DocumentRow, type Instance, prettyJson } from './document-row.js';
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
function wantsRootCopy(ctx: DocumentContext, name: string): boolean {
  const { enable_root_oauth_metadata, oauth_auth_server } = ctx.settings;
  if (!enable_root_oauth_metadata || oauth_auth_server !== '') return false;
  return !isClaimed(ctx, name) && localAuthorizationServer(ctx) !== undefined;
}

/**
 * RFC 8414 metadata of the built-in authorization server. Every list whose default would be untrue is
 * written out.
 * @see RFC 8414 section 2; RFC 7009; RFC 9207
 */
function authorizationServerMetadata(ctx: DocumentContext, server: McpAddresses): JsonObject {
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
function mcpResourceMetadata(ctx: DocumentContext, server: McpAddresses): JsonObject {
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
 * Files of one document at several addresses. Leaves out an address that would need a folder where another is a file.
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
function folderInstance(path: string): Instance<undefined> {
  return { path, file: `${path.slice(1)}/index.json`, params: undefined };
}

const NAME = 'oauth-authorization-server';
const PATH = `/.well-known/${NAME}/svc/mcp`;
const ROOT_PATH = `/.well-known/${NAME}`;

function render(ctx: DocumentContext): string {
  const server = localAuthorizationServer(ctx);
  return server === undefined ? '' : prettyJson(authorizationServerMetadata(ctx, server));
}

const ROW = {
  contentType: 'application/json',
  headers: 'wellKnown',
  schema: 'oauth-authorization-server.schema.json',
  render,
} as const;

/**
 * `/.well-known/oauth-authorization-server/svc/mcp`: metadata of the built-in authorization server; for a site in
 * a subdirectory also at the path that RFC 8414 derives from the issuer, to be mapped to the root of the host.
 */
export const oauthAuthorizationServerMcp: DocumentRow<undefined> = {
  ...ROW,
  id: 'oauth-authorization-server-mcp',
  path: PATH,
  activity: 'oauth-authorization-server',
  summary: 'Endpoints of the authorization server for the MCP endpoint.',
  condition: '`enable_mcp_server`, with a sidecar on this origin',
  docs: 'oauth-metadata.md',
  ofSidecar: true,
  // Copies at the addresses that readers derive in other ways, such as below the path of a site in a subdirectory.
  files: '/\\.well-known/oauth-authorization-server/.+',
  when: (ctx) => localAuthorizationServer(ctx) !== undefined,
  *instances(ctx) {
    const server = localAuthorizationServer(ctx);
    if (server !== undefined) yield* copies([PATH, metadataPath(NAME, server.issuer)]);
  },
};

/** `/.well-known/oauth-authorization-server`: the same for readers that know only the root path. */
export const oauthAuthorizationServer: DocumentRow<undefined> = {
  ...ROW,
  id: 'oauth-authorization-server',
  path: ROOT_PATH,
  summary: 'The same metadata at the root path, with the same issuer.',
  condition:
    '`enable_root_oauth_metadata`, the condition of the row below, `oauth_auth_server` is empty, and no provider has the name',
  docs: 'oauth-metadata.md',
  ofSidecar: true,
  when: (ctx) => wantsRootCopy(ctx, NAME),
  instances: () => [folderInstance(ROOT_PATH)],
};

const RESOURCE = 'oauth-protected-resource';
const RESOURCE_PATH = `/.well-known/${RESOURCE}/svc/mcp`;
const RESOURCE_ROOT_PATH = `/.well-known/${RESOURCE}`;

const RESOURCE_ROW = {
  contentType: 'application/json',
  headers: 'wellKnown',
  schema: 'oauth-protected-resource.schema.json',
} as const;

function renderMcp(ctx: DocumentContext): string {
  const server = localAuthorizationServer(ctx);
  return server === undefined ? '' : prettyJson(mcpResourceMetadata(ctx, server));
}

function renderSite(ctx: DocumentContext): string {
  const { oauth_auth_server } = ctx.settings;
  if (oauth_auth_server === '') return renderMcp(ctx);
  return prettyJson({ resource: ctx.site.home, authorization_servers: [oauth_auth_server] });
}

/**
 * `/.well-known/oauth-protected-resource`: the site as a whole, protected by the external authorization server
 * that its owner declares.
 * @see RFC 9728
 */
export const oauthProtectedResource: DocumentRow<undefined> = {
  ...RESOURCE_ROW,
  id: 'oauth-protected-resource',
  path: RESOURCE_ROOT_PATH,
  summary: 'Names the authorization server that protects the site.',
  condition:
    '`oauth_auth_server` is set; or `enable_root_oauth_metadata`, the condition of the row below, and no provider has the name',
  docs: 'oauth-metadata.md',
  when: (ctx) => ctx.settings.oauth_auth_server !== '' || wantsRootCopy(ctx, RESOURCE),
  instances: () => [folderInstance(RESOURCE_ROOT_PATH)],
  render: renderSite,
};

/**
 * `/.well-known/oauth-protected-resource/svc/mcp`: metadata of the MCP endpoint, which the 401 answer of the
 * endpoint names; also at the path that RFC 9728 derives from the endpoint's address.
 */
export const oauthProtectedResourceMcp: DocumentRow<undefined> = {
  ...RESOURCE_ROW,
  id: 'oauth-protected-resource-mcp',
  path: RESOURCE_PATH,
  aliases: [`${RESOURCE_ROOT_PATH}/{rest_prefix}/svc/v1/mcp`],
  activity: 'oauth-protected-resource-mcp',
  summary: 'Names the authorization server that protects the MCP endpoint.',
  condition: '`enable_mcp_server`, with a sidecar on this origin',
  docs: 'oauth-metadata.md',
  ofSidecar: true,
  // Copies at the addresses that readers derive in other ways, such as below the path of a site in a subdirectory.
  files: '/\\.well-known/oauth-protected-resource/.+',
  when: (ctx) => localAuthorizationServer(ctx) !== undefined,
  *instances(ctx) {
    const server = localAuthorizationServer(ctx);
    if (server === undefined) return;
    const below = `${RESOURCE_ROOT_PATH}/${ctx.restPrefix}/svc/v1/mcp`;
    yield* copies([RESOURCE_PATH, below, metadataPath(RESOURCE, server.resource)]);
  },
  render: renderMcp,
};
