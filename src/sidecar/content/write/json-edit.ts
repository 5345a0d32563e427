import { type FieldValue, isList, isPlainText, UneditableError } from './fields.js';

/** A member of the outermost object. */
interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

const TOKEN = /[\s]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|([^\s{}[\],:"]+))/y;

/**
 * Sets or removes one member of the outermost object of a JSON text. Nothing else changes.
 * @param value undefined removes the member
 * @throws UneditableError for a text that isn't an object
 */
export function editJson(text: string, key: string, value: FieldValue | undefined, eol: string): string {
  const { items, open, close } = itemRanges(text, '{');
  const members = items.map(([start, end]) => memberAt(text, start, end));
  const at = members.findIndex((member) => member.key === key);
  const found = members[at];
  if (found === undefined) {
    return value === undefined
      ? text
      : insert(text, members, open, close, `${JSON.stringify(key)}: `, value, eol);
  }
  const { valueStart, valueEnd } = found;
  if (value !== undefined) {
    const written = valueText(value, text.slice(valueStart, valueEnd), indentOf(text, found.keyStart), eol);
    return text.slice(0, valueStart) + written + text.slice(valueEnd);
  }
  const [before, after] = [members[at - 1], members[at + 1]];
  const [start, end] =
    before !== undefined ? [before.valueEnd, valueEnd] : [found.keyStart, after?.keyStart ?? valueEnd];
  return text.slice(0, start) + text.slice(end);
}

/** The items of the outermost list or object of a text, and where they are. */
interface Items {
  readonly items: readonly (readonly [start: number, end: number])[];
  /** Position after the opening bracket. */
  readonly open: number;
  /** Position of the closing bracket. */
  readonly close: number;
}

/**
 * Returns the positions of the items in the outermost list of a JSON text, or in its outermost object.
 * @throws UneditableError for a text that isn't one
 */
export function itemRanges(text: string, bracket: '[' | '{' = '['): Items {
  const items: [number, number][] = [];
  let [depth, open, end] = [0, 0, 0];
  let start: number | undefined;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [whole, sign, quoted, bare] = match;
    const begin = TOKEN.lastIndex - (sign ?? quoted ?? bare ?? whole).length;
    if (depth === 0 && sign !== bracket) break;
    const closes = sign === '}' || sign === ']';
    if (depth === 1 && (closes || sign === ',')) {
      if (start !== undefined) items.push([start, end]);
      start = undefined;
      if (closes) return { items, open, close: begin };
      continue;
    }
    end = TOKEN.lastIndex;
    if (depth === 0) open = end;
    else start ??= begin;
    if (sign === '{' || sign === '[') depth += 1;
    else if (closes) depth -= 1;
  }
  throw new UneditableError(bracket === '[' ? "it isn't a list" : "it isn't an object");
}

function insert(
  text: string,
  members: readonly Member[],
  open: number,
  close: number,
  head: string,
  value: FieldValue,
  eol: string,
): string {
  const last = members.at(-1);
  if (last === undefined) {
    return `${text.slice(0, open)}${eol}  ${head}${valueText(value, '', '  ', eol)}${eol}${text.slice(close)}`;
  }
  const lead = /\s*$/.exec(text.slice(0, last.keyStart))?.[0] ?? '';
  const isOwnLine = lead.includes('\n');
  const gap = isOwnLine ? eol + indentOf(text, last.keyStart) : ' ';
  const written = valueText(value, '', indentOf(text, last.keyStart), eol);
  return `${text.slice(0, last.valueEnd)},${gap}${head}${written}${text.slice(last.valueEnd)}`;
}

function memberAt(text: string, keyStart: number, valueEnd: number): Member {
  TOKEN.lastIndex = keyStart;
  const quoted = TOKEN.exec(text)?.[2];
  const colon = TOKEN.exec(text)?.[1];
  if (quoted === undefined || colon !== ':') throw new UneditableError("it isn't an object");
  const valueStart = TOKEN.lastIndex + text.slice(TOKEN.lastIndex, valueEnd).search(/\S/);
  return { key: JSON.parse(quoted) as string, keyStart, valueStart, valueEnd };
}

function valueText(value: FieldValue, before: string, indent: string, eol: string): string {
  if (isPlainText(value)) return JSON.stringify(value.plain);
  if (!isList(value) || !before.includes('\n') || value.length === 0) return JSON.stringify(value);
  const step = indent === '' ? '  ' : indent;
  const items = value.map((item) => `${indent}${step}${JSON.stringify(item)}`);
  return `[${eol}${items.join(`,${eol}`)}${eol}${indent}]`;
}

function indentOf(text: string, at: number): string {
  return /(?:^|\n)([ \t]*)$/.exec(text.slice(0, at))?.[1] ?? '';
}
