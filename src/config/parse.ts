/** Parses the text of configuration files, with the line and column of errors. */

import { isUtf8 } from 'node:buffer';
import { type ErrorCode, SvcError } from '../core/errors.js';

/** A place in a file, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A parsed file that keeps the positions of its values. */
export interface ParsedText {
  readonly value: unknown;
  /** The position of a key or list item, or else of its parent; undefined when the file has no positions. */
  locate(path: KeyPath): Position | undefined;
}

/**
 * Parses JSON text.
 * @param file name for messages
 * @param code code of the error when the text is not JSON, or has a key twice in one object
 * @throws SvcError with file, line and column; never with a piece of the text, which may hold secrets
 */
export function parseJsonText(text: string, file: string, code: ErrorCode): ParsedText {
  const source = withoutBom(text);
  const scan = scanJson(source);
  const at = (offset: number) => ({ file, ...placeOf(source, offset) });
  if (scan.duplicate !== undefined) {
    // JSON.parse lets the last one win, and the first would be hard to find.
    const fix = 'Remove one of the two.';
    throw new SvcError(code, 'a key occurs twice in the same object', { ...at(scan.duplicate), fix });
  }
  try {
    return { value: JSON.parse(source), locate: (path) => placeOf(source, scan.offsetOf(path)) };
  } catch {
    throw syntaxError('JSON', code, at(scan.error ?? 0), whyInvalid(source, scan.error ?? 0));
  }
}

