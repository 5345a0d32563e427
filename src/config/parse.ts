import { isUtf8 } from 'node:buffer';
import { type ErrorCode, SvcError } from '../core/errors.js';
import { type KeyPath, scanJson } from './json-scan.js';

/** A place in a file, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A parsed file that keeps the positions of its values. */
export interface ParsedText {
  readonly value: unknown;
  /** The position of a key or list item, or else of its parent; undefined when the file has no positions. */
  locate(path: KeyPath): Place | undefined;
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
  location: { readonly file: string } & Partial<Place>,
  why = '',
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

function placeOf(source: string, offset: number): Place {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
