import { listGrants, removeGrant } from '../../../oauth/grants.js';
import { AdminProblem } from '../problem.js';
import type { AdminRoute } from '../route.js';
import { whenMcpServer } from './when-mcp-server.js';

/** `/oauth/grants` (spec sections 2.2, 3 and 4.1). */
export const oauthGrantRoutes: readonly AdminRoute[] = [
  {
    methods: ['GET'],
    path: '/oauth/grants',
    summary: 'Returns the connected assistants, in order of registration.',
    guard: 'admin',
    schema: 'admin-oauth-grants.schema.json',
    when: whenMcpServer,
    handle: async (_, { storage }) => ({ grants: await listGrants(storage) }),
  },
  {
    methods: ['DELETE'],
    path: '/oauth/grants',
    summary:
      'Ends the connection of one assistant and deletes its registration, codes and tokens. Returns the rest.',
    guard: 'admin',
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
