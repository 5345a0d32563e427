import type { PageCheck } from './check.js';
import { altText } from './checks/alt-text.js';
import { evidence } from './checks/evidence.js';
import { featuredAlt } from './checks/featured-alt.js';
import { featuredImage } from './checks/featured-image.js';
import { freshness } from './checks/freshness.js';
import { headingOrder } from './checks/heading-order.js';
import { headings } from './checks/headings.js';
import { linkDensity } from './checks/link-density.js';
import { media } from './checks/media.js';
import { passages } from './checks/passages.js';
import { readingEaseCheck } from './checks/reading-ease.js';
import { sources } from './checks/sources.js';
import { summary } from './checks/summary.js';
import { words } from './checks/words.js';

/** Every check of a page, in the order of reports. */
export const pageChecks: readonly PageCheck[] = [
  words,
  summary,
  evidence,
  sources,
  headings,
  headingOrder,
  passages,
  readingEaseCheck,
  linkDensity,
  altText,
  media,
  featuredImage,
  featuredAlt,
  freshness,
];

const byId = new Map(pageChecks.map((check) => [check.id, check]));

/** The problem of a page that a check does not pass; the id itself for a plugin's check. */
export function problemOf(id: string): string {
  return byId.get(id)?.problem ?? id;
}

/** How to fix it. */
export function whyOf(id: string): string {
  return byId.get(id)?.why ?? 'Open the page in the editor and read its checks.';
}
