/** Words, names and texts in messages and on disks. */

/** A number with its noun: `1 page`, `2 pages`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The first of some names, with a sign that there are more: `a, b, …`. */
export function firstFew(names: readonly string[], limit = 5): string {
  return names.slice(0, limit).join(', ') + (names.length > limit ? ', …' : '');
}

/** A part of a text, by the index of its first character and the index after its last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The word with a capital first letter. */
export function capitalised(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}

/** A name in words: `case_study` becomes `Case study`. */
export function inWords(name: string): string {
  return capitalised(name.replace(/[-_]+/g, ' ').trim());
}

/** The name, with a number behind it if it's taken; from now on it is. */
export function unusedName(wished: string, taken: Set<string>, sign = '-'): string {
  let name = wished;
  for (let number = 2; taken.has(name); number += 1) name = `${wished}${sign}${number}`;
  taken.add(name);
  return name;
}

/** A text without byte order mark, its lines ended by `\n`. */
export function unixText(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

/** A text as a pattern that matches exactly this text. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The words of a list that is written as a text. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/**
 * The form in which file systems that ignore case compare names: two names that are one file on such a disk
 * fold alike. Independent of any locale.
 */
export function foldName(name: string): string {
  if (/^[\u0000-\u007f]*$/.test(name)) return name.toLowerCase();
  return [...name.normalize('NFC')].map(foldCharacter).join('');
}

// By way of the capital, since several small letters may share one: `ſ` and `s`, `ς` and `σ`.
function foldCharacter(character: string): string {
  const capital = character.toUpperCase();
  return (capital.length === character.length ? capital : character).toLowerCase();
}

// C0 and C1 controls could steer a terminal; directional controls could turn a line around.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text from content made safe for one line of a terminal or a log.
 * @returns control characters and line breaks become spaces
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, ' ');
}

/** A copy of a text that shares no memory with a longer one: a slice keeps the whole text in memory. */
export function detachString(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

const { charCodeAt } = String.prototype;

/**
 * The result of `text.charCodeAt(at)`, for loops over every character. V8 stores texts in some ten ways: whole,
 * joined, sliced, with one or two bytes for a character … A loop that has met several of them looks up the method
 * of each text again for each character, which takes seven times as long. Read `length` before such a loop as well.
 * @returns NaN outside the text
 */
export function codeAt(text: string, at: number): number {
  return charCodeAt.call(text, at);
}
