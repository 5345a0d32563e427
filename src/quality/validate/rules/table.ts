import type { Rule } from '../rule.js';
import {
  agentCard,
  agentEntries,
  apiPerEndpoint,
  apiTypes,
  discoveryExists,
  discoveryKeys,
  discoveryVersion,
  documentsMap,
} from './discovery.js';
import { links, references } from './links.js';
import { fullText, llmsTxt, markdownTwin } from './llms-txt.js';
import { built, discoveryLink, hostHeaders, manifest, notices, paths, suppressed } from './manifest.js';
import { oauth, signatures, skills, trust } from './oauth.js';
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
import { changes, feed, sitemap } from './sitemap.js';
import { aliases, realFiles, securityTxt, wellKnownIndex, wellKnownSources } from './well-known.js';

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
