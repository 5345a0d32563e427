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
  const known = kinds[code] ?? UNSURE;
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

const roomForWords = new CodeUnits();
const roomForText = new CodeUnits();

/**
 * True where a text has all words of another in their order, with others between them, maybe.
 * @returns false as well where that cannot be told by looking at one character after the other
 */
export function holdsInOrder(words: string, text: string): boolean {
  return hasInOrder(
    { units: roomForWords.read(words), length: words.length },
    { units: roomForText.read(text), length: text.length },
  );
}

function hasInOrder(words: Units, text: Units): boolean {
  let at = 0;
  for (let word = nextWord(words, 0); word !== words.length; ) {
    if (word === -1) return false;
    at = nextWord(text, at);
    if (at === -1 || at === text.length) return false;
    const end = endOfSame(words, word, text, at);
    if (end !== -1) word = nextWord(words, end);
    at = endOfWord(text, at);
  }
  return true;
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

/** Where a word ends in its text; -1 where the word in the other text is another one. */
function endOfSame(words: Units, word: number, text: Units, start: number): number {
  let [one, other] = [word, start];
  const first = words.units[one] as number;
  if (kindOf(first) === ALONE) return first === text.units[other] ? one + 1 : -1;
  for (;;) {
    const [kind, otherKind] = [kindAt(words, one), kindAt(text, other)];
    if (kind === IN_WORD && words.units[one] === text.units[other]) {
      one += 1;
      other += 1;
    } else if (kind === MARK) one += 1;
    else if (otherKind === MARK) other += 1;
    else return isEnd(kind) && isEnd(otherKind) ? one : -1;
  }
}

function kindAt({ units, length }: Units, at: number): number {
  return at < length ? kindOf(units[at] as number) : APART;
}

function isWithin(kind: number): boolean {
  return kind === IN_WORD || kind === MARK;
}

function isEnd(kind: number): boolean {
  return kind === APART || kind === ALONE;
}
