import { LineCounter, parseDocument } from 'yaml';
import { type ErrorCode, SvcError } from '../core/errors.js';
import { jsonErrorOffset } from './json-error.js';

/** A place in a file, counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A parsed file that still knows where things stood in it. */
export interface ParsedText {
  readonly value: unknown;
  /** Where a key (or list item) stands; undefined when the file cannot tell. */
  locate(path: readonly (string | number)[]): Place | undefined;
}

/** More references to one anchor than this is an attack, not a configuration. */
const MAX_ALIASES = 50;

/**
 * Parses JSON text.
 * @param file name for messages
 * @param code code of the error when the text is not JSON
 * @throws SvcError with file, line and column; never with a piece of the text, which may hold secrets
 */
export function parseJsonText(text: string, file: string, code: ErrorCode): ParsedText {
  const source = withoutBom(text);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw syntaxError('JSON', offsetPlace(source, jsonErrorOffset(source)), file, code);
  }
  refuseDuplicates(source, file, code);
  return { value, locate: locator(source) };
}

/**
 * Parses YAML 1.2 text: one document, no custom tags, few aliases.
 * @throws SvcError with file, line and column; never with a piece of the text
 */
export function parseYamlText(text: string, file: string, code: ErrorCode): ParsedText {
  const source = withoutBom(text);
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const error = document.errors[0];
  if (error !== undefined) {
    throw syntaxError('YAML', placeAt(lines, error.pos[0]), file, code, readableCode(error.code));
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {};
    return { value, locate: locator(source) };
  } catch {
    throw syntaxError('YAML', undefined, file, code, 'an alias is unresolved or used too often');
  }
}

/** JSON.parse lets the last of two equal keys win, and nobody would ever find the first. */
function refuseDuplicates(source: string, file: string, code: ErrorCode): void {
  const lines = new LineCounter();
  const { errors } = parseDocument(source, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const twice = errors.find((error) => error.code === 'DUPLICATE_KEY');
  if (twice === undefined) return;
  throw new SvcError(code, 'a key stands twice in the same object', {
    file,
    ...placeAt(lines, twice.pos[0]),
    fix: 'Remove one of the two.',
  });
}

function withoutBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function syntaxError(
  format: string,
  place: Place | undefined,
  file: string,
  code: ErrorCode,
  why = '',
): SvcError {
  return new SvcError(code, `the file is not valid ${format}${why === '' ? '' : `: ${why}`}`, {
    file,
    ...place,
    fix: `Correct the ${format} at this place; a comma, quote or bracket is often missing just before it.`,
  });
}

/** `MISSING_CHAR` as `missing char`: the codes of the parser name the fault without quoting the text. */
function readableCode(code: string): string {
  return code.toLowerCase().replaceAll('_', ' ');
}

function placeAt(lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function offsetPlace(source: string, offset: number): Place {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Looks places up in a syntax tree that is only made when somebody asks, that is, for an error message. */
function locator(source: string): ParsedText['locate'] {
  return (path) => {
    const lines = new LineCounter();
    const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
    const offset = path.length === 0 ? 0 : keyOffset(document.contents, path);
    return offset === undefined ? undefined : placeAt(lines, offset);
  };
}

function keyOffset(root: unknown, path: readonly (string | number)[]): number | undefined {
  let node: unknown = root;
  let offset: number | undefined;
  for (const part of path) {
    const step = childOf(node, part);
    // A missing key is reported where its parent stands.
    if (step === undefined) return offset ?? startOf(root);
    offset = step.offset;
    node = step.node;
  }
  return offset;
}

interface TreeNode {
  readonly items?: readonly unknown[];
  readonly range?: readonly number[] | null;
}

function childOf(node: unknown, part: string | number): { node: unknown; offset: number } | undefined {
  for (const [index, item] of ((node as TreeNode | undefined)?.items ?? []).entries()) {
    const pair = item as { key?: { value?: unknown } & TreeNode; value?: unknown } & TreeNode;
    if (typeof part === 'number' ? index === part : String(pair.key?.value) === part) {
      const offset = typeof part === 'number' ? startOf(item) : startOf(pair.key);
      return offset === undefined
        ? undefined
        : { node: typeof part === 'number' ? item : pair.value, offset };
    }
  }
  return undefined;
}

function startOf(node: unknown): number | undefined {
  return (node as TreeNode | null | undefined)?.range?.[0];
}
