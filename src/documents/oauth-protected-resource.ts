import type { DocumentContext, DocumentRow } from './document-row.js';
import {
  copies,
  folderInstance,
  localAuthorizationServer,
  mcpResourceMetadata,
  metadataPath,
  wantsRootCopy,
} from './oauth-metadata.js';
import { prettyJson } from './serialise.js';

const NAME = 'oauth-protected-resource';
const PATH = `/.well-known/${NAME}/svc/mcp`;
const ROOT_PATH = `/.well-known/${NAME}`;

const ROW = {
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
  ...ROW,
  id: 'oauth-protected-resource',
  path: ROOT_PATH,
  summary: 'Names the authorization server that protects the site.',
  condition:
    '`oauth_auth_server` is set; or `enable_root_oauth_metadata`, the condition of the row below, and no provider has the name',
  docs: 'oauth-metadata.md',
  when: (ctx) => ctx.settings.oauth_auth_server !== '' || wantsRootCopy(ctx, NAME),
  instances: () => [folderInstance(ROOT_PATH)],
  render: renderSite,
};

/**
 * `/.well-known/oauth-protected-resource/svc/mcp`: metadata of the MCP endpoint, which the 401 answer of the
 * endpoint names; also at the path that RFC 9728 derives from the endpoint's address.
 */
export const oauthProtectedResourceMcp: DocumentRow<undefined> = {
  ...ROW,
  id: 'oauth-protected-resource-mcp',
  path: PATH,
  aliases: [`${ROOT_PATH}/{rest_prefix}/svc/v1/mcp`],
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
    const below = `${ROOT_PATH}/${ctx.restPrefix}/svc/v1/mcp`;
    yield* copies([PATH, below, metadataPath(NAME, server.resource)]);
  },
  render: renderMcp,
};
