import { posix } from 'node:path';
import { remembered } from '../../core/remembered.js';
import { escapeRegExp } from '../../core/text.js';
import { textsOf } from './config-values.js';

/** A pattern for paths: `*` and `?` stay within a folder, `**` does not, and `{a,b}` is a choice. */
export function globToPattern(glob: string): RegExp {
  return new RegExp(`^${sourceOf(glob, /(\*\*|\*|\?|\{[^{}]*\})/)}$`);
}

/**
 * The same as JavaScript tools read it: `**` with a slash also stands for no folder, `[^_]` is a set, and `@(a|b)`,
 * `?(a|b)`, `*(a|b)`, `+(a|b)` and `!(a|b)` are choices.
 */
export const fileGlob = remembered((glob): RegExp => {
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
  const texts = textsOf(globs);
  const negative = texts.filter((glob) => /^!(?!\()/.test(glob)).map((glob) => glob.slice(1));
  return texts.some((glob) => fileGlob(glob).test(path)) && !isExcluded(path, negative);
}

/** Whether a glob matches a path or one of the folders that it is in, as tools read their lists of excluded files. */
export function isExcluded(path: string, globs: unknown): boolean {
  return matchesAny(path, globs) || (path.includes('/') && isExcluded(posix.dirname(path), globs));
}
