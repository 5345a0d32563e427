import { parseDay } from '../../../../insights/activity/days.js';
import { AdminProblem } from '../problem.js';
import type { AdminRoute } from '../route.js';

/** `/activity/ai-day` (spec section 4.1). */
export const aiDayRoutes: readonly AdminRoute[] = [
  {
    methods: ['GET'],
    path: '/activity/ai-day',
    summary: 'Returns the visits from assistants on one day, by assistant and page, highest counts first.',
    guard: 'admin',
    params: {
      date: { type: 'string', text: 'UTC day, `YYYY-MM-DD`.', required: true },
      source: { type: 'string', text: 'Label of an assistant, or several separated by commas.', default: '' },
      path: { type: 'string', text: 'Beginning of the path.', default: '' },
      full: { type: 'boolean', text: '200 rows instead of 12.', default: false },
    },
    schema: 'admin-activity-ai-day.schema.json',
    async handle({ params }, { referrals }) {
      const date = String(params['date']);
      if (parseDay(date) === undefined) {
        throw new AdminProblem(400, 'svc_bad_date', 'The date must be a day in the form YYYY-MM-DD.');
      }
      const sources = String(params['source'])
        .split(',')
        .map((label) => label.trim())
        .filter((label) => label !== '');
      return referrals.day({ date, sources, path: String(params['path']), full: params['full'] === true });
    },
  },
];
