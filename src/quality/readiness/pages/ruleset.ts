import { sha256 } from '../../../core/hash.js';
import { pageChecks } from './table.js';
import { THRESHOLDS } from './thresholds.js';

const LENGTH = 12;

/**
 * A text that changes with everything that a verdict depends on besides its page: the checks, their numbers, the rules
 * of plugins and what the site's pages show of images.
 * @param others JSON
 * @param extension of checks that plugins have added
 */
export function rulesetOf(others: unknown, extension: string): string {
  const ids = pageChecks.map(({ id }) => id);
  return sha256(JSON.stringify([ids, THRESHOLDS, others, extension])).slice(0, LENGTH);
}
