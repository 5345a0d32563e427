import { parseHtml } from '../../../../../src/content/html/parse.js';
import { VIDEO_HOSTS } from '../../../../../src/content/markdown/handlers/media.js';
import { PLAYER_SEGMENTS } from '../../../../../src/documents/schema-org/media-key.js';
import type { CheckRow, PageFacts } from '../../../../../src/quality/readiness/pages/check.js';
import { judgePage } from '../../../../../src/quality/readiness/pages/grade.js';
import { STOPWORDS } from '../../../../../src/quality/readiness/pages/measure/coverage.js';
import {
  type PageMetrics,
  type ReadingRules,
  type ReadPage,
  readPage,
} from '../../../../../src/quality/readiness/pages/page-metrics.js';

/** The rules without plugins. */
const RULES: ReadingRules = {
  videoHosts: VIDEO_HOSTS,
  skipSegments: [...PLAYER_SEGMENTS],
  transcript: String.raw`\btranscript(ion)?\b`,
  stopwords: STOPWORDS,
};

/** A page as its checks see it, with what a test wants to be different. */
export interface TestPage
  extends Partial<Omit<PageFacts, keyof PageMetrics>>,
    Partial<Omit<ReadPage, 'tree'>> {
  readonly hosts?: readonly string[];
}

/** Reads a body as a build does. */
export function checkupOf(html: string, page: TestPage = {}): PageMetrics {
  const {
    source = { body: html, isWordPress: false },
    excerpt = '',
    title = 'A page',
    seoTitle = '',
    focus = '',
    lang = 'en',
    extra,
    hosts = ['site.example'],
  } = page;
  const read = { tree: parseHtml(html), source, excerpt, title, seoTitle, focus, lang };
  return readPage({ ...read, ...(extra && { extra }) }, RULES, hosts);
}

/** Reads a body and judges it. */
export function rowsOf(html: string, page: TestPage = {}): readonly CheckRow[] {
  const { gradeable = true, expectsImage = false, ageDays = 0 } = page;
  return judgePage({ ...checkupOf(html, page), gradeable, expectsImage, ageDays });
}

/** The row of one check. */
export function row(id: string, html: string, page: TestPage = {}): CheckRow | undefined {
  return rowsOf(html, page).find((one) => one.id === id);
}

/** The status of one check. */
export function status(id: string, html: string, page: TestPage = {}): CheckRow['status'] | undefined {
  return row(id, html, page)?.status;
}

/** So many plain words, in paragraphs of fifty. */
export function prose(words: number): string {
  const all = Array.from({ length: words }, (_, index) => SOME[index % SOME.length] ?? '');
  const paragraphs: string[] = [];
  for (let at = 0; at < all.length; at += 50) paragraphs.push(`<p>${all.slice(at, at + 50).join(' ')}.</p>`);
  return paragraphs.join('\n');
}

const SOME =
  'the mill stands by a brook and turns its wheel while rye and oats wait in sacks near the door'.split(' ');
