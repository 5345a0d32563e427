import matter from 'gray-matter';
import { parse as parseToml, TomlError } from 'smol-toml';
import { isMap, isScalar, parseDocument } from 'yaml';
import { scanJson } from '../../config/json-scan.js';
import { parseSimpleYaml } from './simple-yaml.js';

/** Front matter and body of one file. */
export interface FrontMatter {
  /** False for a file that has none. */
  readonly present: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** The text of a value as it was written (`007`, `1.10`), where its type would change it. */
  source(key: string): string | undefined;
}

/** Front matter that cannot be read; lines and columns count in the file, from 1. */
export class FrontMatterError extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly column?: number,
  ) {
    super(message);
    this.name = 'FrontMatterError';
  }
}

/** Front matter longer than this is no front matter. */
const MAX_LENGTH = 200_000;

/** The text behind parsed data, to see how a value was written. */
const yamlTexts = new WeakMap<object, string>();

// Texts begin with the line break after the opening mark, so that their lines count as those of the file.
function parseYaml(text: string): object {
  const data = parseSimpleYaml(text) ?? parseFullYaml(text);
  if (typeof data === 'object' && data !== null) yamlTexts.set(data, text);
  return data;
}

function parseFullYaml(text: string): object {
  // Merge keys (`<<`) are YAML 1.1 but in wide use; the alias limit stops texts that grow without end.
  const document = parseDocument(text, { merge: true, prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const before = text.slice(0, error.pos[0]).split('\n');
    throw new FrontMatterError(`YAML: ${error.message}`, before.length, (before.at(-1)?.length ?? 0) + 1);
  }
  try {
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (cause) {
    // The library reports an excess of aliases as a ReferenceError.
    throw new FrontMatterError(`YAML: ${cause instanceof Error ? cause.message : String(cause)}`, 2);
  }
}

function sourceOf(key: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const { contents } = parseDocument(text, { logLevel: 'silent' });
  const node = isMap(contents) ? contents.get(key, true) : undefined;
  return isScalar(node) ? node.source : undefined;
}

function parseTomlText(text: string): object {
  try {
    return parseToml(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [message = ''] = cause.message.split('\n');
    throw new FrontMatterError(
      `TOML: ${message.replace(/^Invalid TOML document: /, '')}`,
      cause.line,
      cause.column,
    );
  }
}

function parseJson(text: string): object {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // What the message tells of the place, and whether it does, differs between texts and releases.
    const before = text.slice(0, scanJson(text).error ?? 0).split('\n');
    const [message] = (cause instanceof Error ? cause.message : String(cause)).split(
      /, (?:\.{3})?"| in JSON at /,
    );
    throw new FrontMatterError(`JSON: ${message}`, before.length, (before.at(-1)?.length ?? 0) + 1);
  }
}

function refuse(): never {
  throw new FrontMatterError('front matter that is a program is never run', 1);
}

const ENGINES = {
  yaml: parseYaml,
  toml: parseTomlText,
  json: parseJson,
  // The library would run these.
  javascript: refuse,
  js: refuse,
  coffee: refuse,
  coffeescript: refuse,
  cson: refuse,
};

interface Split {
  readonly data: unknown;
  readonly body: string;
}

/** Hugo's JSON form: an object from the first line to the line that holds only its closing brace. */
function splitBareJson(text: string): Split | undefined {
  if (!/^\{\s*(?:\n|")/.test(text)) return undefined;
  const end = /^\}[ \t]*$/m.exec(text);
  if (end === null) return undefined;
  const stop = end.index + end[0].length;
  return { data: parseJson(text.slice(0, stop)), body: text.slice(stop) };
}

function splitDelimited(text: string): Split | undefined {
  const open = /^(---|\+\+\+|;;;)[ \t]*([A-Za-z]*)[ \t]*\n/.exec(text);
  const [line = '', mark = '', word = ''] = open ?? [];
  if (open === null) return undefined;
  // The closing line is looked for here, since "----" or "--- text" does not close.
  const close = new RegExp(
    `^${mark === '---' ? '(?:---|\\.\\.\\.)' : mark.replace(/\+/g, '\\+')}[ \\t]*$`,
    'm',
  );
  const rest = text.slice(line.length);
  const found = close.exec(rest);
  if (found === null) {
    // A rule at the top of a page, not front matter; keys under it say otherwise.
    if (mark === '---' && !/^[\w-]+\s*:/.test(rest)) return undefined;
    throw new FrontMatterError(`the front matter is never closed by a line "${mark}"`, 1, 1);
  }
  if (found.index > MAX_LENGTH) throw new FrontMatterError('the front matter is too long', 1, 1);
  const language = mark === '+++' ? 'toml' : mark === ';;;' ? 'json' : word.toLowerCase() || 'yaml';
  if (!Object.hasOwn(ENGINES, language)) {
    throw new FrontMatterError(`front matter in "${language}" is not known; use YAML, TOML or JSON`, 1, 4);
  }
  const { data } = matter(`---\n${rest.slice(0, found.index)}\n---`, { language, engines: ENGINES });
  return { data, body: rest.slice(found.index + found[0].length) };
}

/**
 * Separates front matter (YAML `---`, TOML `+++`, JSON `;;;` or an object) from the body.
 * @param text the file with `\n` line ends, without byte order mark
 * @throws FrontMatterError with line and column
 */
export function readFrontMatter(text: string): FrontMatter {
  const split = splitDelimited(text) ?? splitBareJson(text);
  if (split === undefined) return { present: false, data: {}, body: text, source: () => undefined };
  const { data } = split;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new FrontMatterError('the front matter is not a list of keys and values', 2, 1);
  }
  return {
    present: true,
    data: data as Record<string, unknown>,
    body: split.body.replace(/^\n/, ''),
    source: (key) => sourceOf(key, yamlTexts.get(data)),
  };
}
