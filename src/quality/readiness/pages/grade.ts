/** Grades a page by its checks. */

import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { VIDEO_HOSTS } from '../../../content/markdown/handlers/media.js';
import { sha256, shortHash } from '../../../core/hash.js';
import { textOf } from '../../../core/json.js';
import { PLAYER_SEGMENTS } from '../../../documents/schema-org/media-key.js';
import { STATUSES } from '../check.js';
import { isCoverageState, stakeOf, type Verdict } from '../verdicts/store.js';
import { type CheckRow, type PageFacts, THRESHOLDS } from './check.js';
import { type Coverage, STOPWORDS } from './measure/coverage.js';
import type { PageMetrics, ReadingRules } from './page-metrics.js';
import { pageChecks } from './table.js';

/** Rows by status. */
interface Tally {
  readonly pass: number;
  readonly warn: number;
  readonly fail: number;
}

/** The rows of a page, in the order of the table; a check that does not apply has none. */
export function judgePage(facts: PageFacts): readonly CheckRow[] {
  return pageChecks.flatMap((check) => {
    const finding = check.run(facts);
    return finding === undefined ? [] : [{ id: check.id, label: check.label, ...finding }];
  });
}

/** How many rows pass, warn and fail. */
export function tallyOf(rows: readonly Pick<CheckRow, 'status'>[]): Tally {
  const count = (status: CheckRow['status']) => rows.filter((row) => row.status === status).length;
  return { pass: count('pass'), warn: count('warn'), fail: count('fail') };
}

/**
 * The score of a list of rows: 1 for a pass, 0.5 for a warning, 0 for a failure, as a percentage of the
 * maximum.
 * @returns a whole number from 0 to 100; undefined for no rows
 */
export function pointsOf(rows: readonly Pick<CheckRow, 'status'>[]): number | undefined {
  if (rows.length === 0) return undefined;
  const { pass, warn } = tallyOf(rows);
  // In whole numbers, so that half of a percentage point is never lost to rounding.
  return Math.round(((2 * pass + warn) * 50) / rows.length);
}

/** The checks that a page does not pass, each once. */
export function flagsOf(rows: readonly Pick<CheckRow, 'id' | 'status'>[]): readonly string[] {
  return [...new Set(rows.filter(({ status }) => status !== 'pass').map(({ id }) => id))];
}

/** Whole days between two Unix times; 0 when the first is unknown or in the future. */
export function ageInDays(modified: number | undefined, now: number): number {
  return modified === undefined ? 0 : Math.max(0, Math.floor((now - modified) / 86_400));
}

/** The site's facts about a page, in addition to those from reading it. */
export interface GradedPage {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  /** Absolute. */
  readonly url: string;
  /** Unix seconds; undefined when unknown. */
  readonly modified: number | undefined;
  /** Of title and body as readers get them. */
  readonly hash: string;
  /** Slugs of its categories. */
  readonly categories: readonly string[];
  /** Whether pages of its type have images of their own on this site. */
  readonly expectsImage: boolean;
}

/** The inputs of grading besides the page. */
interface GradeContext {
  readonly rules: CheckRules;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Unix seconds. */
  readonly now: number;
}

/** A verdict with its rows. */
export interface Grade {
  readonly verdict: Verdict;
  readonly rows: readonly CheckRow[];
  readonly coverage: Coverage | undefined;
}

/** Grades a page that has been read, including the checks of plugins. */
export async function gradePage(
  page: GradedPage,
  checkup: PageMetrics,
  context: GradeContext,
): Promise<Grade> {
  const { rules, hooks, now } = context;
  const { id, type, title, url, modified } = page;
  const gradeable = await hooks.apply('svc_gradeable_post', isGradeable(page, checkup, rules), id);
  const facts = {
    ...checkup,
    gradeable,
    expectsImage: page.expectsImage,
    evergreen: checkup.evergreen || isEvergreen(page.categories, rules.evergreen),
    ageDays: ageInDays(modified, now),
  };
  const own = judgePage(facts).map((row) => ({ ...row }));
  const rows = readCheckRows(await hooks.apply('svc_page_checks', own, id));
  const coverage = await filterCoverage(checkup.coverage, id, hooks);
  const state = coverage?.state ?? '';
  const verdict: Verdict = {
    id,
    type,
    title,
    url,
    modified: modified ?? 0,
    flags: flagsOf(rows),
    points: pointsOf(rows) ?? 0,
    focus: checkup.focus,
    coverage: state,
    stake: stakeOf(state, 0),
    gradeable,
    ruleset: rules.ruleset,
    contentHash: contentHash(page.hash, checkup.focus),
    gradedAt: now,
    images: checkup.measures.images.keys,
  };
  return { verdict, rows, coverage };
}

/**
 * Of title, body and focus.
 * @param hash of title and body
 */
export function contentHash(hash: string, focus: string): string {
  return focus === '' ? hash : shortHash(`${hash}\u0000${focus}`);
}

function isGradeable({ type }: GradedPage, checkup: PageMetrics, { commerceTypes }: CheckRules): boolean {
  const { graded, containerOnly, measures } = checkup;
  return graded && !containerOnly && measures.words > 0 && !commerceTypes.includes(type);
}

function isEvergreen(categories: readonly string[], evergreen: CheckRules['evergreen']): boolean {
  return evergreen.length > 0 && categories.some((slug) => evergreen.some((one) => String(one) === slug));
}

/** A plugin may replace the answer to the focus search; an invalid state is ignored. */
async function filterCoverage(
  coverage: Coverage | undefined,
  id: number,
  hooks: Pick<Hooks, 'apply'>,
): Promise<Coverage | undefined> {
  if (coverage === undefined) return undefined;
  const asked = await hooks.apply('svc_coverage', { ...coverage }, id);
  const { state } = asked;
  return isCoverageState(state) ? { ...coverage, ...asked, state } : coverage;
}

/**
 * Rows of page checks after plugins: rows without an id are dropped, an unknown status is a warning unless `pass` or
 * `ok` is set, and other members are removed.
 */
export function readCheckRows(rows: readonly Readonly<Record<string, unknown>>[]): readonly CheckRow[] {
  return rows.flatMap((row) => {
    const { label, detail } = row;
    // Ids are stored in one list, separated by commas.
    const id = typeof row['id'] === 'string' ? row['id'].replaceAll(',', '-') : '';
    if (id === '') return [];
    return [
      {
        id,
        label: typeof label === 'string' && label !== '' ? label : id,
        status: statusOf(row),
        detail: textOf(detail),
      },
    ];
  });
}

function statusOf({ status, pass, ok }: Readonly<Record<string, unknown>>): CheckRow['status'] {
  const known = STATUSES.find((one) => one === status);
  if (known !== undefined) return known;
  if (typeof pass !== 'boolean' && typeof ok !== 'boolean') return 'warn';
  return pass === true || ok === true ? 'pass' : 'fail';
}

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
