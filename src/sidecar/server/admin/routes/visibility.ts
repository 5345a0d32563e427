import { isObject } from '../../../../core/json.js';
import { AiFailure } from '../../../../insights/ai/port.js';
import {
  type SuggestInput,
  suggestQuestions,
  suggestWithAi,
} from '../../../../insights/visibility/suggest.js';
import type { Services } from '../../services.js';
import type { Params } from '../params.js';
import { AdminProblem } from '../problem.js';
import type { AdminRequest, AdminRoute } from '../route.js';
import { spendOne, unavailable } from './assist.js';

/** The inputs of suggestions. Their limits are at least those of the configuration. */
const suggestParams: Params = {
  name: {
    type: 'string',
    text: 'Name of the product. The default is the name of the site.',
    default: '',
    maxLength: 300,
  },
  category: { type: 'string', text: 'Kind of product.', default: '', maxLength: 300 },
  domain: { type: 'string', text: 'Host of the product.', default: '', maxLength: 300 },
  competitors: { type: 'strings', text: 'Names of competitors.', default: [], maxLength: 300 },
  prompts: { type: 'strings', text: 'Existing questions.', default: [], maxLength: 600 },
};

const provider = { type: 'string', text: 'Id of the engine.', required: true, maxLength: 40 } as const;

/** `/visibility/*`: whether answer engines name the site (spec sections 4.1, 4.1.4). */
export const visibilityRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /visibility/config',
    summary: 'Returns the configuration of citation checks, without keys.',
    schema: 'admin-visibility-config.schema.json',
    handle: (_, { visibility }) => visibility.config(),
  },
  {
    route: 'POST, PUT, PATCH /visibility/config',
    summary:
      'Changes any part of the configuration: `targets`, `providers.{id}.{enabled, model, webSearch, key}`, `scheduleActive`, `frequency`, `retentionDays`.',
    schema: 'admin-visibility-config.schema.json',
    async handle({ body }, { visibility }) {
      return { ...(await visibility.save(isObject(body) ? body : {})), saved: true };
    },
  },
  {
    route: 'GET /visibility/dashboard',
    summary: 'Returns the results of the last completed run, and the trend.',
    schema: 'admin-visibility-dashboard.schema.json',
    handle: (_, { visibility }) => visibility.dashboard(),
  },
  {
    route: 'POST, PUT, PATCH /visibility/run',
    summary: 'Starts a run, which continues after the response.',
    schema: 'admin-visibility-dashboard.schema.json',
    async handle(_, { visibility }) {
      const run = await visibility.run();
      return { ...(await visibility.dashboard()), run };
    },
  },
  {
    route: 'POST, PUT, PATCH /visibility/test',
    summary: 'Sends a tiny question to an engine, to test the key. Nothing is stored.',
    params: {
      provider,
      key: {
        type: 'string',
        text: 'Key. If empty or `__stored__`, the stored key.',
        default: '',
        maxLength: 500,
      },
      model: { type: 'string', text: 'Model. If empty, the configured model.', default: '', maxLength: 100 },
    },
    schema: 'admin-visibility-test.schema.json',
    handle: ({ params }, { visibility }) =>
      visibility.test(params as { provider: string; key: string; model: string }),
  },
  {
    route: 'POST, PUT, PATCH /visibility/reveal-key',
    summary: 'Returns the key of an engine in plain text, or an empty text. No other route returns a key.',
    params: { provider },
    schema: 'admin-visibility-key.schema.json',
    handle: async ({ params }, { visibility }) => ({
      key: await visibility.revealKey(params['provider'] as string),
    }),
  },
  {
    route: 'POST, PUT, PATCH /visibility/clear',
    summary: 'Deletes all results. The configuration stays.',
    schema: 'admin-visibility-dashboard.schema.json',
    async handle(_, { visibility }) {
      await visibility.clear();
      return visibility.dashboard();
    },
  },
  {
    route: 'POST, PUT, PATCH /visibility/suggest',
    summary: 'Suggests questions from templates, without a request to any assistant.',
    params: suggestParams,
    schema: 'admin-visibility-questions.schema.json',
    handle: async ({ params }, { visibility }) => ({
      questions: suggestQuestions(await visibility.named(inputOf(params))),
    }),
  },
  {
    route: 'POST, PUT, PATCH /visibility/suggest-ai',
    summary:
      "Suggests questions that don't name the product, with your language model (`ai` in the configuration).",
    params: suggestParams,
    schema: 'admin-visibility-questions.schema.json',
    handle: async (request, services) => ({ questions: await askForQuestions(request, services) }),
  },
];

function inputOf(params: AdminRequest['params']): SuggestInput {
  return params as unknown as SuggestInput;
}

/** Suggests questions with the language model. Reports missing inputs before any request to it (spec section 7). */
async function askForQuestions(
  { params, caller }: AdminRequest,
  services: Services,
): Promise<readonly string[]> {
  const input = inputOf(params);
  if (input.category.trim() === '') {
    throw new AdminProblem(400, 'svc_ai_no_category', '`category` is empty. Name the kind of product.');
  }
  const model = await services.ai.open();
  if (model === undefined) throw unavailable();
  await spendOne(caller.actor.id, services);
  const { ctx } = await services.site.documents();
  try {
    return await suggestWithAi(model, await services.visibility.named(input), ctx.site.description);
  } catch (error) {
    if (!(error instanceof AiFailure)) throw error;
    throw new AdminProblem(503, 'svc_ai_unavailable', error.message, { cause: error });
  }
}
