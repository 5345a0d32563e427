import { decodeHTMLAttribute } from 'entities';
import type { Root } from 'hast';
import { collapseSpace } from '../../../content/html/element.js';
import { htmlTokens } from '../../../content/html/tokens.js';
import { isFileNameAlt } from '../../../content/images/described.js';
import { isObject, objectOf } from '../../../core/json.js';
import { lastName } from '../../../core/paths.js';
import { type Coverage, focusPhrases, measureCoverage } from './measure/coverage.js';
import type { MediaRules } from './measure/media.js';
import { measurePage, type PageMeasures } from './measure/page-meter.js';
import { countWords, imageKey, shownName } from './measure/words.js';

/** The owner's options for the checks of a page, in front matter. */
interface PageOptions {
  /** False keeps the page out of grading. */
  readonly graded: boolean;
  /** True: the page does not go out of date. */
  readonly evergreen: boolean;
  /** The owner's notes about media, by address. */
  readonly notes: Readonly<Record<string, string>>;
}

/** The front-matter keys of options; all others may be dropped. */
export const PAGE_OPTION_KEYS: readonly string[] = ['svc', 'evergreen', 'media', 'layout', 'template'];

const MAX_NOTES = 50;
const MAX_NOTE = 600;

/** Layouts of pages that list others. */
const LISTS = new Set(
  'archive archives blog blog-index category categories index list listing posts search section tag tags taxonomy term terms'.split(
    ' ',
  ),
);

/**
 * Reads the owner's options: `svc: {graded: false}`, `evergreen: true`, `media: {address: note}`; a page with the
 * layout of a list is not graded either.
 * @param extra otherwise unused front-matter keys
 */
function readPageOptions(extra: Readonly<Record<string, unknown>> = {}): PageOptions {
  const svc = objectOf(extra['svc']);
  const isList = [extra['layout'], extra['template']].some((name) => LISTS.has(layoutName(name)));
  return {
    graded: svc['graded'] === undefined ? !isList : svc['graded'] !== false,
    evergreen: extra['evergreen'] === true || svc['evergreen'] === true,
    notes: readNotes(extra['media']),
  };
}

/** `layouts/_Archive.njk` is `archive`. */
function layoutName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const name = lastName(value).replace(/\..*$/, '');
  return name.replace(/^_/, '').toLowerCase();
}

function readNotes(media: unknown): Readonly<Record<string, string>> {
  if (!isObject(media)) return {};
  const notes = Object.entries(media).flatMap(([url, note]): [string, string][] =>
    typeof note === 'string' ? [[url, note.slice(0, MAX_NOTE)]] : [],
  );
  return Object.fromEntries(notes.slice(0, MAX_NOTES));
}

/** The alternative text of a page's own image. */
export interface FeaturedImage {
  /** The name of its file, for people. */
  readonly name: string;
  /**
   * `own`: a description. `none`: there is none. `empty`: the written page shows it with an empty one.
   * `file-name`: only the name of the file. `title`: the written page shows the title instead of the description.
   */
  readonly alt: 'own' | 'none' | 'empty' | 'file-name' | 'title';
}

/** A featured image in the source and the library. */
interface ImageFacts {
  readonly url: string;
  /** Empty when it has none. */
  readonly alt: string;
}

/**
 * Determines the alternative text of a featured image. The written page decides where it shows the image; elsewhere the
 * library does.
 * @param page the written HTML page; undefined where the build writes none
 */
function readFeaturedImage(image: ImageFacts, title: string, page: string | undefined): FeaturedImage {
  const name = shownName(image.url);
  const own = collapseSpace(image.alt);
  const printed = page === undefined ? undefined : printedAlt(page, image.url);
  if (printed !== undefined && printed === '' && own === '') return { name, alt: 'empty' };
  if (
    printed !== undefined &&
    own !== '' &&
    printed !== own &&
    (printed === '' || printed === collapseSpace(title))
  )
    return { name, alt: 'title' };
  const alt = own || (printed === collapseSpace(title) ? '' : (printed ?? ''));
  if (alt === '') return { name, alt: 'none' };
  return { name, alt: isFileNameAlt(alt, image.url) ? 'file-name' : 'own' };
}

/** The alternative text with which a page shows an image; undefined where it does not show it. */
function printedAlt(page: string, url: string): string | undefined {
  const key = imageKey(url);
  const start = /<img\b/gi;
  for (let found = start.exec(page); found !== null; found = start.exec(page)) {
    const [tag] = htmlTokens(page, found.index);
    const src = tag?.attributes?.get('src');
    if (src === undefined || imageKey(decodeHTMLAttribute(src)) !== key) continue;
    return collapseSpace(decodeHTMLAttribute(tag?.attributes?.get('alt') ?? ''));
  }
  return undefined;
}

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
