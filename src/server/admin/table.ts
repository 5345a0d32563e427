import type { AdminRoute } from './route.js';
import { discoveryRoutes } from './routes/discovery.js';
import { gradingRoutes } from './routes/grading.js';
import { onboardingRoutes } from './routes/onboarding.js';
import { previewRoutes } from './routes/previews.js';
import { settingsRoutes } from './routes/settings.js';

/** Every route of the admin API, in the order of the docs. */
export const adminRoutes: readonly AdminRoute[] = [
  ...settingsRoutes,
  ...onboardingRoutes,
  ...gradingRoutes,
  ...previewRoutes,
  ...discoveryRoutes,
];
