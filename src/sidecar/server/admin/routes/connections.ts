import { formatUtcZ } from '../../../../core/dates.js';
import {
  type AccessEntry,
  type AccessPlace,
  clearAccess,
  countAccess,
  listAccess,
  markAccessSeen,
} from '../../../../storage/tables/agent-access.js';
import { removeSharedToken } from '../../../../storage/tables/oauth-tokens.js';
import { MAX_ACCESS_ROWS, SHARED_CRED } from '../../../abilities/access-recorder.js';
import { abilitiesNow } from '../../../abilities/registry.js';
import {
  describeSharedToken,
  listGrants,
  makeSharedToken,
  removeGrant,
} from '../../../oauth/authenticate.js';
import type { Services } from '../../services.js';
import type { AdminRequest, AdminRoute } from '../dispatch.js';
import { AdminProblem } from '../problem.js';

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

const PER_PAGE = 100;

/** `/agent-access`. */
export const agentAccessRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /agent-access',
    summary: 'Returns the uses of abilities by user and connection, latest first, 100 per page.',
    params: {
      before: {
        type: 'string',
        text: '`cursor` of the previous page; anything else returns the first page.',
        default: '',
        maxLength: 64,
      },
    },
    schema: 'admin-agent-access.schema.json',
    handle: ({ params }, services) => page(placeOf(params['before'] as string), services),
  },
  {
    route: 'POST /agent-access/seen',
    summary: 'Marks all records as seen.',
    schema: 'admin-agent-access-seen.schema.json',
    async handle(_, { access, storage }) {
      await access.flush();
      await storage.write(markAccessSeen);
      return { ok: true, unseen: 0 };
    },
  },
  {
    route: 'DELETE /agent-access',
    summary: 'Deletes all records.',
    schema: 'admin-agent-access-cleared.schema.json',
    async handle(_, { access, storage }) {
      await access.flush();
      await storage.write(clearAccess);
      return { ok: true, total: 0 };
    },
  },
];

async function page(before: AccessPlace | undefined, services: Services): Promise<object> {
  const { access, storage } = services;
  await access.flush();
  const rows = await listAccess(storage.db, { before, limit: PER_PAGE + 1 });
  const shown = rows.slice(0, PER_PAGE);
  const last = rows.length > PER_PAGE ? shown.at(-1) : undefined;
  const { total, unseen, used, lastAt } = await countAccess(storage.db);
  const existing = await abilitiesNow(services);
  return {
    events: shown.map(eventOf),
    hasMore: last !== undefined,
    cursor: last === undefined ? null : `${last.last_at}~${last.id}`,
    perPage: PER_PAGE,
    unseen,
    total,
    headline: {
      abilities: used,
      registered: existing.length,
      lastAt: lastAt === 0 ? '' : formatUtcZ(lastAt),
    },
    retention: await access.retention(),
    maxRows: MAX_ACCESS_ROWS,
    coverage: 'full',
    hasAbilities: existing.length > 0,
    thirdParty: existing.some(({ namespace }) => namespace !== undefined),
    passwords: [],
  };
}

function eventOf(row: AccessEntry): object {
  return {
    id: row.id,
    kind: row.kind,
    userId: row.user_id,
    cred: row.cred,
    user: row.user ?? '',
    credName: credName(row),
    subject: row.subject,
    detail: row.detail,
    hits: row.hits,
    firstSeen: formatUtcZ(row.first_at),
    lastSeen: formatUtcZ(row.last_at),
    seen: row.seen === 1,
  };
}

function credName({ cred, client }: AccessEntry): string {
  if (cred === SHARED_CRED) return 'connection token';
  return client === null ? '' : `${client}’s connection`;
}

function placeOf(cursor: string): AccessPlace | undefined {
  const [, lastAt, id] = /^(\d{1,15})~(\d{1,15})$/.exec(cursor) ?? [];
  return lastAt === undefined || id === undefined ? undefined : { lastAt: Number(lastAt), id: Number(id) };
}
