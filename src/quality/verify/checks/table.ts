import type { Check } from '../check.js';
import { address, schemes } from './address.js';
import { advertised } from './advertised.js';
import { caches, caching } from './caching.js';
import { changes } from './changes.js';
import { clock } from './clock.js';
import { compression, digests } from './compression.js';
import { content } from './content.js';
import { cors, preflight } from './cors.js';
import { discovery } from './discovery.js';
import { head } from './head.js';
import { hidden } from './hidden.js';
import { links } from './links.js';
import { llms, llmsFull } from './llms.js';
import { markup } from './markup.js';
import { negotiation, variants, vary } from './negotiation.js';
import { notFound } from './not-found.js';
import { readApi } from './read-api.js';
import { robots } from './robots.js';
import { shown } from './shown.js';
import { sidecar } from './sidecar.js';
import { signatures } from './signatures.js';
import { sitemap } from './sitemap.js';
import { skills } from './skills.js';
import { twins } from './twins.js';
import { types } from './types.js';
import { usage } from './usage.js';
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
