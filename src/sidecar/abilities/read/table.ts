import type { Ability } from '../ability.js';
import { checkPage } from './check-page.js';
import { identifyBot } from './identify-bot.js';
import { previewMarkdown } from './preview-markdown.js';
import { previewSchema } from './preview-schema.js';
import { readAiTraffic } from './read-ai-traffic.js';
import { readAiVisibility } from './read-ai-visibility.js';
import { readAudience } from './read-audience.js';
import { readContent } from './read-content.js';
import { readContentIssues } from './read-content-issues.js';
import { readEdgeTraffic } from './read-edge-traffic.js';
import { readFindings } from './read-findings.js';
import { readGoogleIndex } from './read-google-index.js';
import { readReadiness } from './read-readiness.js';
import { readRequestLog } from './read-request-log.js';
import { readSearchOpportunities } from './read-search-opportunities.js';
import { readSearchPerformance } from './read-search-performance.js';
import { readSearchVisibility } from './read-search-visibility.js';
import { readTerms } from './read-terms.js';
import { scanExposedFiles } from './scan-exposed-files.js';
import { searchMedia } from './search-media.js';
import { suggestInternalLinks } from './suggest-internal-links.js';

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
];
