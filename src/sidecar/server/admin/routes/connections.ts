import { removeSharedToken } from '../../../../storage/tables/shared-token.js';
import { describeSharedToken, listGrants, makeSharedToken, removeGrant } from '../../../oauth/grants.js';
import type { Services } from '../../services.js';
import { AdminProblem } from '../problem.js';
import type { AdminRequest, AdminRoute } from '../route.js';

/** `/oauth/grants` (spec sections 2.2, 3 and 4.1). */
export const oauthGrantRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /oauth/grants',
    summary: 'Returns the connected assistants, in order of registration.',
    schema: 'admin-oauth-grants.schema.json',
    when: whenMcpServer,
    handle: async (_, { storage }) => ({ grants: await listGrants(storage) }),
  },
  {
    route: 'DELETE /oauth/grants',
    summary:
      'Ends the connection of one assistant and deletes its registration, codes and tokens. Returns the rest.',
    params: { clientId: { type: 'string', text: 'Id as in the list.', required: true, maxLength: 512 } },
    schema: 'admin-oauth-grants.schema.json',
    when: whenMcpServer,
    async handle({ params }, { storage }) {
      if (!(await removeGrant(storage, String(params['clientId'])))) {
        throw new AdminProblem(404, 'svc_unknown_grant', 'No assistant with this id is connected.');
      }
      return { grants: await listGrants(storage) };
    },
  },
];

/** `/mcp-token` (spec sections 2.2, 3 and 4.1). */
export const mcpTokenRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /mcp-token',
    summary: 'Returns the metadata of the connection token, never the token itself.',
    schema: 'admin-mcp-token.schema.json',
    when: whenMcpServer,
    handle: async (_, { storage }) => ({ token: await describeSharedToken(storage) }),
  },
  {
    route: 'POST /mcp-token',
    summary:
      "Creates a connection token, which replaces the previous token. Keep `plaintext`: it can't be shown again.",
    params: {
      scope: {
        type: 'string',
        text: '`write`, while assistants may write; anything else counts as `read`.',
        default: 'read',
      },
    },
    schema: 'admin-mcp-token-made.schema.json',
    when: whenMcpServer,
    handle: makeToken,
  },
  {
    route: 'DELETE /mcp-token',
    summary: 'Revokes the connection token and disconnects the programs that use it.',
    schema: 'admin-mcp-token.schema.json',
    when: whenMcpServer,
    async handle(_, { storage }) {
      await removeSharedToken(storage.db);
      return { token: null };
    },
  },
];

async function makeToken(
  { caller, params, now }: AdminRequest,
  { storage, site }: Services,
): Promise<unknown> {
  const scope = params['scope'] === 'write' ? 'write' : 'read';
  if (scope === 'write' && !(await site.settings()).enable_agent_writes) {
    const message =
      'Switch on writing by assistants (enable_agent_writes) first, or create a token that only reads.';
    throw new AdminProblem(409, 'svc_writes_off', message);
  }
  const plaintext = await makeSharedToken(storage, { scope, userId: caller.actor.id }, now);
  return { plaintext, token: await describeSharedToken(storage) };
}

/** Checks whether the MCP server is switched on; its routes exist only then (spec section 7). */
async function whenMcpServer({ site }: Pick<Services, 'site'>): Promise<boolean> {
  return (await site.settings()).enable_mcp_server;
}
