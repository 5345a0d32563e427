import { isDeepStrictEqual } from 'node:util';
import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { MAX_FRONT_MATTER, readFrontMatter } from '../../../sources/files/front-matter.js';
import { AbilityError } from '../../abilities/ability.js';
import {
  type FieldValue,
  isList,
  isPlainText,
  type ListItem,
  lineEnd,
  lineStart,
  UneditableError,
} from './fields.js';
import { editJson } from './json-edit.js';
import { joinFile, type StoredFile } from './stored-file.js';
import { editToml } from './toml-edit.js';

/** A range of the text. */
type Range = readonly [start: number, end: number];

const OPTIONS = {
  // Also quotes words that older YAML readers would interpret as other types.
  compat: 'yaml-1.1',
  blockQuote: false,
  lineWidth: 0,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

/**
 * Sets or removes one key of YAML front matter. Nothing else changes: comments, order, quotes and white space of
 * everything else stay unchanged, and a value keeps its style.
 * @param text between the delimiters
 * @param value undefined removes the key
 * @throws UneditableError when the key has no line of its own
 */
function editYaml(text: string, key: string, value: FieldValue | undefined, eol: string): string {
  const { contents } = parseDocument(text, { merge: true, prettyErrors: false, logLevel: 'silent' });
  if (contents === null) return value === undefined ? text : append(text, key, value, '', eol);
  if (!isMap(contents) || contents.flow === true) {
    throw new UneditableError("its keys aren't on separate lines");
  }
  const pair = contents.items.find((one) => isScalar(one.key) && one.key.value === key);
  if (pair === undefined) {
    return value === undefined ? text : append(text, key, value, indentOf(text, contents), eol);
  }
  const lines = linesOf(text, pair);
  if (value === undefined) return splice(text, lines, '');
  const kept = editValue(text, pair, value, eol);
  if (kept !== undefined) return kept;
  return splice(text, lines, entryText(key, value, indentBefore(text, keyRange(pair)[0]), eol));
}

/** Changes the value alone; returns undefined when the whole entry must be written again. */
function editValue(text: string, { value: node }: Pair, value: FieldValue, eol: string): string | undefined {
  const range = plainRange(node);
  if (range === undefined) return undefined;
  if (isList(value)) {
    if (!isSeq(node)) return undefined;
    return node.flow === true
      ? splice(text, range, flowText(text, node, value))
      : editBlock(text, node, value, eol);
  }
  if (!isScalar(node) || node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL)
    return undefined;
  return splice(text, range, scalarText(value, node.type));
}

/** Returns the range of a value; undefined for an empty value, or one that others refer to. */
function plainRange(node: unknown): Range | undefined {
  const { range, anchor, tag } = node as Partial<Node> & { readonly anchor?: string };
  const isEmpty = range === undefined || range === null || range[0] === range[1];
  // The tag of a parsed node is an explicit one.
  return isEmpty || anchor !== undefined || tag !== undefined ? undefined : [range[0], range[1]];
}

function scalarText(value: Exclude<FieldValue, readonly ListItem[]>, style?: Scalar['type']): string {
  if (isPlainText(value)) return value.plain;
  const scalar = new Scalar(value);
  const isQuoted = style === Scalar.QUOTE_DOUBLE || style === Scalar.QUOTE_SINGLE;
  if (typeof value === 'string' && isQuoted) scalar.type = style;
  return stringify(scalar, OPTIONS).replace(/\n$/, '');
}

function itemText(item: ListItem, style?: Scalar['type']): string {
  if (typeof item === 'string') return scalarText(item, style);
  return flowOf(item);
}

function flowOf(value: unknown): string {
  const document = new Document(value, OPTIONS);
  if (isMap(document.contents) || isSeq(document.contents)) document.contents.flow = true;
  return document.toString(OPTIONS).trim();
}

/** Writes a list in brackets; existing items stay as written. */
function flowText(text: string, node: YAMLSeq, items: readonly ListItem[]): string {
  const before = new Map(sources(text, node));
  const style = styleOf(node);
  const written = items.map((item) => before.get(nameOf(item)) ?? flowItem(item, style));
  const [pad = ''] = /^\[( ?)/.exec(text.slice(node.range?.[0]))?.slice(1) ?? [];
  return items.length === 0 ? '[]' : `[${pad}${written.join(', ')}${pad}]`;
}

function flowItem(item: ListItem, style: Scalar['type'] | undefined): string {
  const text = itemText(item, style);
  return typeof item === 'string' && !/^["']/.test(text) ? flowOf([item]).slice(1, -1).trim() : text;
}

function* sources(text: string, node: YAMLSeq): Iterable<[name: string, source: string]> {
  for (const item of node.items) {
    const range = (item as Partial<Node> | null)?.range;
    if (range && range[0] !== range[1]) yield [nameOf(plainValue(item)), text.slice(range[0], range[1])];
  }
}

/** Writes a list of lines. An existing item keeps its line, with the comments after and above it. */
function editBlock(text: string, node: YAMLSeq, items: readonly ListItem[], eol: string): string | undefined {
  const [first] = node.items as readonly (Partial<Node> | null)[];
  if (!first?.range || items.length === 0) return undefined;
  const start = lineStart(text, first.range[0]);
  const dash = /^[ \t]*-[ \t]*/.exec(text.slice(start))?.[0];
  if (dash === undefined) return undefined;
  const before = new Map<string, string>();
  let at = start;
  for (const item of node.items as readonly (Partial<Node> | null)[]) {
    if (!item?.range) return undefined;
    const end = lineBreakFrom(text, item.range[1]);
    before.set(nameOf(plainValue(item)), text.slice(at, end));
    at = end;
  }
  const style = styleOf(node);
  const lines = items.map((item) => before.get(nameOf(item)) ?? `${dash}${itemText(item, style)}${eol}`);
  const written = lines.map((line) => (line.endsWith('\n') ? line : line + eol)).join('');
  return splice(text, [start, at], written);
}

function styleOf(node: YAMLSeq): Scalar['type'] | undefined {
  const [first] = node.items;
  return isScalar(first) ? first.type : undefined;
}

function plainValue(node: unknown): unknown {
  return (node as Node).toJS(new Document());
}

function nameOf(item: unknown): string {
  return JSON.stringify(item);
}

function append(text: string, key: string, value: FieldValue, indent: string, eol: string): string {
  const before = text === '' || text.endsWith('\n') ? text : text + eol;
  return before + entryText(key, value, indent, eol);
}

function entryText(key: string, value: FieldValue, indent: string, eol: string): string {
  const name = stringify(key, OPTIONS).trim();
  if (isList(value) && value.some((item) => typeof item !== 'string')) {
    return `${indent}${name}:${eol}${value.map((item) => `${indent}  - ${itemText(item)}${eol}`).join('')}`;
  }
  const written = isList(value) ? flowOf(value).replace(/^\[ /, '[').replace(/ \]$/, ']') : scalarText(value);
  return `${indent}${name}: ${written}${eol}`;
}

/** Returns the lines of a key with its value, without comments above it. */
function linesOf(text: string, pair: Pair): Range {
  const [start, keyEnd] = keyRange(pair);
  const range = (pair.value as Partial<Node> | null)?.range;
  const end = range && range[1] > keyEnd && range[0] !== range[1] ? range[1] : keyEnd;
  return [lineStart(text, start), lineBreakFrom(text, end)];
}

/** Returns the position after the line break; values of several lines already end there. */
function lineBreakFrom(text: string, end: number): number {
  return end > 0 && text[end - 1] === '\n' ? end : lineEnd(text, end);
}

function keyRange({ key }: Pair): Range {
  const range = (key as Partial<Node>).range;
  if (!range) throw new UneditableError('the position of one of its keys is unknown');
  return [range[0], range[1]];
}

function indentOf(text: string, { items: [first] }: YAMLMap): string {
  return first === undefined ? '' : indentBefore(text, keyRange(first)[0]);
}

function indentBefore(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? '';
}

function splice(text: string, [start, end]: Range, written: string): string {
  return text.slice(0, start) + written + text.slice(end);
}

/** New values of front matter keys; undefined removes a key. */
export type FrontMatterChanges = ReadonlyMap<string, FieldValue | undefined>;

const EDITORS = { yaml: editYaml, toml: editToml, json: editJson, 'json-object': editJson };

/**
 * Changes keys of a file's front matter and not one byte of anything else. A file without front matter gets one. The
 * result is parsed again to verify that only the given keys have changed.
 * @param name for messages
 * @throws AbilityError `svc_front_matter` when a key can't be changed alone, or the result would be too long
 */
export function editFrontMatter(file: StoredFile, changes: FrontMatterChanges, name: string): StoredFile {
  const needed = [...changes].filter(([key, value]) => value !== undefined || Object.hasOwn(file.data, key));
  if (needed.length === 0) return file;
  const before = file.front ?? { format: 'yaml', open: `---${file.eol}`, text: '', close: `---${file.eol}` };
  const edit = EDITORS[before.format];
  let { text } = before;
  try {
    for (const [key, value] of needed) text = edit(text, key, value, file.eol);
  } catch (error) {
    if (error instanceof UneditableError) throw uneditable(name, error.message);
    throw error;
  }
  if (text.length > MAX_FRONT_MATTER) throw tooLong(name, text.length);
  // A blank line separates new front matter from the body.
  const body = file.front === undefined ? file.eol + file.body : file.body;
  const changed = { ...file, front: { ...before, text }, body };
  const data = dataOf(changed);
  if (data === undefined || !saysAll(data, file, needed)) {
    throw uneditable(name, "its notation doesn't allow a change of single keys");
  }
  return { ...changed, data };
}

/** Parses a file like a build; returns undefined when a build would read a different body or fail. */
function dataOf(file: StoredFile): StoredFile['data'] | undefined {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n');
  try {
    const { present, data, body } = readFrontMatter(plain(joinFile({ ...file, mark: '' })));
    return present && plain(file.body) === body ? data : undefined;
  } catch {
    return undefined;
  }
}

function saysAll(
  data: StoredFile['data'],
  before: StoredFile,
  changes: readonly (readonly [string, FieldValue | undefined])[],
): boolean {
  const expected: Record<string, unknown> = { ...before.data };
  for (const [key, value] of changes) {
    if (value === undefined) delete expected[key];
    else expected[key] = isPlainText(value) ? data[key] : value;
  }
  return isDeepStrictEqual(normal(data), normal(expected));
}

/** Converts dates and other objects to plain data. */
function normal(data: StoredFile['data']): unknown {
  return JSON.parse(JSON.stringify(data));
}

function tooLong(name: string, length: number): AbilityError {
  const message = `The front matter of "${name}" would have ${length} characters, and the limit is ${MAX_FRONT_MATTER}. Shorten the texts.`;
  return new AbilityError(422, 'svc_front_matter', message);
}

function uneditable(name: string, why: string): AbilityError {
  const message = `The front matter of "${name}" can't be changed without changes to other lines: ${why}. Change it by hand.`;
  return new AbilityError(409, 'svc_front_matter', message);
}
