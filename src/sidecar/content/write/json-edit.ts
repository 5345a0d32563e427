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
  const { members, open, close } = membersOf(text);
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

/** Returns the positions of the items in the outermost list of a JSON text, and the position of its end. */
export function itemRanges(text: string): {
  readonly items: readonly (readonly [start: number, end: number])[];
  /** Position of the closing bracket. */
  readonly close: number;
} {
  const items: [number, number][] = [];
  if (!/^\s*\[/.test(text)) throw new UneditableError("it isn't a list");
  let depth = 0;
  let start: number | undefined;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [whole, sign, quoted, bare] = match;
    const end = TOKEN.lastIndex;
    const begin = end - (sign ?? quoted ?? bare ?? whole).length;
    const isInList = depth === 1;
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
    if (depth === 0) return { items, close: begin };
    if (isInList && sign !== ',') start ??= begin;
    if (depth === 1 && start !== undefined && sign !== ',') {
      items.push([start, end]);
      start = undefined;
    }
  }
  throw new UneditableError("it isn't a list");
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

function membersOf(text: string): {
  readonly members: readonly Member[];
  readonly open: number;
  readonly close: number;
} {
  const members: Member[] = [];
  let depth = 0;
  let open = -1;
  let key: { readonly name: string; readonly start: number } | undefined;
  let valueStart: number | undefined;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [whole, sign, quoted, bare] = match;
    const end = TOKEN.lastIndex;
    const start = end - (sign ?? quoted ?? bare ?? whole).length;
    const isOutermost = depth === 1;
    if (sign === '{' || sign === '[') depth += 1;
    if (sign === '}' || sign === ']') depth -= 1;
    if (depth === 1 && !isOutermost && open === -1) open = end;
    else if (isOutermost && key === undefined && quoted !== undefined) {
      key = { name: JSON.parse(quoted) as string, start };
    } else if (isOutermost && key !== undefined && valueStart === undefined && sign !== ':')
      valueStart = start;
    const isValueOver = depth === 1 && valueStart !== undefined && sign !== ',' && sign !== ':';
    if (isValueOver && key !== undefined && valueStart !== undefined) {
      members.push({ key: key.name, keyStart: key.start, valueStart, valueEnd: end });
      [key, valueStart] = [undefined, undefined];
    }
    if (depth === 0) return { members, open, close: start };
  }
  throw new UneditableError("it isn't an object");
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
