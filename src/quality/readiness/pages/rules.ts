import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { VIDEO_HOSTS } from '../../../content/markdown/handlers/media.js';
import { sha256 } from '../../../core/hash.js';
import { PLAYER_SEGMENTS } from '../../../documents/schema-org/media-key.js';
import { THRESHOLDS } from './check.js';
import { STOPWORDS } from './measure/coverage.js';
import type { ReadingRules } from './page-metrics.js';
import { pageChecks } from './table.js';

/** The rules for reading and grading pages. */
export interface CheckRules {
  readonly reading: ReadingRules;
  /** Ids or slugs of categories whose pages do not go out of date. */
  readonly evergreen: readonly (string | number)[];
  /** Types of shops: checked, but not graded. */
  readonly commerceTypes: readonly string[];
  readonly ruleset: string;
}

const TRANSCRIPT = String.raw`\btranscript(ion)?\b`;

const COMMERCE_TYPES = [
  'product',
  'product_variation',
  'download',
  'shop_order',
  'shop_coupon',
  'fluent-products',
];

/**
 * Gets the rules from plugins.
 * @param shows other facts that the pages depend on: how the build writes them
 */
export async function filterCheckRules(
  hooks: Pick<Hooks, 'apply'>,
  settings: Pick<Settings, 'evergreen_categories'>,
  shows: string,
): Promise<CheckRules> {
  const hosts = await hooks.apply('svc_video_hosts', [...VIDEO_HOSTS]);
  const segments = await hooks.apply('svc_media_key_skip_segments', [...PLAYER_SEGMENTS]);
  const reading = {
    videoHosts: hosts.map((host) =>
      host
        .trim()
        .toLowerCase()
        .replace(/^www\./, ''),
    ),
    skipSegments: segments.map((segment) => segment.toLowerCase()),
    transcript: usable(await hooks.apply('svc_transcript_label_pattern', TRANSCRIPT)),
    stopwords: await hooks.apply('svc_coverage_stopwords', [...STOPWORDS]),
  };
  const evergreen = await hooks.apply('svc_evergreen_categories', settings.evergreen_categories);
  const commerceTypes = await filterCommerceTypes(hooks);
  const extension = await hooks.apply('svc_page_ruleset', '');
  const ruleset = rulesetOf([reading, evergreen, commerceTypes, shows], extension);
  return { reading, evergreen, commerceTypes, ruleset };
}

/** Gets the types of shops from plugins. */
export function filterCommerceTypes(hooks: Pick<Hooks, 'apply'>): Promise<readonly string[]> {
  return hooks.apply('svc_commerce_post_types', COMMERCE_TYPES);
}

/** A plugin's pattern, or ours where it has none. It is only ever matched against texts of 60 characters. */
function usable(pattern: string): string {
  try {
    new RegExp(pattern, 'i');
    return pattern;
  } catch {
    return TRANSCRIPT;
  }
}

const LENGTH = 12;

/**
 * A text that changes with everything that a verdict depends on besides its page: the checks, their numbers, the rules
 * of plugins and what the site's pages show of images.
 * @param others JSON
 * @param extension of checks that plugins have added
 */
function rulesetOf(others: unknown, extension: string): string {
  const ids = pageChecks.map(({ id }) => id);
  return sha256(JSON.stringify([ids, THRESHOLDS, others, extension])).slice(0, LENGTH);
}
