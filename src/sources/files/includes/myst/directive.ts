/** Reads directives of MyST. */

import { posix } from 'node:path';

/** A directive of MyST: a fence of backticks, tildes or colons with a name in braces. */
export interface Directive {
  readonly name: string;
  /** The rest of the first line. */
  readonly argument: string;
  readonly options: ReadonlyMap<string, string>;
  readonly body: readonly string[];
  /** The marks of its fence: backticks, tildes or colons. */
  readonly marks: string;
}

/** The first line of a fence; with a name in braces, of a directive. */
export const FENCE = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,}|:{3,})[ \t]*(?:\{([\w:.+-]+)\}[ \t]*(.*)|.*)$/;

const OPTION = /^:([\w-]+):(?:[ \t]+(.*))?$/;
/** A further line of the value before it. */
const MORE = /^:?[ \t]+\S/;
const YAML_OPTION = /^([\w-]+)[ \t]*:(?:[ \t]+(.*))?$/;

/**
 * Reads the options of a directive: lines `:key: value`, or YAML between lines of hyphens.
 * @see https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html
 */
export function readDirective(
  name: string,
  argument: string,
  lines: readonly string[],
  marks: string,
): Directive {
  const isYaml = isRule(lines[0] ?? '') && lines.slice(1).some(isRule);
  const options = new Map<string, string>();
  let at = isYaml ? 1 : 0;
  let key = '';
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const isOption = isYaml ? !isRule(line) : OPTION.test(line) || (key !== '' && MORE.test(line));
    if (!isOption) break;
    const [, named, value = ''] = (isYaml ? YAML_OPTION : OPTION).exec(line) ?? [];
    key = named ?? key;
    const text = named === undefined ? line.replace(/^:/, '') : value.replace(/^[|>][-+]?$/, '');
    const before = named === undefined ? options.get(key) : undefined;
    options.set(key, [before, text.trim().replace(/^(["'])(.*)\1$/, '$2')].filter(Boolean).join(' '));
  }
  if (isYaml) at += 1;
  if ((lines[at] ?? '').trim() === '') at += 1;
  return { name, argument: argument.trim(), options, body: lines.slice(at), marks };
}

function isRule(line: string): boolean {
  return /^---[ \t]*$/.test(line);
}

/** The line without its white space, up to so many columns. */
export function withoutIndent(line: string, columns: number): string {
  return line.slice(Math.min(columns, line.search(/[^ \t]|$/)));
}

/** A part of an included file, by the options of `include` and `literalinclude`. */
export function partOf(text: string, options: ReadonlyMap<string, string>): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const lineOf = (key: string, from: number): number => {
    const mark = options.get(key);
    const found = mark === undefined ? -1 : lines.findIndex((line, at) => at >= from && line.includes(mark));
    return mark !== undefined && found < 0 ? lines.length : found;
  };
  const number = (key: string): number | undefined =>
    /^-?\d+$/.test(options.get(key) ?? '') ? Number(options.get(key)) : undefined;
  const [object, objectEnd] = pythonObject(lines, options.get('pyobject'));
  const after = lineOf('start-after', 0) + 1;
  const start = Math.max(after, lineOf('start-at', 0), object, 0);
  const ends = [lineOf('end-before', start), lineOf('end-at', start) + 1, objectEnd].filter((end) => end > 0);
  const chosen = lines.slice(start, ends.length > 0 ? Math.min(...ends) : undefined);
  const listed = options.get('lines');
  return (
    listed === undefined ? chosen.slice(number('start-line'), number('end-line')) : linesIn(chosen, listed)
  ).join('\n');
}

/** `1,3-5,10-`, counted from one. */
function linesIn(lines: readonly string[], list: string): readonly string[] {
  return list.split(',').flatMap((range) => {
    const [, from = '', dash, to = ''] = /^\s*(\d*)\s*(-?)\s*(\d*)\s*$/.exec(range) ?? [];
    if (from === '' && to === '') return [];
    const first = Number(from || 1);
    return lines.slice(first - 1, dash === '-' ? Number(to || lines.length) : first);
  });
}

/** The lines of a function or class, by its name: from its first line to the next line that isn't indented more. */
function pythonObject(
  lines: readonly string[],
  name: string | undefined,
): readonly [start: number, end: number] {
  const last = name?.split('.').at(-1);
  if (last === undefined) return [-1, -1];
  const opening = (line: string) => /^([ \t]*)(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)/.exec(line);
  const start = lines.findIndex((line) => opening(line)?.[2] === last);
  if (start < 0) return [lines.length, -1];
  const indent = opening(lines[start] ?? '')?.[1]?.length ?? 0;
  const isAfter = (line: string) =>
    line.trim() !== '' && line.search(/[^ \t]/) <= indent && !/^\s*[)\]]/.test(line);
  const end = lines.findIndex((line, at) => at > start && isAfter(line));
  return [start, end < 0 ? lines.length : end];
}

/**
 * Makes links of an included file relative to the page: those that begin as `relative-docs` says, and with
 * `relative-images` those of pictures.
 * @param files paths of the page and of the included file
 */
export function withRelativeLinks(
  text: string,
  options: ReadonlyMap<string, string>,
  [page, file]: readonly [page: string, file: string],
): string {
  const start = options.get('relative-docs');
  const way = posix.relative(posix.dirname(page), posix.dirname(file));
  if (way === '' || (start === undefined && !options.has('relative-images'))) return text;
  return text.replace(
    /(!?)(\[[^[\]\n]{0,500}\]\(<?)([^()\s<>#]{1,500})/g,
    (written, mark: string, before: string, target: string) => {
      const isMeant =
        mark === '' ? start !== undefined && target.startsWith(start) : options.has('relative-images');
      return !isMeant || /^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(target)
        ? written
        : `${mark}${before}${posix.join(way, target)}`;
    },
  );
}

/** The images of a figure without an image of its own, and the text below them. */
export function splitPictures(
  argument: string,
  body: readonly string[],
): readonly [pictures: readonly string[], rest: readonly string[]] {
  const last = argument === '' ? body.findLastIndex((line) => /^[ \t]*!\[/.test(line)) : -1;
  const rest = body.slice(last + 1);
  const start = rest.findIndex((line) => line.trim() !== '');
  return [body.slice(0, last + 1), start > 0 && last >= 0 ? rest.slice(start) : rest];
}