/** What JSON lacks that JavaScript, YAML and other variants have. */
function whyInvalid(source: string, offset: number): string {
  const [before, rest] = [source.slice(0, offset).trimEnd(), source.slice(offset)];
  if (source.trim() === '') return 'it is empty';
  if (/^(?:\/[/*]|#)/.test(rest)) return 'JSON has no comments';
  if (/^[\]}]/.test(rest) && before.endsWith(',')) return 'the comma before it is one too many';
  return /^['\u2018-\u201f]|^[a-z$_][\w$]*\s*:/i.test(rest)
    ? 'names and texts stand in straight double quotation marks'
    : '';
}

/** The error for a text that cannot be parsed. */
export function syntaxError(
  format: 'JSON' | 'YAML',
  code: ErrorCode,
  location: { readonly file: string } & Partial<Position>,
  why: string,
): SvcError {
  return new SvcError(code, `the file isn't valid ${format}${why === '' ? '' : `: ${why}`}`, {
    ...location,
    fix: `Correct the ${format} at this place; a comma, quote or bracket is often missing just before it.`,
  });
}

/**
 * Decodes the text of a UTF-8 file. Refuses other encodings, because wrongly decoded text would be published.
 * @throws SvcError for other encodings; for UTF-16 it names the encoding
 */
export function utf8Text(bytes: Buffer, file: string, code: ErrorCode): string {
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString('utf8');
  const isUtf16 = bytes.subarray(0, 64).includes(0);
  const message = `the file ${isUtf16 ? 'is UTF-16; expected UTF-8' : "isn't UTF-8"}`;
  throw new SvcError(code, message, { file, fix: 'Save it as UTF-8.' });
}

/** Drops the byte order mark that some editors write. */
export function withoutBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function placeOf(source: string, offset: number): Position {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const TOKEN =
  /[\t\n\r ]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*")|((?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])))/y;

/** Keys and indexes from the root to a value. */
export type KeyPath = readonly (string | number)[];

/** The structure of a JSON text: offsets, without values. */
interface JsonScan {
  /** Offset of the first unexpected token; undefined for valid JSON. */
  readonly error: number | undefined;
  /** Offset of the first repeated key of an object. */
  readonly duplicate: number | undefined;
  /** The offset of a key or list item, else of its nearest parent. */
  offsetOf(path: KeyPath): number;
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

/** An object or list that is still open. */
interface Frame {
  readonly name: string;
  readonly keys: Set<string> | undefined;
  /** The current key or index. */
  at: string | number;
}

/**
 * Finds the positions of values in a JSON text. JSON.parse doesn't report them, and words its errors
 * differently in each release.
 * @see RFC 8259
 */
export function scanJson(text: string): JsonScan {
  const scanner = new Scanner(text);
  scanner.run();
  const { error, duplicate, places } = scanner;
  return { error, duplicate, offsetOf: (path) => nearest(places, path) };
}

class Scanner {
  readonly places = new Map<string, number>();
  error: number | undefined;
  duplicate: number | undefined;
  readonly #open: Frame[] = [];
  #expected: Expected = 'value';

  constructor(private readonly text: string) {}

  run(): void {
    let end = 0;
    while (this.error === undefined) {
      const start = visibleFrom(this.text, end);
      if (start === this.text.length && this.#expected === 'nothing') return;
      TOKEN.lastIndex = end;
      const match = TOKEN.exec(this.text);
      const next = match === null ? undefined : this.#step(match[1] ?? 'scalar', match[2], start);
      if (next === undefined) this.error = Math.min(start, this.text.trimEnd().length);
      else this.#expected = next;
      end = TOKEN.lastIndex;
    }
  }

  /** What may follow a token; undefined when the token itself is unexpected. */
  #step(sign: string, quoted: string | undefined, start: number): Expected | undefined {
    const expected = this.#expected;
    const frame = this.#open.at(-1);
    if ((expected === 'value' || expected === 'value or ]') && /[{[]|scalar/.test(sign))
      return this.#value(sign, start);
    if ((expected === 'key' || expected === 'key or }') && quoted !== undefined)
      return this.#key(quoted, start);
    if (expected === ':' && sign === ':') return 'value';
    if (expected === ', or end' && sign === ',') return frame?.keys === undefined ? 'value' : 'key';
    const mayClose = expected === ', or end' || expected === 'key or }' || expected === 'value or ]';
    const closes = frame !== undefined && sign === (frame.keys === undefined ? ']' : '}');
    if (!mayClose || !closes) return undefined;
    this.#open.pop();
    return this.#afterValue();
  }

  #value(sign: string, start: number): Expected {
    const frame = this.#open.at(-1);
    if (frame !== undefined && typeof frame.at === 'number') {
      frame.at += 1;
      this.places.set(nameOf(frame.name, frame.at), start);
    }
    if (sign === 'scalar') return this.#afterValue();
    const name = frame === undefined ? '' : nameOf(frame.name, frame.at);
    this.#open.push(sign === '{' ? { name, keys: new Set(), at: '' } : { name, keys: undefined, at: -1 });
    return sign === '{' ? 'key or }' : 'value or ]';
  }

  #key(quoted: string, start: number): Expected {
    const frame = this.#open.at(-1);
    const key = JSON.parse(quoted) as string;
    if (frame?.keys === undefined) return ':';
    if (frame.keys.has(key)) this.duplicate ??= start;
    frame.keys.add(key);
    frame.at = key;
    this.places.set(nameOf(frame.name, key), start);
    return ':';
  }

  #afterValue(): Expected {
    return this.#open.length === 0 ? 'nothing' : ', or end';
  }
}

/** A zero byte cannot stand in a key unescaped, so names of different paths differ. */
function nameOf(parent: string, part: string | number): string {
  return `${parent}\u0000${part}`;
}

function nearest(places: ReadonlyMap<string, number>, path: KeyPath): number {
  let name = '';
  let offset = 0;
  for (const part of path) {
    name = nameOf(name, part);
    offset = places.get(name) ?? offset;
  }
  return offset;
}

/** The offset of the next visible character, or the end of the text. */
function visibleFrom(text: string, offset: number): number {
  const visible = /[^\t\n\r ]/g;
  visible.lastIndex = offset;
  return visible.exec(text)?.index ?? text.length;
}
