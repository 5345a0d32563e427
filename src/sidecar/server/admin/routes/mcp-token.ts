import { removeSharedToken } from '../../../../storage/tables/shared-token.js';
import { describeSharedToken, makeSharedToken } from '../../../oauth/shared-token.js';
import type { Services } from '../../services.js';
import { AdminProblem, forbidden } from '../problem.js';
import type { AdminRequest, AdminRoute } from '../route.js';
import { whenMcpServer } from './when-mcp-server.js';

/** `/mcp-token` (spec sections 2.2, 3 and 4.1). */
export const mcpTokenRoutes: readonly AdminRoute[] = [
  {
    methods: ['GET'],
    path: '/mcp-token',
    summary: 'Returns the metadata of the connection token, never the token itself.',
    guard: 'admin',
    schema: 'admin-mcp-token.schema.json',
    when: whenMcpServer,
    handle: async (_, { storage }) => ({ token: await describeSharedToken(storage) }),
  },
  {
    methods: ['POST'],
    path: '/mcp-token',
    summary:
      "Creates a connection token, which replaces the previous token. Keep `plaintext`: it can't be shown again.",
    guard: 'admin',
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
    methods: ['DELETE'],
    path: '/mcp-token',
    summary: 'Revokes the connection token and disconnects the programs that use it.',
    guard: 'admin',
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
  if (caller === undefined) throw forbidden(false);
  const scope = params['scope'] === 'write' ? 'write' : 'read';
  if (scope === 'write' && !(await site.settings()).enable_agent_writes) {
    const message =
      'Switch on writing by assistants (enable_agent_writes) first, or create a token that only reads.';
    throw new AdminProblem(409, 'svc_writes_off', message);
  }
  const plaintext = await makeSharedToken(storage, { scope, userId: caller.actor.id }, now);
  return { plaintext, token: await describeSharedToken(storage) };
}
