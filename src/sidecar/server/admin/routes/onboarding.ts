import { programVersion } from '../../../../config/program-version.js';
import { sanitiseSettings } from '../../../../config/settings.js';
import { writeOption } from '../../../../storage/tables/options.js';
import type { AdminRoute } from '../route.js';

/** Name of the flag. It is stored outside the settings, so that a reset keeps it. */
const ONBOARDED = 'onboarded';

/** `/onboarding`. */
export const onboardingRoutes: readonly AdminRoute[] = [
  {
    methods: ['POST', 'PUT', 'PATCH'],
    path: '/onboarding',
    summary: "Marks the first steps as done. `seed` fills an empty profile with the site's own description.",
    guard: 'admin',
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
