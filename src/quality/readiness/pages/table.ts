import type { PageCheck } from './check.js';
import { altText, featuredAlt, featuredImage, media } from './checks/media.js';
import {
  evidence,
  freshness,
  headingOrder,
  headings,
  linkDensity,
  passages,
  readingEaseCheck,
  sources,
  summary,
  words,
} from './checks/text.js';

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
export function checkProblem(id: string): string {
  return byId.get(id)?.problem ?? id;
}

/** How to fix it. */
export function whyOf(id: string): string {
  return byId.get(id)?.why ?? 'Open the page in the editor and read its checks.';
}
