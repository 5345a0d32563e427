import type { Check } from '../check.js';
import { address } from './address.js';
import { advertised } from './advertised.js';
import { caches } from './caches.js';
import { caching } from './caching.js';
import { changes } from './changes.js';
import { clock } from './clock.js';
import { compression } from './compression.js';
import { content } from './content.js';
import { cors } from './cors.js';
import { discovery } from './discovery.js';
import { head } from './head.js';
import { hidden } from './hidden.js';
import { links } from './links.js';
import { llms } from './llms.js';
import { llmsFull } from './llms-full.js';
import { negotiation } from './negotiation.js';
import { notFound } from './not-found.js';
import { preflight } from './preflight.js';
import { robots } from './robots.js';
import { schemes } from './schemes.js';
import { shown } from './shown.js';
import { sidecar } from './sidecar.js';
import { signatures } from './signatures.js';
import { sitemap } from './sitemap.js';
import { twins } from './twins.js';
import { types } from './types.js';
import { userAgents } from './user-agents.js';
import { vary } from './vary.js';

/** Everything that is asked of a deployment, in the order in which it is told. `caches` judges all others' answers. */
export const checks: readonly Check[] = [
  address,
  clock,
  robots,
  discovery,
  advertised,
  content,
  types,
  cors,
  vary,
  caching,
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
  hidden,
  shown,
  signatures,
  sidecar,
  userAgents,
  schemes,
  compression,
  caches,
];
