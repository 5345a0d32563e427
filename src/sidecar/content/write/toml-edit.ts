import { type FieldValue, isList, isPlainText, type ListItem, lineEnd } from './fields.js';

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

interface WrittenItem {
  /** Its text; undefined if it isn't a text on one line. */
  readonly text: string | undefined;
  /** Comments on their own lines, and white space. */
  readonly lead: string;
  readonly source: string;
  /** The rest of the line after its comma, with the line break; empty when another item follows. */
  readonly tail: string;
}

/** A list as written: `[`, `head`, its items, `foot`, `]`. */
interface WrittenList {
  readonly head: string;
  readonly items: readonly WrittenItem[];
  readonly foot: string;
  /** True when a comma follows the last item too. */
  readonly endsInComma: boolean;
}

/** The new items of a list. */
interface NewItems {
  /** Returns the text of an item; undefined if it isn't a text. */
  text(at: number): string | undefined;
  source(at: number): string;
  readonly count: number;
}

/**
 * Replaces the items of a TOML list. An existing item keeps its quotes; if it has its own line, it also keeps the
 * comments after and above it.
 * @param before the list as written; anything else is written again on one line
 * @see https://toml.io/en/v1.0.0#array
 */
function rewriteList(before: string, wanted: NewItems, eol: string): string {
  const { head, items, foot, endsInComma } = readList(before) ?? EMPTY;
  const known = new Map(items.flatMap((item) => (item.text === undefined ? [] : [[item.text, item]])));
  const [first] = items;
  const chosen = Array.from({ length: wanted.count }, (_, at): WrittenItem => {
    const text = wanted.text(at);
    const found = text === undefined ? undefined : known.get(text);
    const indent = /[ \t]*$/.exec(first?.lead ?? '')?.[0] ?? '';
    return found ?? { text, lead: indent, source: wanted.source(at), tail: eol };
  });
  if (chosen.length === 0) return '[]';
  const hasLines = first !== undefined && /\n$/.test(head) && items.every(({ tail }) => tail.endsWith('\n'));
  if (hasLines) {
    const lines = chosen.map(({ lead, source, tail }, at) => {
      const comma = at < chosen.length - 1 || endsInComma ? ',' : '';
      return lead + source + comma + tail;
    });
    return `[${head}${lines.join('')}${foot}]`;
  }
  const pad = /^\[([ \t]?)[^\s\]]/.exec(before)?.[1] ?? '';
  return `[${pad}${chosen.map(({ source }) => source).join(', ')}${pad}]`;
}

const EMPTY: WrittenList = { head: '', items: [], foot: '', endsInComma: false };

const SPACE = /(?:\s|#[^\n]*)*/y;
const REST_OF_LINE = /[ \t]*(?:#[^\n]*)?\r?\n/y;
const ITEM = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,[\]{}"'#]+/y;

/** @returns undefined for anything other than a list of plain items */
function readList(text: string): WrittenList | undefined {
  if (!text.startsWith('[')) return undefined;
  const take = (pattern: RegExp, from: number): string => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0] ?? '';
  };
  const head = take(REST_OF_LINE, 1);
  const items: WrittenItem[] = [];
  let at = 1 + head.length;
  for (let endsInComma = false; ; ) {
    const lead = take(SPACE, at);
    at += lead.length;
    if (text[at] === ']') return { head, items, foot: lead, endsInComma };
    const source = take(ITEM, at);
    // `""` alone begins a multi-line text.
    if (source === '' || /^["']{2}/.test(text.slice(at + source.length - 1, at + source.length + 1)))
      return undefined;
    at += source.length;
    const gap = take(/[ \t]*/y, at);
    endsInComma = text[at + gap.length] === ',';
    if (endsInComma) at += gap.length + 1;
    const tail = take(REST_OF_LINE, at);
    at += tail.length;
    items.push({ text: textOfItem(source), lead, source, tail });
    if (!endsInComma && !/^(?:\s|#[^\n]*(?:\n|$))*\]/.test(text.slice(at))) return undefined;
  }
}

function textOfItem(source: string): string | undefined {
  if (source.startsWith("'")) return source.slice(1, -1);
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // An escape that isn't valid in JSON.
    return undefined;
  }
}
