import { type FieldValue, isList, isPlainText, type ListItem, lineEnd } from './fields.js';
import { rewriteList } from './toml-list.js';

/** `key = value` before the first table. */
interface Statement {
  readonly key: string;
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** After its line break. */
  readonly end: number;
}

const STATEMENT = /[ \t]*(?:([A-Za-z0-9_-]+)|"([^"\\\n]*)"|'([^'\n]*)')[ \t]*=[ \t]*/y;

/**
 * Sets or removes one key before the first table of TOML front matter. Nothing else changes.
 * @param text between the delimiters
 * @param value undefined removes the key
 */
export function editToml(text: string, key: string, value: FieldValue | undefined, eol: string): string {
  const { statements, end } = rootStatements(text);
  const found = statements.find((one) => one.key === key);
  if (found === undefined) {
    if (value === undefined) return text;
    const at = statements.at(-1)?.end ?? end;
    const before = at === 0 || text[at - 1] === '\n' ? '' : eol;
    return `${text.slice(0, at)}${before}${nameOf(key)} = ${valueText(value, '', eol)}${eol}${text.slice(at)}`;
  }
  if (value === undefined) return text.slice(0, found.start) + text.slice(found.end);
  const { valueStart, valueEnd } = found;
  const written = valueText(value, text.slice(valueStart, valueEnd), eol);
  return text.slice(0, valueStart) + written + text.slice(valueEnd);
}

/** @returns `end`: the start of the first table, or the end of the text */
function rootStatements(text: string): { readonly statements: readonly Statement[]; readonly end: number } {
  const statements: Statement[] = [];
  let at = 0;
  while (at < text.length) {
    if (/^[ \t]*\[/.test(text.slice(at, lineEnd(text, at)))) break;
    STATEMENT.lastIndex = at;
    const match = STATEMENT.exec(text);
    if (match === null) {
      at = lineEnd(text, at);
      continue;
    }
    const [head, bare, double, single] = match;
    const valueStart = at + head.length;
    const valueEnd = endOfValue(text, valueStart);
    const end = lineEnd(text, valueEnd);
    statements.push({ key: bare ?? double ?? single ?? '', start: at, valueStart, valueEnd, end });
    at = end;
  }
  return { statements, end: at };
}

/** Quotes that begin and end a text, the longest first. */
const QUOTES = ['"""', "'''", '"', "'"] as const;

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  // End of the last character that is neither space nor comment.
  let end = start;
  while (at < text.length) {
    const sign = text[at] ?? '';
    if (sign === '\n' && depth === 0) break;
    const quote = QUOTES.find((one) => text.startsWith(one, at));
    if (quote !== undefined) {
      at = endOfText(text, at, quote);
      end = at;
    } else if (sign === '#') {
      const newline = text.indexOf('\n', at);
      at = newline === -1 ? text.length : newline;
    } else {
      if (sign === '[' || sign === '{') depth += 1;
      if (sign === ']' || sign === '}') depth -= 1;
      at += 1;
      if (!/\s/.test(sign)) end = at;
    }
  }
  return end;
}

function endOfText(text: string, start: number, quote: string): number {
  let at = start + quote.length;
  while (at < text.length && !text.startsWith(quote, at))
    at += quote.startsWith('"') && text[at] === '\\' ? 2 : 1;
  at += quote.length;
  // Up to two quotes may precede the closing three.
  while (quote.length === 3 && text[at] === quote[0]) at += 1;
  return at;
}

function valueText(value: FieldValue, before: string, eol: string): string {
  if (isPlainText(value)) return value.plain;
  if (!isList(value)) return typeof value === 'string' ? textOf(value, before) : String(value);
  const [, first = ''] = /^\[\s*(["'])/.exec(before) ?? [];
  const wanted = {
    count: value.length,
    text: (at: number) => (typeof value[at] === 'string' ? value[at] : undefined),
    source: (at: number) => itemText(value[at] ?? '', first),
  };
  return rewriteList(before, wanted, eol);
}

function itemText(item: ListItem, before: string): string {
  if (typeof item === 'string') return textOf(item, before);
  const pairs = Object.entries(item).map(([key, text]) => `${nameOf(key)} = ${textOf(text, before)}`);
  return `{ ${pairs.join(', ')} }`;
}

/** Keeps literal quotes where the text allows them. */
function textOf(text: string, before: string): string {
  const isLiteral = /^'(?!'')/.test(before) && !/['\p{Cc}]/u.test(text);
  return isLiteral ? `'${text}'` : JSON.stringify(text).replaceAll('\u007f', '\\u007F');
}

function nameOf(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key);
}
