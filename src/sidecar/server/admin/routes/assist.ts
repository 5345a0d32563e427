import type { Settings } from '../../../../config/settings.js';
import { visibleText } from '../../../../content/html/text.js';
import { type AssistPage, askAbout } from '../../../../insights/ai/assist/ask.js';
import {
  type AssistTask,
  describePage,
  FIXABLE,
  type FixableCheck,
  fixes,
  nameTopics,
} from '../../../../insights/ai/assist/tasks.js';
import { AiFailure, type AiFailureKind, type TextModel } from '../../../../insights/ai/port.js';
import type { Services } from '../../services.js';
import { AdminProblem } from '../problem.js';
import type { AdminRequest, AdminRoute } from '../route.js';
import { mayEditPost } from './editing.js';

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
export function unavailable(): AdminProblem {
  const message =
    'This site has no language model. Set "ai" in the configuration, and put its key into the environment.';
  return new AdminProblem(503, 'svc_ai_unavailable', message);
}

/**
 * Counts a paid call of a user. A limit of 0 or less means no limit.
 * @throws AdminProblem 429 when the limit is reached
 */
export async function spendOne(user: number, services: Services): Promise<void> {
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
