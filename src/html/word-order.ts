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

/**
 * True where a text has all words of another in their order, with others between them, maybe.
 * @returns false as well where that cannot be told by looking at one character after the other
 */
export function holdsInOrder(words: string, text: string): boolean {
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
function nextWord(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind === IN_WORD || kind === ALONE) return at;
    if (kind === UNSURE) return -1;
  }
  return text.length;
}

function endOfWord(text: string, start: number): number {
  if (kindOf(text.charCodeAt(start)) === ALONE) return start + 1;
  let at = start;
  while (at < text.length && isWithin(kindOf(text.charCodeAt(at)))) at += 1;
  return at;
}

/** Where a word ends in its text; -1 where the word in the other text is another one. */
function endOfSame(words: string, word: number, text: string, start: number): number {
  let [one, other] = [word, start];
  const first = words.charCodeAt(one);
  if (kindOf(first) === ALONE) return first === text.charCodeAt(other) ? one + 1 : -1;
  for (;;) {
    const code = words.charCodeAt(one);
    // Behind the end there is no code, which equals nothing.
    if (code === text.charCodeAt(other) && kinds[code] === IN_WORD) {
      one += 1;
      other += 1;
      continue;
    }
    const [kind, otherKind] = [kindAt(words, one), kindAt(text, other)];
    if (kind === MARK) one += 1;
    else if (otherKind === MARK) other += 1;
    else return isEnd(kind) && isEnd(otherKind) ? one : -1;
  }
}

function kindAt(text: string, at: number): number {
  return at < text.length ? kindOf(text.charCodeAt(at)) : APART;
}

function isWithin(kind: number): boolean {
  return kind === IN_WORD || kind === MARK;
}

function isEnd(kind: number): boolean {
  return kind === APART || kind === ALONE;
}
