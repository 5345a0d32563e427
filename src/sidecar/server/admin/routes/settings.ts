import { programVersion } from '../../../../config/program-version.js';
import { type Settings, sanitiseSettings } from '../../../../config/settings.js';
import { isObject, parseJson } from '../../../../core/json.js';
import { writeOption } from '../../../../storage/tables/options.js';
import type { Services } from '../../services.js';
import type { AdminRequest, AdminRoute } from '../dispatch.js';
import { AdminProblem } from '../problem.js';

/** `/settings`, `/settings/reset` (spec section 4.1). */
export const settingsRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /settings',
    summary: 'Returns the settings, and the readiness rows that they lead to.',
    schema: 'admin-settings.schema.json',
    handle: async (_, services) => ({
      settings: await services.settings.read(),
      readiness: await services.grading.readiness(),
    }),
  },
  {
    route: 'POST, PUT, PATCH /settings',
    summary:
      'Changes settings. Send a bare object, `{settings: object}`, or form or query parameters below `settings`.',
    schema: 'admin-settings-saved.schema.json',
    handle: saveSettings,
  },
  {
    route: 'POST, PUT, PATCH /settings/reset',
    summary:
      'Resets the settings to their defaults. Tokens, grants, the visit log and the onboarding flag stay.',
    schema: 'admin-settings-reset.schema.json',
    async handle(_, services) {
      const settings = await services.settings.reset();
      await follow(services, 'settings reset');
      return { settings, readiness: await services.grading.readiness(), reset: true };
    },
  },
];

async function saveSettings({ body }: AdminRequest, services: Services): Promise<unknown> {
  const input = inputOf(body);
  const types = await services.availableTypes();
  const settings = await services.settings.update((current) => patched(input, current, types), input);
  await follow(services, 'settings saved');
  const readiness = await services.grading.readiness();
  return { settings, readiness, score: await scoreOrNull(services), saved: true };
}

function patched(input: unknown, current: Settings, types: readonly string[]): Settings {
  return sanitiseSettings(input, current, { types });
}

/**
 * Returns the input: an object below `settings`, otherwise everything. In a form or query, it may be JSON.
 * @throws AdminProblem 400 when the input isn't an object of settings
 */
function inputOf(body: unknown): unknown {
  const inner = isObject(body) && Object.hasOwn(body, 'settings') ? body['settings'] : body;
  const input = typeof inner === 'string' ? parseJson(inner) : inner;
  if (isObject(input)) return input;
  const message =
    'The settings must be an object, such as {"enable_mcp_server": true}, at the top level or below "settings".';
  throw new AdminProblem(400, 'rest_invalid_param', message);
}

/** Applies changed settings: responses change at once; the files follow. */
async function follow(services: Services, reason: string): Promise<void> {
  await services.site.settingsChanged();
  services.site.rebuild(reason).catch((error: unknown) => services.logError(error, reason));
}

/** Returns the score, or null when it fails: a failing score never fails a save. */
async function scoreOrNull(services: Services): Promise<unknown> {
  try {
    return await services.grading.score();
  } catch (error) {
    services.logError(error, 'score');
    return null;
  }
}

/** Name of the flag. It is stored outside the settings, so that a reset keeps it. */
const ONBOARDED = 'onboarded';

/** `/onboarding`. */
export const onboardingRoutes: readonly AdminRoute[] = [
  {
    route: 'POST, PUT, PATCH /onboarding',
    summary: "Marks the first steps as done. `seed` fills an empty profile with the site's own description.",
    params: { seed: { type: 'boolean', text: 'Fill `identity.about` when it is blank.', default: false } },
    schema: 'admin-onboarding.schema.json',
    async handle({ params }, services) {
      if (params['seed'] === true) {
        const { ctx } = await services.site.documents();
        const types = await services.availableTypes();
        await services.settings.update((current) =>
          current.identity.about.trim() === '' && ctx.site.description !== ''
            ? sanitiseSettings({ identity: { about: ctx.site.description } }, current, { types })
            : current,
        );
        await services.site.settingsChanged();
      }
      await writeOption(services.storage.db, ONBOARDED, programVersion());
      return { onboarded: true };
    },
  },
];
