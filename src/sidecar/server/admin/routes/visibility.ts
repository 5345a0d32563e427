import type { Settings } from '../../../../config/settings.js';
import { visibleText } from '../../../../content/html/text.js';
import { objectOf } from '../../../../core/json.js';
import {
  type AssistPage,
  type AssistTask,
  askAbout,
  describePage,
  FIXABLE,
  type FixableCheck,
  fixes,
  nameTopics,
} from '../../../../insights/ai/assist/tasks.js';
import { AiFailure, type AiFailureKind, type TextModel } from '../../../../insights/ai/port.js';
import {
  type SuggestInput,
  suggestQuestions,
  suggestWithAi,
} from '../../../../insights/visibility/suggest.js';
import type { Services } from '../../services.js';
import type { AdminRequest, AdminRoute } from '../dispatch.js';
import { AdminProblem } from '../problem.js';
import type { Params } from '../read-request.js';
import { mayEditPost } from './editing.js';

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
      return { ...(await visibility.save(objectOf(body))), saved: true };
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

/** Maximum paid calls per user and minute, unless a plugin changes it. */
const PER_MINUTE = 20;
/** Minimum number of words on a page; with fewer, there is not enough text to work on. */
const THIN = 10;
const FAILURES: Readonly<Record<AiFailureKind, readonly [status: number, code: string]>> = {
  quota: [429, 'svc_ai_quota'],
  empty: [502, 'svc_ai_empty'],
  failed: [502, 'svc_ai_failed'],
};

const post = { type: 'integer', text: 'Id of the page, in any status.', required: true, min: 1 } as const;

/** `/suggest` and `/suggest-fix`: help with writing. Nothing is stored (spec section 4.1). */
export const assistRoutes: readonly AdminRoute[] = [
  {
    route: 'POST /suggest',
    summary: 'Drafts a description or topics with your language model (`ai` in the configuration).',
    guard: mayEditPost,
    params: {
      post,
      field: { type: 'string', text: 'What to draft.', required: true, values: ['description', 'topics'] },
    },
    schema: 'admin-suggest.schema.json',
    async handle(request, services) {
      const settings = await services.site.settings();
      if (request.params['field'] === 'topics') {
        const topics = await draft(
          request,
          services,
          nameTopics(settings.topics_max),
          settings.enable_topics,
        );
        return { field: 'topics', topics };
      }
      const text = await draft(request, services, describePage, settings.enable_ai_description);
      return { field: 'description', text };
    },
  },
  {
    route: 'POST /suggest-fix',
    summary: 'Proposes a fix for a failed check with your language model (`ai` in the configuration).',
    guard: mayEditPost,
    params: { post, check: { type: 'string', text: 'Id of the check.', required: true, values: FIXABLE } },
    schema: 'admin-suggest-fix.schema.json',
    async handle(request, services) {
      const settings: Settings = await services.site.settings();
      const check = request.params['check'] as FixableCheck;
      const suggestion = await draft(request, services, fixes[check], settings.enable_page_checks);
      const apply = check === 'summary' ? { type: 'prependParagraph', content: suggestion } : null;
      return { check, suggestion, apply };
    },
  },
];

/** Drafts a text or topics. Calls the model only after all other checks have passed. */
async function draft<Result extends string | readonly string[]>(
  { params, caller }: AdminRequest,
  services: Services,
  task: AssistTask<Result>,
  isOn: boolean,
): Promise<Result> {
  const page = await readPage(params['post'] as number, services);
  if (!isOn) throw new AdminProblem(400, 'svc_field_off', 'The setting for this suggestion is switched off.');
  const model = await services.ai.open();
  if (model === undefined) throw unavailable();
  if (page.text.split(/\s+/).length < THIN && page.text.length < THIN * 6) {
    const message = `The page has fewer than ${THIN} words, which isn't enough text to work on.`;
    throw new AdminProblem(422, 'svc_thin', message);
  }
  await spendOne(caller.actor.id, services);
  return askModel(model, task, page);
}

async function readPage(id: number, services: Services): Promise<AssistPage> {
  const built = services.built();
  const found = await built?.content.previews.render(id, await services.site.documents());
  if (found === undefined) throw new AdminProblem(404, 'svc_not_found', 'There is no such page.');
  return { title: found.entry.title, text: visibleText(found.tree) };
}

/** Returns 503 for a site without a language model. */
function unavailable(): AdminProblem {
  const message =
    'This site has no language model. Set "ai" in the configuration, and put its key into the environment.';
  return new AdminProblem(503, 'svc_ai_unavailable', message);
}

/**
 * Counts a paid call of a user. A limit of 0 or less means no limit.
 * @throws AdminProblem 429 when the limit is reached
 */
async function spendOne(user: number, services: Services): Promise<void> {
  const most = await services.hooks.apply('svc_assist_rate_max', PER_MINUTE);
  if (most <= 0) return;
  const wait = await services.assistRate.take(String(user), most, services.now());
  if (wait === 0) return;
  throw new AdminProblem(429, 'svc_ai_rate_limited', `At most ${most} suggestions per minute.`, {
    headers: { 'Retry-After': String(wait) },
  });
}

async function askModel<Result extends string | readonly string[]>(
  model: TextModel,
  task: AssistTask<Result>,
  page: AssistPage,
): Promise<Result> {
  try {
    return await askAbout(model, task, page);
  } catch (error) {
    if (!(error instanceof AiFailure)) throw error;
    const [status, code] = FAILURES[error.kind];
    throw new AdminProblem(status, code, error.message, { cause: error });
  }
}
