/** Counts the words, figures and images of a page. */

import type { Element } from 'hast';
import { property } from '../../../../content/html/element.js';
import { isFileAddress, isFileNameAlt, plainFileName } from '../../../../content/images/described.js';
import { shortHash } from '../../../../core/hash.js';
import { codeAt } from '../../../../core/text.js';

/** Words and numbers of a text, and whether its ends are inside words: of two adjacent texts these are one. */
interface WordCount {
  readonly words: number;
  /** Runs of digits, with the commas, points and the percent sign that belong to them. */
  readonly figures: number;
  readonly opensInWord: boolean;
  readonly closesInWord: boolean;
}

/**
 * Characters of scripts without spaces weigh this much of a word: Chinese and Japanese, and those of South-East Asia.
 */
const DENSE = 1 / 2;
const LIGHT = 1 / 4;

const OTHER = 0;
const SPACE = 1;
const DIGIT = 2;
/** Commas and points, which may belong to a number. */
const SIGN = 3;

const ASCII = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (isSpace(code)) return SPACE;
  return /\d/.test(character) ? DIGIT : /[,.]/.test(character) ? SIGN : OTHER;
});

/**
 * Counts the words of a text: everything between white space, numbers and code included. In scripts without
 * spaces between words two or four characters count as one, since their texts would be a few words long.
 * @param onWord called with the start and end of each word
 */
export function countWords(text: string, onWord?: (start: number, end: number) => void): WordCount {
  let words = 0;
  let weight = 0;
  let isInside = false;
  let start = 0;
  let figures = 0;
  let isInFigure = false;
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    const code = codeAt(text, at);
    const kind = code < 0x80 ? ASCII[code] : isSpace(code) ? SPACE : OTHER;
    if (kind === SPACE) {
      if (isInside) {
        words += wordsOf(weight);
        onWord?.(start, at);
      }
      isInside = false;
      isInFigure = false;
      weight = 0;
    } else {
      if (!isInside) start = at;
      isInside = true;
      if (code >= 0x0e00) weight += weightOf(code);
      if (kind === DIGIT) {
        if (!isInFigure) figures += 1;
        isInFigure = true;
      } else if (kind !== SIGN) isInFigure = false;
    }
  }
  if (isInside) {
    words += wordsOf(weight);
    onWord?.(start, length);
  }
  return { words, figures, opensInWord: text !== '' && !isSpace(text.charCodeAt(0)), closesInWord: isInside };
}

function wordsOf(weight: number): number {
  return Math.max(1, Math.ceil(weight));
}

/** Counts the words of an element whose texts come one by one: inline tags do not split words. */
export class RunningWords {
  words = 0;
  #isInside = false;

  add(count: WordCount): void {
    if (count.words === 0) {
      // White space alone ends a word; an empty text does not.
      if (!count.opensInWord) this.#isInside = false;
      return;
    }
    this.words += count.words - (this.#isInside && count.opensInWord ? 1 : 0);
    this.#isInside = count.closesInWord;
  }

  /** A line break splits words. */
  gap(): void {
    this.#isInside = false;
  }
}

/** White space as in `\s`. */
function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** The weight of a character as part of a word; 0 in scripts with spaces. */
function weightOf(code: number): number {
  // Thai, Lao, Burmese, Khmer.
  if (code <= 0x0eff || (code >= 0x1000 && code <= 0x109f) || (code >= 0x1780 && code <= 0x17ff))
    return LIGHT;
  // Kana, Han, and the first halves of rare Han characters.
  const isDense =
    (code >= 0x3041 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xd840 && code <= 0xd88d);
  return isDense ? DENSE : 0;
}

/** The faults of the alternative texts of a page's images. */
export interface ImageMeasures {
  /** Images without an `alt`, and the names of the first. */
  readonly missing: number;
  readonly missingNames: readonly string[];
  /** Images whose `alt` is the name of their file. */
  readonly fileNamed: number;
  readonly fileNames: readonly string[];
  /** Which images the page shows, each once: see `imageKey`. */
  readonly keys: readonly string[];
}

const MAX_MISSING = 3;
const MAX_FILE_NAMED = 2;
const MAX_KEYS = 100;
const KEY_LENGTH = 10;
const MAX_NAME = 48;

/** Measures the images of a page while its tree is walked. */
export class ImageMeter {
  #missing = 0;
  #fileNamed = 0;
  readonly #missingNames: string[] = [];
  readonly #fileNames: string[] = [];
  readonly #keys = new Set<string>();

  /** An `img` element. */
  add(element: Element): void {
    const { alt } = element.properties;
    const src = property(element, 'src');
    if (this.#keys.size < MAX_KEYS && isFileAddress(src)) this.#keys.add(imageKey(src));
    if (alt === undefined) {
      this.#missing += 1;
      if (this.#missingNames.length < MAX_MISSING) this.#missingNames.push(shownName(src));
    } else if (isFileNameAlt(String(alt), src)) {
      this.#fileNamed += 1;
      if (this.#fileNames.length < MAX_FILE_NAMED) this.#fileNames.push(shownName(src));
    }
  }

  result(): ImageMeasures {
    return {
      missing: this.#missing,
      missingNames: this.#missingNames,
      fileNamed: this.#fileNamed,
      fileNames: this.#fileNames,
      keys: [...this.#keys],
    };
  }
}

/** The name of an image's file for people, without the marks of edits and sizes. */
export function shownName(src: string): string {
  if (!isFileAddress(src)) return 'an image without an address of its own';
  const name = plainFileName(src);
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name;
}

/**
 * A key that all sizes of one picture share, wherever they are: a hash of the name of the file. Two pictures of
 * one name share it, so that no address, however it is written, is missed.
 */
export function imageKey(src: string): string {
  return shortHash(plainFileName(src)).slice(0, KEY_LENGTH);
}
