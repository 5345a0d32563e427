import { deleteOldLocks, putLock, removeLock } from '../../../../storage/tables/locks.js';
import { lockHolder } from '../../../abilities/entry-guards.js';
import { LOCK_SECONDS } from '../../../content/locks.js';
import type { Services } from '../../services.js';
import { AdminProblem } from '../problem.js';
import { mayEditPost } from '../requested-post.js';
import type { AdminRequest, AdminRoute } from '../route.js';

const params = { post: { type: 'integer', text: 'Id of the page.', required: true, min: 1 } } as const;

/**
 * `/editing`: an editor reports every minute that a user has a page open in it, so that nothing else changes the page.
 */
export const editingRoutes: readonly AdminRoute[] = [
  {
    methods: ['POST'],
    path: '/editing',
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
    methods: ['DELETE'],
    path: '/editing',
    summary: 'Removes the lock when the page is closed.',
    guard: mayEditPost,
    params,
    schema: 'admin-editing.schema.json',
    async handle({ caller, params: { post } }, { content, storage }) {
      await assertPage(post as number, content);
      await storage.write((db) => removeLock(db, post as number, caller?.actor.id ?? 0));
      return { post, lockedBy: '', until: 0 };
    },
  },
];

async function assertPage(id: number, content: Services['content']): Promise<void> {
  if ((await content.find(id)) === undefined)
    throw new AdminProblem(404, 'svc_not_found', 'There is no such page.');
}

async function beginOrGoOn({ caller, params: { post } }: AdminRequest, services: Services): Promise<object> {
  const actor = { id: caller?.actor.id ?? 0 };
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
