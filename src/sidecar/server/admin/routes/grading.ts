import { AdminProblem } from '../problem.js';
import type { AdminRoute } from '../route.js';

/** Maximum number of pages that can be excluded. */
const MAX_SET_ASIDE = 1000;

/** `/readiness`, `/score`, `/optimize/ignore` (spec section 4.1). */
export const gradingRoutes: readonly AdminRoute[] = [
  {
    methods: ['GET'],
    path: '/readiness',
    summary: 'Returns the readiness rows.',
    guard: 'admin',
    schema: 'readiness.schema.json',
    handle: (_, services) => services.grading.readiness(),
  },
  {
    methods: ['GET'],
    path: '/score',
    summary: 'Recomputes the score, and returns it with the rows behind it.',
    guard: 'admin',
    schema: 'admin-score.schema.json',
    async handle(_, services) {
      const readiness = await services.grading.readiness();
      return { score: await services.grading.score(readiness), readiness };
    },
  },
  {
    methods: ['POST'],
    path: '/optimize/ignore',
    summary: 'Excludes a page from the content checks, or includes it again.',
    guard: 'admin',
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
