import { CodeUnits } from '../core/code-units.js';
import { UNSPACED } from './text.js';

/** What a character is to those who compare words. */
const APART = 1;
const IN_WORD = 2;
/** Of a script without spaces: a word of its own. */
const ALONE = 3;
/** Markdown may put it inside a word, where it counts for nothing. */
const MARK = 4;
/** What it is depends on what stands around it: a half of a rare character, a sigma that has two small forms. */
const UNSURE = 5;

/** By code; 0 for those that nobody has asked about. */
const kinds = new Uint8Array(0x10000);

const UNSURE_CHARACTER = /[\ud800-\udfff\u03a3]/;
const UNSPACED_CHARACTER = new RegExp(`[${UNSPACED}]`, 'u');

function kindOf(code: number): number {
  const known = kinds[code] as number;
  return known === 0 ? find(code) : known;
}

function find(code: number): number {
  const character = String.fromCharCode(code);
  let kind = /[\p{L}\p{M}\p{N}]/u.test(character) ? IN_WORD : APART;
  if (/[*_~`\\[]/.test(character)) kind = MARK;
  if (UNSPACED_CHARACTER.test(character)) kind = ALONE;
  if (UNSURE_CHARACTER.test(character)) kind = UNSURE;
  kinds[code] = kind;
  return kind;
}

/** A text as numbers, without what stands behind its end. */
interface Units {
  readonly units: Uint16Array;
  readonly length: number;
}

/** How many words a text has, and how many of them another one has as well, repetitions counted. */
export interface SharedWords {
  readonly all: number;
  readonly found: number;
}

/** So many words of the other text are looked at for one that is expected there. */
const AHEAD = 48;

const roomForWords = new CodeUnits();
const roomForText = new CodeUnits();

/**
 * Counts the words of a text that another one has as well. Nearly all stand there in the same order, which is seen
 * without making anything of them; those that are left on both sides in the end are counted by themselves.
 * @returns undefined where that cannot be told by looking at one character after the other
 */
export function sharedWords(words: string, text: string): SharedWords | undefined {
  const one: Units = { units: roomForWords.read(words), length: words.length };
  const other: Units = { units: roomForText.read(text), length: text.length };
  let all = 0;
  const missing: string[] = [];
  /** Beginnings of words of the other text that have been passed. */
  const passed: number[] = [];
  let at = 0;
  for (let word = nextWord(one, 0); word !== one.length; ) {
    if (word === -1) return undefined;
    all += 1;
    const found = findAhead(one, word, other, at, passed);
    if (found === -1) return undefined;
    let end = endInWords;
    if (found) at = endInText;
    else {
      end = endOfWord(one, word);
      missing.push(plainWord(words.slice(word, end)));
    }
    word = nextWord(one, end);
  }
  if (missing.length === 0) return { all, found: all };
  const rest = beginnings(other, at);
  if (rest === undefined) return undefined;
  const left = [...passed, ...rest].map((start) => plainWord(text.slice(start, endOfWord(other, start))));
  return { all, found: all - missing.length + countShared(missing, left) };
}

/** Where the words from a place on begin; few texts have to be read to their ends for it. */
function beginnings(text: Units, at: number): readonly number[] | undefined {
  const found: number[] = [];
  for (let word = nextWord(text, at); word !== text.length; word = nextWord(text, endOfWord(text, word))) {
    if (word === -1) return undefined;
    found.push(word);
  }
  return found;
}

/**
 * Looks for a word from a place of the other text on.
 * @param passed is given the words before it, where it is found
 * @returns -1 where that is not sure
 */
function findAhead(one: Units, word: number, other: Units, from: number, passed: number[]): boolean | -1 {
  const before = passed.length;
  let at = nextWord(other, from);
  for (let looked = 0; looked < AHEAD && at !== other.length; looked += 1) {
    if (at === -1) return -1;
    if (isSame(one, word, other, at)) return true;
    passed.push(at);
    at = nextWord(other, endOfWord(other, at));
  }
  passed.length = before;
  return false;
}

/** How many of some words are among others, repetitions counted. */
export function countShared(wanted: readonly string[], given: readonly string[]): number {
  const supply = new Map<string, number>();
  for (const word of given) supply.set(word, (supply.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of wanted) {
    const left = supply.get(word) ?? 0;
    if (left === 0) continue;
    supply.set(word, left - 1);
    found += 1;
  }
  return found;
}

/** A text or word without marks, case-folded. */
export function plainWord(word: string): string {
  return word.replace(/[*_~`\\[]/g, '').toLowerCase();
}

/** Where the next word begins; the length of the text where none does, -1 where that is not sure. */
function nextWord({ units, length }: Units, start: number): number {
  for (let at = start; at < length; at += 1) {
    const kind = kindOf(units[at] as number);
    if (kind === IN_WORD || kind === ALONE) return at;
    if (kind === UNSURE) return -1;
  }
  return length;
}

function endOfWord(text: Units, start: number): number {
  if (kindAt(text, start) === ALONE) return start + 1;
  let at = start;
  while (isWithin(kindAt(text, at))) at += 1;
  return at;
}

/** Where the two words ended that `isSame` has found to be the same: numbers of their own need no object. */
let endInWords = 0;
let endInText = 0;

/** Whether the word that begins at a place is the one at a place of another text. */
function isSame(words: Units, word: number, text: Units, start: number): boolean {
  let one = word;
  let other = start;
  const { units } = words;
  const otherUnits = text.units;
  const first = units[one] as number;
  if (kindOf(first) === ALONE) {
    endInWords = word + 1;
    endInText = start + 1;
    return first === otherUnits[other];
  }
  for (;;) {
    let unit = units[one] as number;
    // Most words are the same to their end.
    while (unit === otherUnits[other] && kinds[unit] === IN_WORD) {
      one += 1;
      other += 1;
      unit = units[one] as number;
    }
    const kind = kindOf(unit);
    // Met for the first time.
    if (kind === IN_WORD && unit === otherUnits[other]) continue;
    const otherKind = kindAt(text, other);
    if (kind === MARK) one += 1;
    else if (otherKind === MARK) other += 1;
    else {
      endInWords = one;
      endInText = other;
      return isEnd(kind) && isEnd(otherKind);
    }
  }
}

/** Behind the end of a text too, where a null character stands apart. */
function kindAt({ units }: Units, at: number): number {
  return kindOf(units[at] as number);
}

function isWithin(kind: number): boolean {
  return kind === IN_WORD || kind === MARK;
}

function isEnd(kind: number): boolean {
  return kind === APART || kind === ALONE;
}
