import type { Ability } from '../ability.js';
import { readAiTraffic, readAiVisibility, readAudience } from './audience.js';
import { checkPage } from './check-page.js';
import { findContent } from './find-content.js';
import { identifyBot } from './identify-bot.js';
import { readEdgeTraffic, readGoogleIndex, readSearchVisibility } from './not-connected.js';
import { previewMarkdown, previewSchema } from './previews.js';
import { readContent } from './read-content.js';
import { readReadiness } from './read-readiness.js';
import { readRequestLog } from './read-request-log.js';
import { readTerms } from './read-terms.js';
import { scanExposedFiles } from './scan-exposed-files.js';
import { searchMedia } from './search-media.js';
import { readSearchOpportunities, readSearchPerformance } from './search-results.js';
import { suggestInternalLinks } from './suggest-internal-links.js';
import { readContentIssues, readFindings } from './worklist.js';

/** The abilities that read, in the order of lists. */
export const readAbilities: readonly Ability[] = [
  readReadiness,
  readAiVisibility,
  readAiTraffic,
  readRequestLog,
  readEdgeTraffic,
  readSearchVisibility,
  readGoogleIndex,
  readSearchPerformance,
  readSearchOpportunities,
  identifyBot,
  readContentIssues,
  readTerms,
  checkPage,
  readContent,
  previewSchema,
  previewMarkdown,
  scanExposedFiles,
  suggestInternalLinks,
  searchMedia,
  readFindings,
  readAudience,
  findContent,
];
