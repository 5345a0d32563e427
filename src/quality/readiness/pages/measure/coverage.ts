/** Measures how well a page covers its topic. */

import type { Element, Root } from 'hast';
import { nodesIn } from '../../../../content/html/element.js';
import { firstWords, oneSpaced, plainText } from '../../../../content/html/text.js';
import { truncateText } from '../../../../documents/schema-org/text.js';

/** Receives the nodes of a tree, in the order of the document. */
interface TreeVisitor {
  /** @returns false to skip the element with its content; `leave` is not called then */
  enter(element: Element): boolean;
  leave(element: Element): void;
  /** A text; between it and the next one there is always a tag. */
  text(value: string): void;
}

/** Walks a tree once, however deep it is. */
export function walkTree(tree: Element | Root, visitor: TreeVisitor): void {
  // The open elements, each with the index of the next child.
  const nodes: (Element | Root)[] = [tree];
  const places: number[] = [0];
  for (let depth = 0; depth >= 0; ) {
    const node = nodes[depth] as Element | Root;
    const place = places[depth] as number;
    const child = node.children[place];
    if (child === undefined) {
      if (depth > 0) visitor.leave(node as Element);
      depth -= 1;
      continue;
    }
    places[depth] = place + 1;
    if (child.type === 'text') visitor.text(child.value);
    else if (child.type === 'element' && visitor.enter(child)) {
      depth += 1;
      nodes[depth] = child;
      places[depth] = 0;
    }
  }
}

/** Elements whose text is not read. */
export const UNREAD: readonly string[] = ['script', 'style'];

/** True for an element that is ignored with its content. */
function isUnread({ tagName }: Element): boolean {
  return UNREAD.includes(tagName);
}

/** Enough for everything that is shown or compared; hostile pages may nest long texts a thousand times. */
const MAX_TEXT = 4000;

/**
 * The text of an element as one line, or the beginning of a long one; breaks are spaces, inline tags are ignored.
 * @param skip an element to leave out
 */
export function elementText(element: Element, skip?: (element: Element) => boolean): string {
  let text = '';
  for (const node of nodesIn(element, (one) => isUnread(one) || skip?.(one) === true)) {
    if (node.type === 'text') text += node.value;
    else if (node.type === 'element' && node.tagName === 'br') text += ' ';
    if (text.length >= MAX_TEXT) break;
  }
  return oneSpaced(text);
}

/** The first words of a line, with `…` when it continues. */
export function openingOf(text: string, words: number): string {
  const opening = firstWords(text, words);
  return opening.length < text.length ? `${opening}…` : opening;
}

/** A search compared with a page. */
export interface Coverage {
  readonly state: CoverageState;
  /** Meaningful words of the search, and how many of them are in the best passage, on the page, in the title. */
  readonly words: number;
  readonly in_passage: number;
  readonly on_page: number;
  readonly in_title: number;
  /** Where it is answered; empty otherwise. */
  readonly heading: string;
  readonly quote: string;
  readonly terms: readonly CoverageTerm[];
}

interface CoverageTerm {
  readonly word: string;
  readonly on_page: boolean;
  readonly in_passage: boolean;
}

const PASSAGES = new Set(['p', 'li', 'blockquote', 'figcaption']);
const MAX_PASSAGES = 400;
const MAX_QUOTE = 160;
const MAX_FOCUS = 120;
const MIN_TERM = 3;
const STEM_PASSES = 4;
const SUFFIXES = ['ing', 'ed', 'es', 's'];

/** Words without a meaning for the search. */
export const STOPWORDS: readonly string[] = (
  'the and for how what why who are was were with that this you your can does did from not but all out get use ' +
  'using when into its has have will about best top'
).split(' ');

/** The searches that an owner has chosen for a page, each once; the first one counts. */
export function focusPhrases(written: string): readonly string[] {
  const text = truncateText(plainText(written), MAX_FOCUS).replace(/…$/, '');
  const phrases = text.split(',').map((phrase) => phrase.trim());
  return [...new Set(phrases.filter((phrase) => phrase !== ''))];
}

/**
 * The meaningful words of a text by their stems, in their first spelling.
 * @param text without entities
 */
