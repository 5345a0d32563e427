import type { Rule } from '../rule.js';
import { agentCard, agentEntries } from './agents.js';
import { aliases } from './aliases.js';
import { apiPerEndpoint, apiTypes } from './apis.js';
import { built } from './built.js';
import { capabilityIntent, capabilityNamespace, capabilityUnion } from './capabilities.js';
import { changes } from './changes.js';
import { discoveryExists } from './discovery-exists.js';
import { discoveryKeys } from './discovery-keys.js';
import { discoveryVersion } from './discovery-version.js';
import { documentsMap } from './documents-map.js';
import { encoding } from './encoding.js';
import { feed } from './feed.js';
import { fullText } from './full-text.js';
import { discoveryLink, hostHeaders } from './host-headers.js';
import { json } from './json.js';
import { links } from './links.js';
import { llmsTxt } from './llms-txt.js';
import { manifest } from './manifest.js';
import { markdownTwin } from './markdown-twin.js';
import { notices } from './notices.js';
import { oauth } from './oauth.js';
import { pages } from './pages.js';
import { paths } from './paths.js';
import { readApi } from './read-api.js';
import { references } from './references.js';
import {
  internalKeys,
  resourceIds,
  resourceKeys,
  resourceProvider,
  resourceTypes,
} from './resource-rules.js';
import { robotsTxt } from './robots-txt.js';
import { schema } from './schema.js';
import { secrets } from './secrets.js';
import { securityTxt } from './security-txt.js';
import { signatures } from './signatures.js';
import { sitemap } from './sitemap.js';
import { skills } from './skills.js';
import { suppressed } from './suppressed.js';
import { trust } from './trust.js';
import { realFiles, wellKnownIndex, wellKnownSources } from './well-known.js';

/** Every rule, in the order of the docs. */
export const rules: readonly Rule[] = [
  discoveryExists,
  discoveryKeys,
  discoveryVersion,
  resourceIds,
  resourceProvider,
  capabilityUnion,
  capabilityIntent,
  realFiles,
  apiPerEndpoint,
  secrets,
  suppressed,
  discoveryLink,
  agentCard,
  resourceTypes,
  capabilityNamespace,
  documentsMap,
  apiTypes,
  agentEntries,
  wellKnownSources,
  resourceKeys,
  internalKeys,
  wellKnownIndex,
  trust,
  encoding,
  json,
  schema,
  references,
  links,
  signatures,
  skills,
  oauth,
  aliases,
  llmsTxt,
  markdownTwin,
  fullText,
  robotsTxt,
  securityTxt,
  sitemap,
  feed,
  changes,
  readApi,
  pages,
  manifest,
  built,
  hostHeaders,
  paths,
  notices,
];
