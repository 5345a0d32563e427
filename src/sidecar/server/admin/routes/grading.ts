import { hubPayload } from '../hub/payload.js';
import { AdminProblem } from '../problem.js';
import type { AdminRoute } from '../route.js';

/** Maximum number of pages that can be excluded. */
const MAX_SET_ASIDE = 1000;

/** `/readiness`, `/score`, `/optimize/ignore` (spec section 4.1). */
export const gradingRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /readiness',
    summary: 'Returns the readiness rows.',
    schema: 'readiness.schema.json',
    handle: (_, services) => services.grading.readiness(),
  },
  {
    route: 'GET /score',
    summary: 'Recomputes the score, and returns it with the rows behind it.',
    schema: 'admin-score.schema.json',
    async handle(_, services) {
      const readiness = await services.grading.readiness();
      return { score: await services.grading.score(readiness), readiness };
    },
  },
  {
    route: 'POST /optimize/ignore',
    summary: 'Excludes a page from the content checks, or includes it again.',
    params: {
      post: { type: 'integer', text: 'Id of the page.', required: true },
      ignored: { type: 'boolean', text: 'False includes it again.', default: true },
    },
    schema: 'admin-optimize-ignore.schema.json',
    async handle({ params }, services) {
      const post = params['post'] as number;
      if (post < 1) throw new AdminProblem(400, 'svc_bad_post', 'The id of a page must be at least 1.');
      await services.settings.update((current) => {
        const others = current.optimize_ignored.filter((id) => id !== post);
        const list = params['ignored'] === true ? [...others, post] : others;
        return { ...current, optimize_ignored: list.slice(0, MAX_SET_ASIDE) };
      });
      await services.site.settingsChanged();
      return { score: await services.grading.score(), saved: true };
    },
  },
];

/** `/discovery/hub`, `/validate` (spec section 4.1). */
export const discoveryRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /discovery/hub',
    summary: "Returns all registered resources, whether they're published, and if not, why.",
    schema: 'discovery-hub.schema.json',
    handle: async (_, { site, adminApi }) => hubPayload(await site.documents(), adminApi),
  },
  {
    route: 'GET /validate',
    summary: 'Checks whether all registrations are valid.',
    schema: 'admin-validate.schema.json',
    async handle(_, { site }) {
      const { registry, notices } = await site.documents();
      return {
        ok: notices.every(({ level }) => level !== 'error'),
        resources: registry.resources.length,
        notices,
      };
    },
  },
];
