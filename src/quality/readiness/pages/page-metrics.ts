import type { Root } from 'hast';
import { type Coverage, focusPhrases, measureCoverage } from './measure/coverage.js';
import { type FeaturedImage, type ImageFacts, readFeaturedImage } from './measure/featured-image.js';
import { imageKey } from './measure/images.js';
import type { MediaRules } from './measure/media.js';
import { measurePage, type PageMeasures } from './measure/page-meter.js';
import { countWords } from './measure/words.js';
import { readPageOptions } from './page-options.js';

/** Rules of plugins and settings for reading pages; plain data, so that it can be sent to threads. */
export interface ReadingRules extends MediaRules {
  readonly stopwords: readonly string[];
}

/**
 * Everything that one reading of a page determines: plain data from which its checks can be run again and again,
 * however the rules, the day or the site around it change.
 */
export interface PageMetrics {
  readonly measures: PageMeasures;
  /** Whether it has a hand-written summary. */
  readonly hasExcerpt: boolean;
  /** The search that it should answer, and how well it does; empty and absent without one. */
  readonly focus: string;
  readonly coverage?: Coverage;
  readonly image?: FeaturedImage;
  /** Its body only holds what a plugin shows there. */
  readonly containerOnly: boolean;
  /** The owner's options. */
  readonly graded: boolean;
  readonly evergreen: boolean;
}

/** A page that is read. */
export interface ReadPage {
  /** The rendered body, not sanitised, links as they were written. */
  readonly tree: Root;
  /** The body as its author wrote it. */
  readonly source: { readonly body: string; readonly isWordPress: boolean };
  /** The hand-written excerpt; may be empty. */
  readonly excerpt: string;
  /** Plain text. */
  readonly title: string;
  /** Title of the page in lists of results, where it differs. */
  readonly seoTitle: string;
  /** Search phrases as the author wrote them. */
  readonly focus: string;
  readonly lang: string;
  /** Front-matter keys with options. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * Reads a page for the checks.
 * @param ownHosts hosts that are the site itself, in lower case
 */
export function readPage(page: ReadPage, rules: ReadingRules, ownHosts: readonly string[]): PageMetrics {
  const { tree, source, title, seoTitle } = page;
  const { notes, graded, evergreen } = readPageOptions(page.extra);
  const [focus = ''] = focusPhrases(page.focus);
  const covered = { tree, title: seoTitle || title, stopwords: rules.stopwords };
  return {
    measures: measurePage(tree, { ownHosts, rules, notes, prose: /^en(?:[-_]|$)/i.test(page.lang) }),
    hasExcerpt: page.excerpt.trim() !== '',
    focus,
    ...(focus !== '' && { coverage: measureCoverage(focus, covered) }),
    containerOnly: source.isWordPress && isContainerOnly(source.body),
    graded,
    evergreen,
  };
}

/**
 * Adds the alternative text of the page's own image.
 * @param written the written HTML page; undefined where the build writes none
 */
export function withImage(
  checkup: PageMetrics,
  image: ImageFacts | undefined,
  title: string,
  written: () => string | undefined,
): PageMetrics {
  if (image === undefined) return checkup;
  const { measures } = checkup;
  const keys = [...new Set([...measures.images.keys, imageKey(image.url)])];
  return {
    ...checkup,
    measures: { ...measures, images: { ...measures.images, keys } },
    image: readFeaturedImage(image, title, written()),
  };
}

const PLUGIN_BLOCK = /<!--\s+wp:[a-z][a-z0-9-]*\//i;
const BLOCK_COMMENT = /<!--\s+\/?wp:[\s\S]*?-->/gi;
const SHORTCODE = /\[\/?[A-Za-z_][\w-]*(?:[\s=/][^\][]*)?\]/g;
const MIN_WORDS = 20;

/**
 * True for a body that only holds what a plugin shows there: fewer than 20 words next to its blocks and
 * shortcodes.
 * @param source the body as its author wrote it
 */
export function isContainerOnly(source: string): boolean {
  if (source.search(SHORTCODE) === -1 && !PLUGIN_BLOCK.test(source)) return false;
  const rest = source
    .replace(BLOCK_COMMENT, ' ')
    .replace(SHORTCODE, ' ')
    .replace(/<[^>]*>/g, ' ');
  return countWords(rest).words < MIN_WORDS;
}
