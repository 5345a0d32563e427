import type { ReadinessCheck } from '../check.js';
import {
  llmsCheck,
  llmsFullCheck,
  llmsFullSizeCheck,
  llmsWordsCheck,
  postTypesCheck,
  topicsCheck,
} from './content.js';
import {
  aiUsageCheck,
  permalinksCheck,
  publicCheck,
  robotsCheck,
  robotsSitemapCheck,
  sitemapCheck,
} from './crawling.js';
import {
  hostLimitsCheck,
  outputSettingsCheck,
  registryNoticesCheck,
  unpushedContentCheck,
} from './deployment.js';
import {
  aboutCheck,
  entityImageCheck,
  entityRoleCheck,
  expertiseCheck,
  privacyNoteCheck,
  sameAsCheck,
  securityTxtCheck,
} from './owner.js';
import { headDupesCheck, schemaCheck, seoCoverageCheck } from './page-heads.js';

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
