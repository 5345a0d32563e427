import type { DocumentContext, DocumentRow } from './document-row.js';
import {
  authorizationServerMetadata,
  copies,
  folderInstance,
  localAuthorizationServer,
  metadataPath,
  wantsRootCopy,
} from './oauth-metadata.js';
import { prettyJson } from './serialise.js';

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
