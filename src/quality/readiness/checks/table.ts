import type { ReadinessCheck } from '../check.js';
import { aboutCheck } from './about.js';
import { aiUsageCheck } from './ai-usage.js';
import { entityImageCheck } from './entity-image.js';
import { entityRoleCheck } from './entity-role.js';
import { expertiseCheck } from './expertise.js';
import { headDupesCheck } from './head-dupes.js';
import { hostLimitsCheck } from './host-limits.js';
import { llmsCheck } from './llms.js';
import { llmsFullCheck } from './llms-full.js';
import { llmsFullSizeCheck } from './llms-full-size.js';
import { llmsWordsCheck } from './llms-words.js';
import { outputSettingsCheck } from './output-settings.js';
import { permalinksCheck } from './permalinks.js';
import { postTypesCheck } from './post-types.js';
import { privacyNoteCheck } from './privacy-note.js';
import { publicCheck } from './public.js';
import { registryNoticesCheck } from './registry-notices.js';
import { robotsCheck } from './robots.js';
import { robotsSitemapCheck } from './robots-sitemap.js';
import { sameAsCheck } from './same-as.js';
import { schemaCheck } from './schema.js';
import { securityTxtCheck } from './security-txt.js';
import { seoCoverageCheck } from './seo-coverage.js';
import { sitemapCheck } from './sitemap.js';
import { topicsCheck } from './topics.js';
import { unpushedContentCheck } from './unpushed-content.js';

/** Every check in the order of the report; those of a static site follow the others. */
export const readinessChecks: readonly ReadinessCheck[] = [
  publicCheck,
  permalinksCheck,
  llmsCheck,
  llmsWordsCheck,
  llmsFullCheck,
  llmsFullSizeCheck,
  postTypesCheck,
  topicsCheck,
  aboutCheck,
  expertiseCheck,
  sameAsCheck,
  entityImageCheck,
  entityRoleCheck,
  securityTxtCheck,
  schemaCheck,
  headDupesCheck,
  seoCoverageCheck,
  robotsCheck,
  aiUsageCheck,
  sitemapCheck,
  robotsSitemapCheck,
  hostLimitsCheck,
  outputSettingsCheck,
  unpushedContentCheck,
  registryNoticesCheck,
  privacyNoteCheck,
];
