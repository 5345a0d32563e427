import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'rolldown/utils';

/** A function and how long it is. */
export interface FunctionLength {
  readonly file: string;
  readonly name: string;
  /** Of its first line, from 1. */
  readonly line: number;
  /** Lines of code: without blank lines and comments. */
  readonly lines: number;
}

/** What a file of code consists of. */
export interface CodeFile {
  readonly file: string;
  /** All of its lines. */
  readonly lines: number;
  /** Lines that hold code: neither blank nor comments alone. */
  readonly code: number;
  readonly functions: readonly FunctionLength[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Counts the lines of a file of TypeScript or JavaScript.
 * @throws Error for a file that cannot be parsed
 */
export function readCodeFile(file: string): CodeFile {
  const text = readFileSync(file, 'utf8');
  const lang = file.endsWith('.ts') ? 'ts' : 'js';
  const { program, comments, errors } = parseSync(file, text, { lang });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const code = withoutComments(text, comments);
  const offsets = lineOffsets(code);
  // The first character of each line, counted in lines of code: how many lie between two places is a difference.
  const counts = [0];
  for (const [index, from] of offsets.entries()) {
    const isCode = code.slice(from, offsets[index + 1] ?? code.length).trim() !== '';
    counts.push((counts[index] ?? 0) + (isCode ? 1 : 0));
  }
  const functions: FunctionLength[] = [];
  const add = (node: Span, name: string) => {
    const [first, last] = [lineAt(offsets, node.start), lineAt(offsets, node.end - 1)];
    functions.push({ file, name, line: first + 1, lines: (counts[last + 1] ?? 0) - (counts[first] ?? 0) });
  };
  /** Where the functions of methods begin, which are counted with their names. */
  const bodies = new Set<number>();
  new Visitor({
    FunctionDeclaration: (node) => add(node, node.id?.name ?? 'function'),
    FunctionExpression: (node) => {
      if (!bodies.has(node.start)) add(node, node.id?.name ?? 'function');
    },
    ArrowFunctionExpression: (node) => add(node, 'arrow function'),
    MethodDefinition: (node) => {
      bodies.add(node.value.start);
      add(node, node.key.type === 'Identifier' ? node.key.name : 'method');
    },
  }).visit(program);
  return { file, lines: text.split('\n').length - 1, code: counts.at(-1) ?? 0, functions };
}

function withoutComments(text: string, comments: readonly Span[]): string {
  let result = '';
  let at = 0;
  for (const { start, end } of comments) {
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return result + text.slice(at);
}

function lineOffsets(text: string): readonly number[] {
  const offsets = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
  return offsets;
}

/** Index of the line that a place lies in. */
function lineAt(offsets: readonly number[], place: number): number {
  let [low, high] = [0, offsets.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
