import type { AdminRoute } from './route.js';
import { activityRoutes } from './routes/activity.js';
import { activityCheckRoutes } from './routes/activity-checks.js';
import { activityClientRoutes } from './routes/activity-clients.js';
import { activityLogRoutes } from './routes/activity-log.js';
import { agentAccessRoutes } from './routes/agent-access.js';
import { aiDayRoutes } from './routes/ai-day.js';
import { assistRoutes } from './routes/assist.js';
import { discoveryRoutes } from './routes/discovery.js';
import { editingRoutes } from './routes/editing.js';
import { gradingRoutes } from './routes/grading.js';
import { mcpTokenRoutes } from './routes/mcp-token.js';
import { oauthGrantRoutes } from './routes/oauth-grants.js';
import { onboardingRoutes } from './routes/onboarding.js';
import { previewRoutes } from './routes/previews.js';
import { settingsRoutes } from './routes/settings.js';
import { visibilityRoutes } from './routes/visibility.js';

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
