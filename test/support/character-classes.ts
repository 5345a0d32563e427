import { parseAst } from 'rolldown/parseAst';

/** A range in a character class of a regular expression, such as `a-z`. */
export interface CharacterRange {
  readonly from: string;
  readonly to: string;
  /** The class that it stands in. */
  readonly within: string;
}

const ATOM = /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[^}]*\}|.)|./isuy;

/** Every range that the regular expressions of a TypeScript file have, those that are made of texts included. */
export function rangesOf(code: string): readonly CharacterRange[] {
  const { patterns, texts, makesSome } = expressionsOf(parseAst(code, { lang: 'ts' }).body);
  return [...patterns, ...(makesSome ? texts : [])].flatMap(rangesIn);
}

interface Expressions {
  readonly patterns: string[];
  /** Texts of the file, which may be parts of an expression. */
  readonly texts: string[];
  makesSome: boolean;
}

type Node = Readonly<Record<string, unknown>>;

function expressionsOf(root: unknown): Expressions {
  const found: Expressions = { patterns: [], texts: [], makesSome: false };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null) {
      take(value as Node, found);
      for (const child of Object.values(value)) visit(child);
    }
  };
  visit(root);
  return found;
}

function take(node: Node, found: Expressions): void {
  const { type, value, regex, name, quasis } = node;
  if (type === 'Literal' && typeof regex === 'object' && regex !== null) {
    found.patterns.push((regex as { readonly pattern: string }).pattern);
  } else if (type === 'Literal' && typeof value === 'string') found.texts.push(value);
  else if (type === 'TemplateLiteral') {
    const parts = quasis as readonly { readonly value: { readonly cooked: string | null } }[];
    // What is put in stands for itself, so that an end that is computed is no end of a range.
    found.texts.push(parts.map((part) => part.value.cooked ?? '').join('\\w'));
  } else if (type === 'Identifier' && name === 'RegExp') found.makesSome = true;
}

/** The ranges of one pattern. */
export function rangesIn(pattern: string): readonly CharacterRange[] {
  const found: CharacterRange[] = [];
  for (let index = 0; index < pattern.length; index++) {
    if (pattern[index] === '\\') index += 1;
    if (pattern[index] !== '[' || pattern[index - 1] === '\\') continue;
    const start = pattern[index + 1] === '^' ? index + 2 : index + 1;
    const { atoms, end } = classAt(pattern, start);
    const within = pattern.slice(index, end + 1);
    for (let at = 1; at + 1 < atoms.length; at++) {
      if (atoms[at] !== '-') continue;
      found.push({ from: atoms[at - 1] as string, to: atoms[at + 1] as string, within });
      at += 1;
    }
    index = end;
  }
  return found;
}

function classAt(
  pattern: string,
  start: number,
): { readonly atoms: readonly string[]; readonly end: number } {
  const atoms: string[] = [];
  let end = start;
  while (end < pattern.length && pattern[end] !== ']') {
    ATOM.lastIndex = end;
    const [atom = ''] = ATOM.exec(pattern) ?? [];
    atoms.push(atom);
    end += atom.length;
  }
  // What is never closed is no class but text.
  return pattern[end] === ']' ? { atoms, end } : { atoms: [], end: start };
}
