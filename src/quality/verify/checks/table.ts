import type { Check } from '../check.js';
import { address, clock, schemes } from './address.js';
import { advertised, skills } from './advertised.js';
import { caches, caching } from './caching.js';
import { compression, digests } from './compression.js';
import { content, discovery } from './content.js';
import { head } from './head.js';
import { cors, preflight, types } from './headers.js';
import { links } from './links.js';
import { changes, llms, llmsFull } from './lists.js';
import { markup } from './markup.js';
import { negotiation, variants, vary } from './negotiation.js';
import { notFound } from './not-found.js';
import { readApi } from './read-api.js';
import { robots, usage } from './robots.js';
import { shown } from './shown.js';
import { sidecar } from './sidecar.js';
import { signatures } from './signatures.js';
import { sitemap } from './sitemap.js';
import { hidden, twins } from './twins.js';
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
