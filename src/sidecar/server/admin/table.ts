import type { AdminRoute } from './dispatch.js';
import { activityCheckRoutes, activityClientRoutes } from './routes/activity-clients.js';
import { activityLogRoutes, activityRoutes, aiDayRoutes } from './routes/activity-log.js';
import { agentAccessRoutes, mcpTokenRoutes, oauthGrantRoutes } from './routes/connections.js';
import { editingRoutes, previewRoutes } from './routes/editing.js';
import { discoveryRoutes, gradingRoutes } from './routes/grading.js';
import { onboardingRoutes, settingsRoutes } from './routes/settings.js';
import { assistRoutes, visibilityRoutes } from './routes/visibility.js';

/** All routes of the admin API, in the order of the docs. */
export const adminRoutes: readonly AdminRoute[] = [
  ...settingsRoutes,
  ...onboardingRoutes,
  ...gradingRoutes,
  ...previewRoutes,
  ...assistRoutes,
  ...editingRoutes,
  ...discoveryRoutes,
  ...activityRoutes,
  ...activityLogRoutes,
  ...activityClientRoutes,
  ...activityCheckRoutes,
  ...agentAccessRoutes,
  ...oauthGrantRoutes,
  ...mcpTokenRoutes,
  ...aiDayRoutes,
  ...visibilityRoutes,
];
