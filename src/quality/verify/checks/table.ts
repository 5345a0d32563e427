import type { Check } from '../check.js';
import { address, clock, schemes } from './address.js';
import { sitemap } from './built.js';
import { caches, caching, compression, digests } from './caching.js';
import { cors, notFound, preflight, sidecar, types } from './headers.js';
import { changes, links, llms, llmsFull } from './lists.js';
import { markup } from './markup.js';
import { negotiation, variants, vary } from './negotiation.js';
import { readApi } from './read-api.js';
import { head, robots, usage } from './robots.js';
import { shown } from './shown.js';
import { advertised, signatures, skills } from './signatures.js';
import { content, discovery, hidden, twins } from './twins.js';
import { userAgents } from './user-agents.js';

/**
 * All checks of a deployment, in the order of the report. `caches` and `digests` use the answers to the other checks.
 */
export const checks: readonly Check[] = [
  address,
  clock,
  robots,
  discovery,
  advertised,
  content,
  readApi,
  types,
  cors,
  vary,
  variants,
  caching,
  usage,
  preflight,
  head,
  notFound,
  llms,
  llmsFull,
  changes,
  sitemap,
  twins,
  negotiation,
  links,
  markup,
  hidden,
  shown,
  signatures,
  skills,
  digests,
  sidecar,
  userAgents,
  schemes,
  compression,
  caches,
];
