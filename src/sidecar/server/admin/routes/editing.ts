import { deleteOldLocks, putLock, removeLock } from '../../../../storage/tables/locks.js';
import { LOCK_SECONDS, lockHolder } from '../../../abilities/content.js';
import { type CapabilityObject, can } from '../../../accounts/can.js';
import type { Services } from '../../services.js';
import type { AdminRequest, AdminRoute, Guard, GuardRequest } from '../dispatch.js';
import { AdminProblem } from '../problem.js';
import { numberFromText } from '../read-request.js';

/** Allows callers who may edit the page in `post`. Only callers who may edit every page learn that it doesn't exist. */
export const mayEditPost: Guard = async (request, services) =>
  can(request.caller.actor, 'edit_post', await requestedPost(request, services));

const params = { post: { type: 'integer', text: 'Id of the page.', required: true, min: 1 } } as const;

/**
 * `/editing`: an editor reports every minute that a user has a page open in it, so that nothing else changes the page.
 */
export const editingRoutes: readonly AdminRoute[] = [
  {
    route: 'POST /editing',
    summary: `Locks a page for the editor for ${LOCK_SECONDS} seconds. Repeat this every minute while the page is open. If another user has the page open, nothing changes, and the response names that user.`,
    guard: mayEditPost,
    params,
    schema: 'admin-editing.schema.json',
    async handle(request, services) {
      await assertPage(request.params['post'] as number, services.content);
      return beginOrGoOn(request, services);
    },
  },
  {
    route: 'DELETE /editing',
    summary: 'Removes the lock when the page is closed.',
    guard: mayEditPost,
    params,
    schema: 'admin-editing.schema.json',
    async handle({ caller, params: { post } }, { content, storage }) {
      await assertPage(post as number, content);
      await storage.write((db) => removeLock(db, post as number, caller.actor.id));
      return { post, lockedBy: '', until: 0 };
    },
  },
];

async function assertPage(id: number, content: Services['content']): Promise<void> {
  if ((await content.find(id)) === undefined)
    throw new AdminProblem(404, 'svc_not_found', 'There is no such page.');
}

async function beginOrGoOn({ caller, params: { post } }: AdminRequest, services: Services): Promise<object> {
  const actor = { id: caller.actor.id };
  const id = post as number;
  const now = services.now();
  return services.storage.write(async (db) => {
    await deleteOldLocks(db, now - LOCK_SECONDS);
    const lockedBy = await lockHolder(id, { actor, db, now });
    if (lockedBy !== '') return { post: id, lockedBy, until: 0 };
    await putLock(db, { post_id: id, user_id: actor.id, at: now });
    return { post: id, lockedBy: '', until: now + LOCK_SECONDS };
  });
}

/**
 * Previews of the site itself and of pages that don't exist require an administrator; those of a page, permission to
 * edit it.
 */
const mayPreview: Guard = async (request, services) => {
  const { actor } = request.caller;
  if (can(actor, 'manage_options')) return true;
  const entry = await requestedPost(request, services);
  return entry !== undefined && can(actor, 'edit_post', entry);
};

const post = {
  type: 'integer',
  text: 'Id of a page, or 0 for the site itself.',
  default: 0,
  min: 0,
} as const;

/** `/preview/*` (spec sections 4.1.1 and 4.1.2). */
export const previewRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /preview/schema',
    summary: 'Returns the structured data for a page, even if the page is sent without it.',
    guard: mayPreview,
    params: { post },
    schema: 'preview-schema.schema.json',
    handle: async ({ params }, { content }) => found(await content.previewSchema(params['post'] as number)),
  },
  {
    route: 'GET /preview/markdown',
    summary: 'Returns the Markdown twin of a page, as it is served.',
    guard: mayPreview,
    params: { post },
    schema: 'preview-markdown.schema.json',
    handle: async ({ params }, { content }) => found(await content.previewMarkdown(params['post'] as number)),
  },
  {
    route: 'GET /preview/targets',
    summary:
      'Returns the 50 most recently changed pages, in any status. With `search`, only pages that contain every word.',
    params: { search: { type: 'string', text: 'Words to search for.', default: '', maxLength: 200 } },
    schema: 'preview-targets.schema.json',
    handle: async ({ params }, { content }) => ({
      targets: await content.targets(params['search'] as string),
    }),
  },
];

function found<T>(preview: T | undefined): T {
  if (preview !== undefined) return preview;
  const message = "The page doesn't exist, or its type isn't visible to agents.";
  throw new AdminProblem(404, 'svc_preview_not_found', message);
}

/** Finds the page that the parameter `post` names; undefined when there is none. */
async function requestedPost(
  { given }: Pick<GuardRequest, 'given'>,
  { content }: Pick<Services, 'content'>,
): Promise<CapabilityObject | undefined> {
  const id = numberFromText(given['post']);
  return typeof id === 'number' && Number.isSafeInteger(id) ? content.find(id) : undefined;
}
