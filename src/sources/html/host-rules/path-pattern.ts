/** Any text, and any text without a slash. */
const ANY = Symbol('any text');
const SEGMENT = Symbol('text without a slash');

type Token = string | typeof ANY | typeof SEGMENT;

/** Alternatives of a pattern for whole paths. Where a host's pattern isn't understood, it matches more. */
export type PathPattern = readonly (readonly Token[])[];

/** More alternatives than these become one that matches everything. */
const MAX_ALTERNATIVES = 64;
const MAX_LENGTH = 2000;
const EVERYTHING: PathPattern = [[ANY]];

/** Whether a path matches, whatever the case of its letters. Takes time in proportion to path and pattern. */
export function matchesPath(pattern: PathPattern, path: string): boolean {
  const text = path.slice(0, MAX_LENGTH).toLowerCase();
  return pattern.some((tokens) => matchesTokens(tokens, text));
}

function matchesTokens(tokens: readonly Token[], text: string): boolean {
  let ends = new Set([0]);
  for (const token of tokens) {
    const next = new Set<number>();
    for (const at of token === ANY ? [Math.min(...ends)] : ends) {
      if (typeof token === 'string') {
        if (text.startsWith(token, at)) next.add(at + token.length);
        continue;
      }
      // An earlier start has reached everything up to the next slash.
      if (next.has(at)) continue;
      const stop = token === ANY ? -1 : text.indexOf('/', at);
      for (let end = at; end <= (stop < 0 ? text.length : stop); end += 1) next.add(end);
    }
    if (next.size === 0) return false;
    ends = next;
  }
  return ends.has(text.length);
}

/** The pattern of a path with stars: each is any text. */
export function starPattern(written: string): PathPattern {
  // Named parts are one segment long.
  const parts = written
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .split(/(\*+|(?<=\/):\w+)/);
  const tokens = parts.map((part, index) => (index % 2 === 0 ? part : part.startsWith(':') ? SEGMENT : ANY));
  return [tokens.filter((token) => token !== '')];
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

/** The pattern of a regular expression, which is never run: it could take forever. */
export function regexPattern(source: string): PathPattern {
  if (source.length > MAX_LENGTH) return EVERYTHING;
  const parser = new RegexParser(source.toLowerCase());
  const alternatives = parser.alternatives(0);
  return alternatives.length > MAX_ALTERNATIVES ? EVERYTHING : alternatives.map(anchored);
}

/** Marks of the ends of the text; without them anything may precede and follow. */
const START = '\u0001';
const END = '\u0002';

function anchored(tokens: readonly Token[]): readonly Token[] {
  const inner = tokens.filter((token) => token !== START && token !== END);
  const before: readonly Token[] = tokens.includes(START) ? [] : [ANY];
  const after: readonly Token[] = tokens.includes(END) ? [] : [ANY];
  return [...before, ...inner, ...after];
}

/** Deeper groups match everything. */
const MAX_DEPTH = 20;

class RegexParser {
  #at = 0;

  constructor(private readonly source: string) {}

  /** Up to the end of the group. */
  alternatives(depth: number): readonly (readonly Token[])[] {
    const found: (readonly Token[])[] = [];
    let open: readonly (readonly Token[])[] = [[]];
    while (this.#at < this.source.length) {
      const char = this.source[this.#at] as string;
      this.#at += 1;
      if (char === ')') break;
      if (char === '|') {
        found.push(...open);
        open = [[]];
        continue;
      }
      const atom = this.#repeated(this.#atom(char, depth));
      open = open.flatMap((tokens) => atom.map((more) => [...tokens, ...more]));
      if (open.length > MAX_ALTERNATIVES) open = [[ANY]];
    }
    return [...found, ...open];
  }

  #atom(char: string, depth: number): readonly (readonly Token[])[] {
    if (char === '^') return [[START]];
    if (char === '$') return [[END]];
    if (char === '.') return [[ANY]];
    if (char === '\\') {
      const next = this.source[this.#at] ?? '';
      this.#at += 1;
      return /[dws]/.test(next) ? [[SEGMENT]] : next === 'b' ? [[]] : [[next]];
    }
    if (char === '[') {
      const end = this.source.indexOf(']', this.#at + 1);
      this.#at = end < 0 ? this.source.length : end + 1;
      return [[SEGMENT]];
    }
    if (char !== '(') return [[char]];
    const look = /^\?(?:<?[=!]|:|<\w+>|[a-z]+\))/.exec(this.source.slice(this.#at, this.#at + 80))?.[0] ?? '';
    this.#at += look.length;
    if (look.endsWith(')')) return [[]];
    if (depth >= MAX_DEPTH) {
      this.#at = this.source.length;
      return EVERYTHING;
    }
    const inside = this.alternatives(depth + 1);
    // A condition on what follows or precedes: ignored, so that more matches.
    return /[=!]$/.test(look) ? [[]] : inside.length > MAX_ALTERNATIVES ? EVERYTHING : inside;
  }

  #repeated(atom: readonly (readonly Token[])[]): readonly (readonly Token[])[] {
    const mark =
      /^(?:[*+?]|\{[\d,]{1,20}\})[?+]?/.exec(this.source.slice(this.#at, this.#at + 30))?.[0] ?? '';
    this.#at += mark.length;
    if (mark === '') return atom;
    if (mark.startsWith('?')) return [[], ...atom];
    const isSegment = atom.every((tokens) => tokens.every((token) => token === SEGMENT));
    return [[isSegment ? SEGMENT : ANY]];
  }
}
