import type { ContentStore } from '../../../build/content/port.js';
import { escapeRegExp } from '../../../core/text.js';
import type { DocumentContext } from '../../../documents/document-row.js';
import type { IndexEntry } from '../../../site/site.js';
import { resolveTopics } from '../../../site/topics.js';
import type { RawEntry } from '../../../sources/port.js';
import { bodyJob } from '../body-jobs/body-job.js';

/** A page to link to. */
interface LinkSuggestion {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  /** Words of the linking page that could carry the link; may be empty. */
  readonly phrase: string;
  readonly why: string;
}

/** Number of last modified pages to consider. */
const POOL = 150;
const SUGGESTIONS = 3;
const MIN_SCORE = 2;
const TOPIC_POINTS = 3;
const TERM_POINTS = 2;
const MAX_WORD_POINTS = 5;

/** The compared facts of a page. */
interface Subject {
  /** By their lower-case form. */
  readonly topics: ReadonlyMap<string, string>;
  /** `category/slug` and `tag/slug`. */
  readonly terms: ReadonlySet<string>;
}

interface Candidate {
  readonly page: IndexEntry;
  readonly score: number;
  readonly shared: readonly string[];
}

/**
 * Suggests internal links for an entry. Reads only the entry itself and the pages that changed last.
 * @returns undefined when the entry no longer exists
 */
export async function suggestLinks(
  store: Pick<ContentStore, 'read' | 'readMany'>,
  id: number,
  ctx: DocumentContext,
): Promise<readonly LinkSuggestion[] | undefined> {
  const raw = await store.read(id);
  if (raw === undefined) return undefined;
  const subject = subjectOf(raw, ctx);
  const { baseUrl } = ctx.site;
  const candidates = newest(ctx, id);
  const paths = candidates.map(({ path }) => path);
  const { text, linked } = await bodyJob('linkingText', raw.body.length, [
    raw.body,
    raw.format,
    paths,
    baseUrl,
  ]);
  const pool = candidates.filter(({ path }) => !linked.includes(path));
  const subjects = new Map<number, Subject>();
  for await (const { entry, raw: other } of store.readMany(pool.map((page) => page.id))) {
    subjects.set(entry.id, subjectOf(other, ctx));
  }
  const lower = text.toLowerCase();
  return pool
    .flatMap((page) => rate(page, subjects.get(page.id), subject, lower))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score)
    .slice(0, SUGGESTIONS)
    .map((candidate) => toSuggestion(candidate, text, ctx));
}

function subjectOf(raw: RawEntry, { settings, topicExclude }: DocumentContext): Subject {
  const topics = resolveTopics(raw, {
    enabled: settings.enable_topics,
    derive: settings.topics_derive_default,
    max: settings.topics_max,
    exclude: topicExclude ?? [],
  });
  const terms = raw.terms
    .filter(
      ({ taxonomy, slug }) => (taxonomy === 'category' || taxonomy === 'tag') && slug !== 'uncategorized',
    )
    .map(({ taxonomy, slug }) => `${taxonomy}/${slug}`);
  return { topics: new Map(topics.map((topic) => [topic.toLowerCase(), topic])), terms: new Set(terms) };
}

/** Returns the last modified pages; of pages modified in the same second, the one with the highest id first. */
function newest({ entries }: DocumentContext, id: number): readonly IndexEntry[] {
  return entries
    .filter((entry) => entry.id !== id)
    .sort((a, b) => b.modified - a.modified || b.id - a.id)
    .slice(0, POOL);
}

function rate(
  page: IndexEntry,
  other: Subject | undefined,
  subject: Subject,
  text: string,
): readonly Candidate[] {
  if (other === undefined) return [];
  const shared = [...other.topics].flatMap(([key, topic]) => (subject.topics.has(key) ? topic : []));
  const terms = [...other.terms].filter((term) => subject.terms.has(term)).length;
  const words = meaningfulWords(page.title).filter((word) => text.includes(word)).length;
  const score = shared.length * TOPIC_POINTS + terms * TERM_POINTS + Math.min(MAX_WORD_POINTS, words);
  return [{ page, score, shared }];
}

function toSuggestion({ page, shared }: Candidate, text: string, { site }: DocumentContext): LinkSuggestion {
  const named = shared.slice(0, SUGGESTIONS).join(', ');
  return {
    id: page.id,
    title: page.title || '(untitled)',
    url: site.baseUrl + page.path,
    phrase: findPhrase(page.title, text),
    why: named === '' ? 'The text mentions its subject.' : `Both are about ${named}.`,
  };
}

/** Minimum number of letters and digits in a meaningful word. */
const MIN_WORD = 4;
/** Maximum number of words of a title to search for. */
const MAX_WORDS = 30;

/**
 * Returns the meaningful words of a title in lower case, without duplicates: at least four letters or digits.
 */
export function meaningfulWords(title: string): readonly string[] {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter((word) => [...word].length >= MIN_WORD))];
}

/**
 * Finds the longest run of words of a title in a text; of several runs with that length, the leftmost in the title. A
 * single word must be meaningful.
 * @returns the words as they occur in the text; empty when there are none
 */
export function findPhrase(title: string, text: string): string {
  const words = title
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  for (let length = words.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length).join(' ');
      if (length === 1 && !isMeaningful(run)) continue;
      const found = occurrence(run, text);
      if (found !== '') return found;
    }
  }
  return '';
}

function isMeaningful(word: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(word) && [...word].length >= MIN_WORD;
}

/** Finds the words as whole words: no letter or digit touches them. */
function occurrence(run: string, text: string): string {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(run)}(?![\\p{L}\\p{N}])`, 'iu').exec(text)?.[0] ?? '';
}
