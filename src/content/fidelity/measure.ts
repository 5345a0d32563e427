import { readTwin } from './twin-text.js';
import type { Piece, VisiblePage } from './visible-page.js';
import { countWords, wordsOf } from './words.js';

/** A construct whose text is missing in the twin, and how often. */
export interface Vanished {
  readonly name: string;
  readonly count: number;
}

/** How many words a twin has in common with its page, and how many not. */
export interface PageCounts {
  /** Words of the page. */
  readonly words: number;
  /** Words of the page that the twin lacks, repetitions included. */
  readonly lost: number;
  /** Words of the twin. */
  readonly twinWords: number;
  /** Words of the twin that occur nowhere on the page. */
  readonly added: number;
}

/** The differences between a page and its twin. */
export interface PageFindings {
  /** The first words that were lost, and that were added. */
  readonly lostWords: readonly string[];
  readonly addedWords: readonly string[];
  readonly vanished: readonly Vanished[];
}

/** How a twin compares with its page. */
interface PageFigures {
  readonly counts: PageCounts;
  /** Undefined where nothing was lost and nothing added. */
  readonly findings: PageFindings | undefined;
}

/** Maximum number of words shown for a page. */
const SHOWN = 12;

/**
 * Compares a page with its twin, word by word.
 * @param twin the Markdown as it is published
 */
export function measure({ pieces, also }: VisiblePage, twin: string): PageFigures {
  const { text, frame } = readTwin(twin);
  const twinWords = wordsOf(text);
  const frameWords = wordsOf(frame);
  const left = countWords(twinWords);
  const pageWords = pieces.map(([, piece]) => wordsOf(piece));
  const absent: string[] = [];
  let words = 0;
  for (const piece of pageWords) {
    words += piece.length;
    for (const word of piece) if (!take(left, word)) absent.push(word);
  }
  // A power, the mark of a note or a number of a line may stand right after a word of the page.
  const joined = absent.length === 0 ? undefined : joinedWords(twinWords);
  const missing = absent.filter((word) => joined?.has(word) === false);
  const vanished = vanishedPieces({ pieces, pageWords, twinWords, twin, isAnyLost: missing.length > 0 });
  const lostWords = vanished.flatMap((at) => pageWords[at] ?? []);
  const addedWords = findAdded({ twinWords, frameWords, left, pageWords, also });
  const counts = {
    words,
    lost: missing.length,
    twinWords: twinWords.length - frameWords.length,
    added: addedWords.length,
  };
  if (missing.length + addedWords.length + vanished.length === 0) return { counts, findings: undefined };
  const findings = {
    lostWords: missing.length === 0 ? [] : (lostWords.length > 0 ? lostWords : missing).slice(0, SHOWN),
    addedWords: addedWords.slice(0, SHOWN),
    vanished: byName(vanished.map((at) => pieces[at]?.[0] ?? '')),
  };
  return { counts, findings };
}

/** Neighbours as one word, by twos and threes. */
function joinedWords(words: readonly string[]): ReadonlySet<string> {
  const joined = new Set<string>();
  for (let at = 1; at < words.length; at += 1) {
    const two = `${words[at - 1]}${words[at]}`;
    joined.add(two);
    if (at > 1) joined.add(`${words[at - 2]}${two}`);
  }
  return joined;
}

function take(left: Map<string, number>, word: string): boolean {
  const count = left.get(word) ?? 0;
  if (count > 0) left.set(word, count - 1);
  return count > 0;
}

interface Compared {
  readonly pieces: readonly Piece[];
  /** By piece. */
  readonly pageWords: readonly (readonly string[])[];
  readonly twinWords: readonly string[];
  readonly twin: string;
  readonly isAnyLost: boolean;
}

/**
 * Finds pieces that are missing in the twin. Single words of a lost sentence may occur elsewhere in it, so pairs of
 * neighbours decide.
 * @returns their indexes
 */
function vanishedPieces({ pieces, pageWords, twinWords, twin, isAnyLost }: Compared): readonly number[] {
  const known = isAnyLost ? new Set([...twinWords, ...pairsOf(twinWords)]) : undefined;
  const found: number[] = [];
  for (const [at, [, , trace]] of pieces.entries()) {
    const words = pageWords[at] ?? [];
    if (words.length === 0) {
      if (trace !== undefined && (trace === '' || !twin.includes(trace))) found.push(at);
    } else if (known !== undefined) {
      const wanted = words.length === 1 ? words : pairsOf(words);
      if (wanted.filter((one) => known.has(one)).length * 2 < wanted.length) found.push(at);
    }
  }
  return found;
}

function pairsOf(words: readonly string[]): readonly string[] {
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

function byName(names: readonly string[]): readonly Vanished[] {
  return [...countWords(names)].map(([name, count]) => ({ name, count }));
}

interface AllWords {
  readonly twinWords: readonly string[];
  readonly frameWords: readonly string[];
  /** Words of the twin, each with the number that the page lacks. */
  readonly left: ReadonlyMap<string, number>;
  /** By piece. */
  readonly pageWords: readonly (readonly string[])[];
  readonly also: readonly string[];
}

/** Returns the words of a twin that are neither on the page nor in the twin's frame. */
function findAdded({ twinWords, frameWords, left, pageWords, also }: AllWords): readonly string[] {
  const absent = new Set<string>();
  for (const [word, count] of left) if (count > 0) absent.add(word);
  for (const piece of pageWords) for (const word of piece) absent.delete(word);
  if (absent.size === 0) return [];
  const framed = countWords(frameWords);
  let unknown = twinWords.filter((word) => absent.has(word) && !take(framed, word));
  for (const text of also) {
    if (unknown.length === 0) return unknown;
    const elsewhere = new Set(wordsOf(text));
    unknown = unknown.filter((word) => !elsewhere.has(word));
  }
  if (unknown.length === 0) return unknown;
  // Marks may split on one side what is a single word on the other.
  const glued = pageWords.map((piece) => piece.join('')).join('');
  return unknown.filter((word) => !glued.includes(word));
}