export function termsOf(text: string, stopwords: ReadonlySet<string>): ReadonlyMap<string, string> {
  const terms = new Map<string, string>();
  for (const part of text.toLowerCase().split(/[^a-z0-9._-]+/)) {
    const word = part.replace(/^[._-]+|[._-]+$/g, '');
    if (word.length < MIN_TERM || stopwords.has(word)) continue;
    const stem = stemOf(word);
    if (!terms.has(stem)) terms.set(stem, word);
  }
  return terms;
}

function stemOf(word: string): string {
  let stem = word;
  for (let pass = 0; pass < STEM_PASSES; pass += 1) {
    const suffix = SUFFIXES.find((one) => stem.endsWith(one) && stem.length > one.length + 3);
    if (suffix === undefined) return stem;
    stem = stem.slice(0, -suffix.length);
  }
  return stem;
}

/** The inputs of the comparison. */
interface CoveredPage {
  readonly tree: Root;
  /** Title of the page in lists of results. */
  readonly title: string;
  readonly stopwords: readonly string[];
}

/** Compares one search with one page. Words of the title never answer it. */
export function measureCoverage(query: string, page: CoveredPage): Coverage {
  const stopwords = new Set(page.stopwords);
  const terms = termsOf(query, stopwords);
  const { passages, text } = readPage(page.tree);
  const sets = passages.map(({ heading, text }) => new Set(termsOf(`${heading} ${text}`, stopwords).keys()));
  const onPage = new Set(termsOf(text, stopwords).keys());
  const title = termsOf(page.title, stopwords);
  const hits = sets.map((set) => count(terms, (stem) => set.has(stem)));
  const best = hits.reduce((at, one, index) => (one > (hits[at] ?? 0) ? index : at), 0);
  const inPassage = hits[best] ?? 0;
  const found = count(terms, (stem) => onPage.has(stem));
  const state = stateOf(terms.size, found, inPassage);
  const answer = state === 'answered' ? passages[best] : undefined;
  return {
    state,
    words: terms.size,
    in_passage: inPassage,
    on_page: found,
    in_title: count(terms, (stem) => title.has(stem)),
    heading: answer?.heading ?? '',
    quote: answer === undefined ? '' : quoteOf(answer.text),
    terms: [...terms].map(([stem, word]) => ({
      word,
      on_page: onPage.has(stem),
      in_passage: sets[best]?.has(stem) === true,
    })),
  };
}

function stateOf(terms: number, onPage: number, inPassage: number): CoverageState {
  if (onPage === 0) return 'missing';
  if (inPassage === terms) return 'answered';
  return onPage === terms ? 'scattered' : 'barely';
}

function count(terms: ReadonlyMap<string, string>, test: (stem: string) => boolean): number {
  return [...terms.keys()].filter(test).length;
}

interface Passage {
  readonly heading: string;
  readonly text: string;
}

/** Paragraphs and the like, each with the heading above it, and all text. */
function readPage(tree: Root): { readonly passages: readonly Passage[]; readonly text: string } {
  const passages: Passage[] = [];
  const texts: string[] = [];
  let heading = '';
  walkTree(tree, {
    enter(element) {
      if (isUnread(element)) return false;
      if (/^h[1-6]$/.test(element.tagName)) heading = elementText(element);
      else if (PASSAGES.has(element.tagName) && passages.length < MAX_PASSAGES)
        passages.push({ heading, text: elementText(element) });
      return true;
    },
    leave: () => undefined,
    text: (value) => texts.push(value),
  });
  return { passages, text: texts.join(' ') };
}

function quoteOf(text: string): string {
  if (text.length <= MAX_QUOTE) return text;
  const start = text.slice(0, MAX_QUOTE);
  const space = start.lastIndexOf(' ');
  return `${space > 0 ? start.slice(0, space) : start.replace(/[\ud800-\udbff]$/, '')}…`;
}

/** How well a page answers the search that it should answer. */
export const COVERAGE_STATES = ['answered', 'scattered', 'barely', 'missing'] as const;

export type CoverageState = (typeof COVERAGE_STATES)[number];
