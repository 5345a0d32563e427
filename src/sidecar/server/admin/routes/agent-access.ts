import { formatUtcZ } from '../../../../core/dates.js';
import {
  type AccessEntry,
  type AccessPlace,
  clearAccess,
  countAccess,
  listAccess,
  markAccessSeen,
} from '../../../../storage/tables/agent-access.js';
import { MAX_ACCESS_ROWS, SHARED_CRED } from '../../../abilities/access-recorder.js';
import { abilitiesNow } from '../../../abilities/registry.js';
import type { Services } from '../../services.js';
import type { AdminRoute } from '../route.js';

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
