import { LineCounter, parseDocument } from 'yaml';
import type { ErrorCode } from '../core/errors.js';
import { convertible } from '../core/json.js';
import { type KeyPath, type ParsedText, type Position, syntaxError, withoutBom } from './parse.js';

/** More references to one anchor than this is an attack, not a configuration. */
const MAX_ALIASES = 50;

/**
 * Parses YAML 1.2 text: one document, no custom tags, few aliases.
 * @throws SvcError with file, line and column; never with a piece of the text
 */
export function parseYamlText(text: string, file: string, code: ErrorCode): ParsedText {
  const lines = new LineCounter();
  const document = parseDocument(withoutBom(text), {
    lineCounter: lines,
    prettyErrors: false,
    // With "silent", the parser ignores all documents after the first.
    logLevel: 'error',
  });
  const error = document.errors[0];
  if (error !== undefined) {
    // The codes of the parser name the fault without quoting the text: MISSING_CHAR.
    const why = error.code.toLowerCase().replaceAll('_', ' ');
    throw syntaxError('YAML', code, { file, ...placeAt(lines, error.pos[0]) }, why);
  }
  try {
    const value: unknown = convertible(document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {});
    return { value, locate: (path) => placeAt(lines, offsetOf(document.contents, path)) };
  } catch {
    throw syntaxError('YAML', code, { file }, 'an alias is unresolved or used too often');
  }
}

function placeAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** Walks down as far as the path leads: a missing key is reported at its parent. */
function offsetOf(root: unknown, path: KeyPath): number {
  let node: unknown = root;
  let offset = 0;
  for (const part of path) {
    const step = childOf(node, part);
    if (step === undefined) break;
    offset = step.offset;
    node = step.node;
  }
  return offset;
}

interface TreeNode {
  readonly items?: readonly unknown[];
  readonly range?: readonly number[] | null;
}

interface Pair {
  readonly key?: { readonly value?: unknown } & TreeNode;
  readonly value?: unknown;
}

function childOf(node: unknown, part: string | number): { node: unknown; offset: number } | undefined {
  const items = (node as TreeNode | null | undefined)?.items ?? [];
  if (typeof part === 'number') return { node: items[part], offset: startOf(items[part]) };
  const pair = (items as readonly Pair[]).find(({ key }) => String(key?.value) === part);
  return pair === undefined ? undefined : { node: pair.value, offset: startOf(pair.key) };
}

function startOf(node: unknown): number {
  return (node as TreeNode | null | undefined)?.range?.[0] ?? 0;
}
