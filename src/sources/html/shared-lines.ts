import type { Element } from 'hast';
import { type FrameTable, isFrameAnywhere, isSmall, pagesWithLine } from './frame.js';
import type { PageLines, Span } from './page-lines.js';

/** A line with more letters outside links is a paragraph. */
const MAX_LABEL = 100;
/** Content that mostly repeats other pages is a copy, until most pages have it. */
export const MAJORITY = 1 / 2;
/** Maximum letters outside links in common with other pages. A page with more is a version of the same document. */
const LONGEST_FRAME = 8000;
/** Elements that may be a part of the frame as a whole. */
export const BOXES = new Set(
  'div section aside header footer ul ol dl table form fieldset center'.split(' '),
);

/** A page, with its own parts marked. */
export interface ClassifiedPage extends PageLines {
  readonly frame: FrameTable;
  /** Whether each line occurs on many pages. */
  readonly isShared: readonly boolean[];
  /** How many lines before each are code, and how many aren't shared. */
  readonly codeBefore: readonly number[];
  readonly ownBefore: readonly number[];
  /** The index of its own first line, and the one after its last. */
  readonly own: Span;
  /** Where its first heading is. */
  readonly heading: number;
}

/**
 * Marks the lines of a page that are frame.
 * @param textBox the box for the text of a post, if the page has one
 * @returns undefined for a page without a line of its own, or with little on a small site
 */
export function classifyLines(
  read: PageLines,
  frame: FrameTable,
  textBox?: Element,
): ClassifiedPage | undefined {
  const { lines } = read;
  const [from, to] = (textBox && read.spans.get(textBox)) ?? [0, 0];
  const pages = lines.map(({ place }) => pagesWithLine(frame, place));
  const letters = (from: number): number =>
    lines.reduce((sum, line, at) => sum + ((pages[at] ?? 0) > from ? line.letters : 0), 0);
  const total = lines.reduce((sum, line) => sum + line.letters, 0);
  const isMostlyShared = letters(0) * 2 > total;
  const prose = lines.reduce((sum, line, at) => sum + (pages[at] ? line.letters - line.linked : 0), 0);
  if (prose > LONGEST_FRAME || (isMostlyShared && isSmall(frame))) return undefined;
  const least = isMostlyShared ? frame.pages * MAJORITY : 0;
  const heading = lines.findIndex(({ kind }) => kind === 'heading');
  // Above the first heading, boxes with names of the page itself don't hide a line of the frame.
  const isAbove = (words: number, at: number): boolean =>
    at < heading && least === 0 && !isSmall(frame) && frame.lines.has(words);
  // A few posts may have a paragraph in common, or any line of their texts.
  const leastOf = ({ letters, linked }: PageLines['lines'][number], at: number): number =>
    letters - linked > MAX_LABEL || (at >= from && at < to) ? Math.max(least, frame.pages * MAJORITY) : least;
  const isCounted: boolean[] = [];
  for (const [at, line] of lines.entries()) {
    const { kind, words } = line;
    const count = pages[at] ?? 0;
    // Below a heading, code is content even where all pages have it.
    const isNamed = lines[at - 1]?.kind === 'text' && isCounted[at - 1] === true;
    if (kind === 'code') isCounted.push(isNamed && count > frame.pages * MAJORITY);
    else isCounted.push(kind === 'rule' || count > leastOf(line, at) || isAbove(words, at));
  }
  const withAll = (from: number): readonly boolean[] =>
    withRepetitions(withBoxes(isCounted, read, frame, from), lines, { frame, isMostlyShared });
  const often = least === 0 ? withAll(0) : withRepetitions(isCounted, lines, { frame, isMostlyShared });
  const added = lines.filter((_, at) => often[at] && !isCounted[at]);
  const text = added.reduce((sum, { letters: all, linked }) => sum + all - linked, 0);
  // A box of questions and answers that some pages end with is the text of the page that has nothing else.
  const isShared = text * 2 <= total ? often : least === 0 ? withAll(MAJORITY) : isCounted;
  const first = isShared.indexOf(false);
  if (first < 0) return undefined;
  return {
    ...read,
    frame,
    isShared,
    codeBefore: countsBefore(lines.map(({ kind }) => kind === 'code')),
    ownBefore: countsBefore(isShared.map((is) => !is)),
    own: [first, isShared.lastIndexOf(false) + 1],
    heading,
  };
}

/** Adds the lines of boxes at the edges that many pages have, several times on a page or at different places. */
function withBoxes(
  isCounted: readonly boolean[],
  read: PageLines,
  frame: FrameTable,
  share: number,
): readonly boolean[] {
  const result = [...isCounted];
  for (const block of read.chains.keys()) {
    const [from, to] = read.spans.get(block) ?? [0, 0];
    if (!BOXES.has(block.tagName) || result.slice(from, to).every((is) => is)) continue;
    // The heading of a widget belongs to it.
    const kept = block.tagName === 'aside' ? ['code'] : ['code', 'heading'];
    const isText = read.lines.slice(from, to).every(({ kind }) => !kept.includes(kind));
    if (isText && isFrameAnywhere(frame, read, block, share)) result.fill(true, from, to);
  }
  const [first, last] = [result.indexOf(false), result.lastIndexOf(false)];
  return result.map((is, at) => (at > first && at < last ? (isCounted[at] ?? is) : is));
}

/**
 * Adds lines that many pages have several times, such as a tag in a list and in a cloud, between lines of the frame. On a
 * page that mostly repeats others, such a line must occur twice, and on most pages.
 */
function withRepetitions(
  isShared: readonly boolean[],
  lines: PageLines['lines'],
  { frame, isMostlyShared }: { readonly frame: FrameTable; readonly isMostlyShared: boolean },
): readonly boolean[] {
  const result = [...isShared];
  const least = isMostlyShared ? frame.pages * MAJORITY : 0;
  const [seen, twice] = [new Set<number>(), new Set<number>()];
  if (isMostlyShared) for (const { place } of lines) (seen.has(place) ? twice : seen).add(place);
  for (let at = result.indexOf(false); at >= 0; ) {
    const found = result.indexOf(true, at);
    const end = found < 0 ? result.length : found;
    const isFrame = lines
      .slice(at, end)
      .every(
        ({ kind, words, place }) =>
          kind === 'text' && (frame.lines.get(words) ?? 0) > least && (!isMostlyShared || twice.has(place)),
      );
    if (isFrame && at > 0 && found >= 0) result.fill(true, at, end);
    at = result.indexOf(false, end);
  }
  return result;
}

/** How often a fact holds before each index, so that every part of a page is counted at once. */
function countsBefore(facts: readonly boolean[]): readonly number[] {
  let count = 0;
  return [0, ...facts.map((holds) => (holds ? ++count : count))];
}
