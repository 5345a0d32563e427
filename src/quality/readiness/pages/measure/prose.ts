/** Measures how hard a text is to read. */

import { codeAt } from '../../../../core/text.js';
import { THRESHOLDS } from '../check.js';

/** The numbers that determine how hard a text is. */
export interface ProseMeasures {
  readonly words: number;
  readonly sentences: number;
  readonly syllables: number;
  /** Syllables, where long words that the page repeats count as plain ones. */
  readonly familiarSyllables: number;
  /** The most used long words that readers get used to, and the others; of hard texts only. */
  readonly familiar: readonly string[];
  readonly heavy: readonly string[];
}

/** Elements that hold no prose. */
export const NO_PROSE: readonly string[] = ['pre', 'code', 'kbd', 'samp'];
/** Elements at whose end a sentence ends. */
export const BLOCKS: readonly string[] =
  'p li h1 h2 h3 h4 h5 h6 blockquote figcaption caption dt dd td th'.split(' ');
const KEPT_TERMS = 5;

interface LongWord {
  readonly syllables: number;
  count: number;
}

/** Measures the sentences and syllables of a page while its tree is walked. */
export class ProseMeter {
  #words = 0;
  #sentences = 0;
  #syllables = 0;
  #text = '';
  /** Of the open block: words that end a sentence, whether there is a letter or digit, how its last word ends. */
  #ended = 0;
  #isSpoken = false;
  #isEnded = false;
  /** The number of open elements without prose. */
  #closed = 0;
  readonly #long = new Map<string, LongWord>();

  /** An element without prose begins. */
  close(): void {
    this.#closed += 1;
  }

  /** An element without prose ends. */
  open(): void {
    this.#closed -= 1;
  }

  endBlock(): void {
    if (this.#closed === 0) this.#endBlock();
  }

  /** A text begins. Returns the facts about its words; undefined where it is not prose. */
  text(value: string): ((start: number, end: number) => void) | undefined {
    if (this.#closed > 0) return undefined;
    this.#text = value;
    return this.#onWord;
  }

  result(): ProseMeasures {
    this.#endBlock();
    let saved = 0;
    for (const { syllables, count } of this.#long.values()) {
      if (isFamiliar(count)) saved += (syllables - THRESHOLDS.familiarCountedSyllables) * count;
    }
    const counts = { words: this.#words, sentences: this.#sentences, syllables: this.#syllables };
    const isHard = readingEase(counts) < THRESHOLDS.readingEaseOk;
    return {
      ...counts,
      familiarSyllables: this.#syllables - saved,
      familiar: isHard ? this.#mostUsed(isFamiliar) : [],
      heavy: isHard ? this.#mostUsed((count) => !isFamiliar(count)) : [],
    };
  }

  /** Of the long words, by how often they occur. */
  #mostUsed(isMeant: (count: number) => boolean): readonly string[] {
    const meant = [...this.#long].filter(([, { count }]) => isMeant(count));
    const sorted = meant.sort(([, a], [, b]) => b.count - a.count);
    return sorted.slice(0, KEPT_TERMS).map(([word]) => word);
  }

  readonly #onWord = (start: number, end: number): void => {
    this.#words += 1;
    const syllables = countSyllables(this.#text, start, end);
    this.#syllables += syllables;
    if (syllables >= THRESHOLDS.familiarMinSyllables) this.#longWord(start, end, syllables);
    this.#isEnded = isEnd(codeAt(this.#text, end - 1));
    if (this.#isEnded) this.#ended += 1;
    // Only words of other scripts, and signs, have no syllables.
    this.#isSpoken ||= syllables > 0 || LETTER.test(this.#text.slice(start, end));
  };

  #longWord(start: number, end: number, syllables: number): void {
    const key = lettersOf(this.#text.slice(start, end).toLowerCase());
    const known = this.#long.get(key);
    if (known === undefined) this.#long.set(key, { syllables, count: 1 });
    else known.count += 1;
  }

  #endBlock(): void {
    if (this.#isSpoken) this.#sentences += this.#ended + (this.#isEnded ? 0 : 1);
    this.#ended = 0;
    this.#isSpoken = false;
    this.#isEnded = false;
  }
}

const LETTER = /[\p{L}\p{N}]/u;

/** True for a long word that occurs so often that readers of the page get used to it. */
function isFamiliar(count: number): boolean {
  return count >= THRESHOLDS.familiarMinOccurrences;
}

/** A full stop, an exclamation mark or a question mark. */
function isEnd(code: number): boolean {
  return code === 0x2e || code === 0x21 || code === 0x3f;
}

/** A word without all characters except hyphens within. */
function lettersOf(word: string): string {
  // Nearly all are letters only.
  if (/^[a-z]+$/.test(word)) return word;
  return word.replace(/[^a-z-]+/g, '').replace(/^-+|-+$/g, '');
}

/** The Flesch reading ease: from about 100, which a child can read, down to 0 and below. */
export function readingEase({
  words,
  sentences,
  syllables,
}: Pick<ProseMeasures, 'words' | 'sentences' | 'syllables'>): number {
  return 206.835 - 1.015 * (words / Math.max(1, sentences)) - 84.6 * (syllables / Math.max(1, words));
}

const A = 0x61;
const Z = 0x7a;
const E = 0x65;
const L = 0x6c;

/** By letter from `a`: 1 for vowels and `y`. */
const VOWEL = Uint8Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => ('aeiouy'.includes(letter) ? 1 : 0));

/**
 * Estimates the syllables of a part of a text: only the letters A to Z count; a word without any has none.
 */
export function countSyllables(text: string, start = 0, end = text.length): number {
  let letters = 0;
  let groups = 0;
  // A vowel that may form a group with a second one.
  let isOpen = false;
  let last = 0;
  let beforeLast = 0;
  for (let at = start; at < end; at += 1) {
    // Maps letters of either case to `a` to `z`.
    const code = codeAt(text, at) | 0x20;
    if (code < A || code > Z) continue;
    letters += 1;
    beforeLast = last;
    last = code;
    const isVowel = VOWEL[code - A] === 1;
    if (isVowel && !isOpen) groups += 1;
    isOpen = isVowel && !isOpen;
  }
  if (letters === 0) return 0;
  if (letters <= 3) return 1;
  // A final `e` is silent unless a vowel or an `l` comes before it; it is a group of its own then.
  const isSilent = last === E && beforeLast !== L && VOWEL[beforeLast - A] !== 1;
  return Math.max(1, groups - (isSilent ? 1 : 0));
}
