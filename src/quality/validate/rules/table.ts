import type { Rule } from '../rule.js';
import { agentCard, agentEntries, apiPerEndpoint, apiTypes } from './apis.js';
import { changes } from './changes.js';
import { discoveryExists, discoveryKeys, discoveryVersion, documentsMap } from './discovery.js';
import { feed } from './feed.js';
import { discoveryLink, hostHeaders } from './host-headers.js';
import { links, references } from './links.js';
import { fullText, llmsTxt } from './llms-txt.js';
import { built, manifest, paths } from './manifest.js';
import { markdownTwin } from './markdown-twin.js';
import { notices, suppressed } from './notices.js';
import { oauth, skills } from './oauth.js';
import { pages } from './pages.js';
import { readApi } from './read-api.js';
import {
  capabilityIntent,
  capabilityNamespace,
  capabilityUnion,
  internalKeys,
  resourceIds,
  resourceKeys,
  resourceProvider,
  resourceTypes,
} from './resource-rules.js';
import { robotsTxt } from './robots-txt.js';
import { encoding, json, schema, secrets } from './secrets.js';
import { securityTxt } from './security-txt.js';
import { signatures, trust } from './signatures.js';
import { sitemap } from './sitemap.js';
import { aliases, realFiles, wellKnownIndex, wellKnownSources } from './well-known.js';

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
