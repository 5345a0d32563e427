/** Parses front matter in YAML, TOML and JSON. */

import { TomlError } from 'smol-toml';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { scanJson } from '../../config/parse.js';
import { errorMessage } from '../../core/errors.js';
import { convertible } from '../../core/json.js';
import { parseToml } from '../../core/parse-toml.js';
import { dataOfFrontMatter } from './profiles/eleventy/config.js';
import { type RepeatedKey, repeatedJsonKeys, repeatedKeys } from './repeated-keys.js';

/** Unreadable front matter; lines and columns count in the file, from 1. */
export class FrontMatterError extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly column?: number,
    /** The key that occurs twice, where one does. */
    readonly repeated?: RepeatedKey,
  ) {
    super(message);
    this.name = 'FrontMatterError';
  }
}

/** The lines of a key that occurs more than once, as a phrase. */
export function linesText(lines: readonly number[]): string {
  const all = [...new Set(lines)];
  return all.length === 1
    ? `more than once in line ${all[0]}`
    : `in the lines ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** The error for a repeated key that may decide who sees the page; it names its lines. */
export function repeatedKeyError(repeated: RepeatedKey): FrontMatterError {
  const { key, lines } = repeated;
  const message = `the key "${key.slice(0, 60)}" occurs ${linesText(lines)}, and its values may decide who sees the page`;
  return new FrontMatterError(message, lines.at(-1) as number, 1, repeated);
}

/** The source text of parsed data, to see how a value was written. */
const yamlTexts = new WeakMap<object, string>();

// Texts begin with the line break after the opening mark, so that their lines count as those of the file.
function parseYaml(written: string): object {
  let text = written;
  let data: object;
  try {
    data = readYaml(text);
  } catch (error) {
    text = withIndentedTexts(withQuotedTexts(withSpaces(written)));
    if (text === written) throw error;
    data = dataOr(error, text);
  }
  if (typeof data === 'object' && data !== null) yamlTexts.set(data, text);
  return data;
}

/** @throws the first error where the text is unreadable as well */
function dataOr(error: unknown, text: string): object {
  try {
    return readYaml(text);
  } catch {
    throw error;
  }
}

/** Parsers of generators accept tabs before items. */
function withSpaces(text: string): string {
  return text.replace(/^[ \t]*\t/gm, (white) => white.replaceAll('\t', '  '));
}

/** A line whose key always has a text, such as `title: Terns: a history`, and no continuation lines. */
const TEXT_LINE =
  /^((?:title|subtitle|headline|description|summary|excerpt)[ \t]*:[ \t]+)(?![|>])(\S.*)$(?!\n[ \t]+\S)/gim;

/** A value that continues on later lines. */
const OPEN_END = /^(?:"(?!.*")|'(?!.*')|\[(?!.*\])|\{(?!.*\}))/;

/** Quotes texts that aren't valid YAML, such as those with a colon or a special first character. */
function withQuotedTexts(text: string): string {
  return text.replace(TEXT_LINE, (line, key: string, value: string) => {
    if (OPEN_END.test(value) || parseDocument(line, { logLevel: 'silent' }).errors.length === 0) return line;
    const bare = /^(["'])(.*)\1$/.exec(value.trim())?.[2] ?? value.trim();
    return key + JSON.stringify(bare);
  });
}

/** A quoted text after a key. */
const QUOTED = /^([ \t]*(?:- +)?[\w-]+:[ \t]+)("(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*')[ \t]*$/gm;
const KEY_LINE = /\n[ \t]*(?:- +)?[\w-]+:(?:\s|$)/;

/** Indents the later lines of quoted texts, which YAML 1.2 demands and the parsers of Hugo, Jekyll and MkDocs don't. */
function withIndentedTexts(text: string): string {
  return text.replace(QUOTED, (whole, key: string, quoted: string) =>
    KEY_LINE.test(quoted) ? whole : key + quoted.replace(/\n[ \t]*/g, `\n${' '.repeat(key.length)}`),
  );
}

const repeating = new WeakMap<object, readonly RepeatedKey[]>();

/** The keys that occur twice in the text of parsed data. Values of the last one count. */
export function repeatsOf(data: object): readonly RepeatedKey[] {
  return repeating.get(data) ?? [];
}

/** @throws FrontMatterError for a repeated key that may decide who sees the page */
function noteRepeats(data: object, repeats: readonly RepeatedKey[]): void {
  const deciding = repeats.find(({ mayHide }) => mayHide);
  if (deciding !== undefined) throw repeatedKeyError(deciding);
  if (repeats.length > 0) repeating.set(data, repeats);
}

function readYaml(text: string): object {
  // Merge keys (`<<`) are YAML 1.1 but in wide use; the alias limit stops texts that grow without limit.
  const options = { merge: true, prettyErrors: false, logLevel: 'silent' } as const;
  const document = parseDocument(text, options);
  const error = document.errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  if (error !== undefined) {
    const before = text.slice(0, error.pos[0]).split('\n');
    throw new FrontMatterError(yamlMessage(error), before.length, (before.at(-1)?.length ?? 0) + 1);
  }
  const repeats = document.errors.length === 0 ? [] : repeatedKeys(document, text);
  try {
    document.errors = [];
    const data = document.toJS({ maxAliasCount: 100 }) ?? {};
    noteRepeats(data, repeats);
    if (text.includes('&')) assertNoCycle(data);
    return data;
  } catch (cause) {
    if (cause instanceof FrontMatterError) throw cause;
    // The library reports an excess of aliases as a ReferenceError.
    throw new FrontMatterError(yamlMessage(cause), 2);
  }
}

function yamlMessage(cause: unknown): string {
  const message = errorMessage(cause);
  return `YAML: ${/call stack/.test(message) ? 'it is nested too deeply' : message}`;
}

/** @throws FrontMatterError for an anchor that refers to itself */
function assertNoCycle(data: unknown): void {
  try {
    JSON.stringify(data);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new FrontMatterError('YAML: an anchor contains a reference to itself', 2);
  }
}

/** The last one, for a key that occurs twice. */
function lastValue(contents: unknown, key: string): unknown {
  if (!isMap(contents)) return undefined;
  return contents.items.findLast((pair) => isScalar(pair.key) && pair.key.value === key)?.value;
}

function yamlNode(key: string, data: object): unknown {
  const text = yamlTexts.get(data);
  return text === undefined
    ? undefined
    : lastValue(parseDocument(text, { logLevel: 'silent' }).contents, key);
}

/** The text of a value as it was written in the YAML that parsed data comes from. */
export function yamlSourceOf(key: string, data: object): string | undefined {
  const node = yamlNode(key, data);
  return isScalar(node) ? node.source : undefined;
}

/** The texts of the items of a list as they were written; undefined for an item that isn't a plain value. */
export function itemSourcesOf(key: string, data: object): readonly (string | undefined)[] | undefined {
  const node = yamlNode(key, data);
  return isSeq(node) ? node.items.map((item) => (isScalar(item) ? item.source : undefined)) : undefined;
}

function keyIn(text: string, line: number): string {
  const [, key = ''] = /^\s*\[*([^=\]]*)/.exec(text.split('\n')[line - 1] ?? '') ?? [];
  return key.trim().slice(0, 60);
}

function parseTomlText(text: string): object {
  try {
    return parseToml(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [message = ''] = cause.message.split('\n');
    const key = /redefine/.test(message) ? `, the key "${keyIn(text, cause.line)}"` : '';
    throw new FrontMatterError(
      `TOML: ${message.replace(/^Invalid TOML document: /, '')}${key}`,
      cause.line,
      cause.column,
    );
  }
}

/** @throws FrontMatterError with its place, counted from the first line of the text */
export function parseJsonFrontMatter(text: string): object {
  let data: object;
  try {
    data = convertible(JSON.parse(text));
  } catch (cause) {
    // Whether and how the message gives the position differs between texts and releases.
    const before = text.slice(0, scanJson(text).error ?? 0).split('\n');
    const [message] = errorMessage(cause).split(/, (?:\.{3})?"| in JSON at /);
    throw new FrontMatterError(`JSON: ${message}`, before.length, (before.at(-1)?.length ?? 0) + 1);
  }
  if (scanJson(text).duplicate !== undefined) noteRepeats(data, repeatedJsonKeys(text));
  return data;
}

function refuse(): never {
  throw new FrontMatterError('front matter in JavaScript is never run', 1);
}

/** Names that decide whether a page is public: where code computes one, the page is left out. */
const DECIDES = /draft|publish|private|hidden|protected|permalink|exclude|access|visib|status/i;

/** JavaScript as data: it never runs. */
function readProgramText(text: string): object {
  const found = dataOfFrontMatter(text);
  const deciding = found?.computed.find((key) => DECIDES.test(key));
  if (found === undefined || deciding !== undefined) {
    const what = deciding === undefined ? 'its values' : `"${deciding}"`;
    throw new FrontMatterError(`front matter in JavaScript is never run, and ${what} can't be read`, 1);
  }
  return found.data;
}

/** The parser of each language of front matter; texts begin with a line break. */
export const ENGINES = {
  yaml: parseYaml,
  toml: parseTomlText,
  json: parseJsonFrontMatter,
  // The library would run these.
  javascript: readProgramText,
  js: readProgramText,
  coffee: refuse,
  coffeescript: refuse,
  cson: refuse,
};
