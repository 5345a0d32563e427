/** Reads configuration and data files of a generator's project. */

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { isWithin } from '../../config/out-safety.js';
import { attempt } from '../../core/attempt.js';
import { SvcError } from '../../core/errors.js';
import { convertible, objectOf, stringsOf } from '../../core/json.js';
import { memoised } from '../../core/memoised.js';
import { parseToml } from '../../core/parse-toml.js';
import { type ProgramValues, readProgram } from '../../core/program-values.js';
import { escapeRegExp } from '../../core/text.js';
import type { ConfigValues } from './config-values.js';

const MAX_BYTES = 1_000_000;

/**
 * The text of a configuration or data file of a project; undefined for a missing, unreadable or huge one.
 * @param path from the root
 * @param isOptional true for a file that may have no rules: a link that leads out counts as missing
 * @throws SvcError `SVC_SOURCE_MALFORMED` for a link that leads out of the root: without the file, its rules about
 * drafts would be missing
 */
export function readProjectText(root: string, path: string, isOptional = false): string | undefined {
  const file = join(root, path);
  if (!existsWithin(root, file, isOptional)) return undefined;
  return attempt(() => (statSync(file).size > MAX_BYTES ? undefined : readFileSync(file, 'utf8')));
}

function existsWithin(root: string, file: string, isOptional: boolean): boolean {
  try {
    if (isWithin(realpathSync(file), realpathSync(root))) return true;
  } catch {
    return false;
  }
  if (isOptional) return false;
  throw new SvcError('SVC_SOURCE_MALFORMED', `the file is a link that leads out of the folder "${root}"`, {
    file,
    fix: 'Replace the link with the file itself, or make the folder above both of them the path of the source.',
  });
}

/**
 * The data in a file in YAML, TOML or JSON; undefined for any other format, and for a file that can't be parsed.
 * @param name with an ending that shows the format
 */
export function parseData(name: string, text: string): unknown {
  try {
    if (/\.ya?ml$/.test(name))
      return convertible(parseYaml(text, { merge: true, maxAliasCount: 100, logLevel: 'silent' }));
    if (name.endsWith('.toml')) return convertible(parseToml(text));
    return name.endsWith('.json') ? convertible(JSON.parse(text)) : undefined;
  } catch {
    return undefined;
  }
}

/** The values of a configuration file of a project; see `readProjectText`. */
export function readConfigFile(root: string, path: string): ConfigValues {
  return parseConfig(path, readProjectText(root, path) ?? '');
}

/** The values of a configuration file. An unreadable one counts as empty. */
export function parseConfig(name: string, text: string): ConfigValues {
  return objectOf(parseData(name, text));
}

/**
 * Reads a file of a site that is a program as data. It never runs.
 * @param path from the root, with `/`
 */
export function readProgramFile(root: string, path: string, name?: string): ProgramValues {
  return readProgram(path, (file) => readProjectText(root, file), name);
}

/** True for the name of a JavaScript or TypeScript file. */
export function isProgram(file: string): boolean {
  return /\.[cm]?[jt]s$/.test(file);
}

/** A pattern for paths: `*` and `?` stay within a folder, `**` does not, and `{a,b}` is a choice. */
export function globToPattern(glob: string): RegExp {
  return new RegExp(`^${sourceOf(glob, /(\*\*|\*|\?|\{[^{}]*\})/)}$`);
}

/**
 * A pattern as JavaScript tools read it: `**` with a slash also stands for no folder, `[^_]` is a set, and `@(a|b)`,
 * `?(a|b)`, `*(a|b)`, `+(a|b)` and `!(a|b)` are choices.
 */
export const fileGlob = memoised((glob): RegExp => {
  const plain = glob.replace(/^\.?\//, '').replace(/(?:\*\*\/)+/g, '**/');
  return new RegExp(`^${sourceOf(plain, FILE_MARKS)}$`);
});

const FILE_MARKS = /([@?*+!]\([^()]*\)|\*\*\/|\*\*|\*|\?|\{[^{}]*\}|\[[^\]]+\])/;

/** Repeated choices are limited: a pattern must not take time that grows with the length of a path. */
const REPEATS: Readonly<Record<string, string>> = { '@': '', '?': '?', '*': '{0,5}', '+': '{1,5}' };

/** Written from the end, since `!(a|b)` depends on what follows. */
function sourceOf(glob: string, marks: RegExp): string {
  return glob.split(marks).reduceRight((rest, part, index) => {
    if (index % 2 === 0) return escapeRegExp(part) + rest;
    if (/^.\(/s.test(part)) return choiceOf(part, marks, rest) + rest;
    if (part === '**/') return `(?:.*/)?${rest}`;
    if (part === '**') return `.*${rest}`;
    if (part === '*') return `[^/]*${rest}`;
    if (part === '?') return `[^/]${rest}`;
    if (part.startsWith('[')) {
      const set = part.slice(1, -1).replace(/^!/, '^');
      return `[${set.replace(/[\\[\]]/g, '\\$&')}]${rest}`;
    }
    return anyOf(part.slice(1, -1).split(','), marks) + rest;
  }, '');
}

function anyOf(choices: readonly string[], marks: RegExp): string {
  return `(?:${choices.map((choice) => sourceOf(choice, marks)).join('|')})`;
}

function choiceOf(part: string, marks: RegExp, rest: string): string {
  const any = anyOf(part.slice(2, -1).split('|'), marks);
  if (part.startsWith('!')) return `(?!${any}${rest}$)[^/]*`;
  const repeat = REPEATS[part.charAt(0)] ?? '';
  return any + (/[*?]/.test(part.slice(2)) ? repeat.replace('5', '1') : repeat);
}

/**
 * Whether a path matches one of the globs of a configuration and none that begins with `!`. What isn't a text is
 * ignored.
 */
export function matchesAny(path: string, globs: unknown): boolean {
  const texts = stringsOf(globs);
  const negative = texts.filter((glob) => /^!(?!\()/.test(glob)).map((glob) => glob.slice(1));
  return texts.some((glob) => fileGlob(glob).test(path)) && !isExcluded(path, negative);
}

/** Whether a glob matches a path or one of the folders that it is in, as tools read their lists of excluded files. */
export function isExcluded(path: string, globs: unknown): boolean {
  return matchesAny(path, globs) || (path.includes('/') && isExcluded(posix.dirname(path), globs));
}
