/** Patterns for paths in the configuration of hosts. */

import { RE2JS } from 're2js';
import { attempt } from '../../../core/attempt.js';

/** Alternatives of a pattern for paths. Where a host's pattern isn't understood, it matches more. */
export type PathPattern = readonly RE2JS[];

const MAX_LENGTH = 2000;
const FLAGS = RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL;
const EVERYTHING: PathPattern = [RE2JS.compile('')];

/** Whether a path matches, whatever the case of its letters. Takes time in proportion to path and pattern. */
export function matchesPath(pattern: PathPattern, path: string): boolean {
  const text = path.slice(0, MAX_LENGTH);
  return pattern.some((one) => one.test(text));
}

/** The pattern of a path with stars: each is any text. */
export function starPattern(written: string): PathPattern {
  // Named parts are one segment long.
  const parts = written.slice(0, MAX_LENGTH).split(/(\*+|(?<=\/):\w+)/);
  const sources = parts.map((part, index) =>
    index % 2 === 0 ? RE2JS.quote(part) : part.startsWith(':') ? '[^/]*' : '.*',
  );
  return [RE2JS.compile(`^${sources.join('')}$`, FLAGS)];
}

/** The pattern of a glob with `**`, `{a,b}` and `@(a|b)`. */
export function globPattern(glob: string): PathPattern {
  const regex = glob
    .replace(/[.+^$\\]/g, '\\$&')
    .replace(/!\([^)]*\)/g, '\u0000')
    .replace(/@\(/g, '(?:')
    .replace(/\{([^{}]*)\}/g, (_, list: string) => `(?:${list.replaceAll(',', '|')})`)
    .replace(/\*\*\/|\*+|\?(?!:)|\u0000/g, (star) =>
      star === '**/' ? '(?:.*/)?' : star === '*' || star === '?' ? '[^/]*' : '.*',
    );
  return regexPattern(`^${glob.startsWith('/') ? '' : '/?'}${regex}$`);
}

/** The pattern of a source of Vercel: `/a/:name`, `/:path*`, `/(.*)`. */
export function routePattern(source: string): PathPattern {
  const regex = source
    .replace(/(?<!\\)\.(?![*+])/g, '\\.')
    .replace(/:\w+([*+?]?)(\()?/g, (_, many: string, group = '') =>
      group !== '' ? group : many === '' ? '[^/]*' : '.*',
    );
  return regexPattern(`^${regex}$`);
}

/** A condition on what follows or precedes: ignored, so that more matches. */
const CONDITION = /\(\?<?[=!](?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)/g;

/** The pattern of a regular expression, which takes linear time whatever it is. */
export function regexPattern(source: string): PathPattern {
  if (source.length > MAX_LENGTH) return EVERYTHING;
  return attempt(() => [RE2JS.compile(source.replace(CONDITION, ''), FLAGS)]) ?? EVERYTHING;
}
