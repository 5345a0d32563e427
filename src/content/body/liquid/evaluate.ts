/**
 * Evaluates the part of Liquid and Nunjucks whose values are known: variables of the page, the configuration and data
 * files, includes with their parameters, assignments, conditions and loops over lists. Everything else stays as it is
 * written.
 */
import { isObject } from '../../../core/is-object.js';
import { withoutCode } from '../../../core/prose.js';
import { LazyMap, textOf, UNKNOWN } from '../template-values.js';
import { conditionOf, evaluate, operandOf, type Variables } from './expression.js';

/** What templates may look up. */
export interface LiquidHost {
  /** The value of a global name such as `site` or `page`. */
  global(name: string): unknown;
  /** The text of a file that a tag includes. */
  include(tag: string, file: string, expand: (text: string) => string): string | undefined;
}

const TAG = /\{%-?\s*([\w-]+)((?:[^%]|%(?!\}))*?)-?%\}|\{\{-?((?:[^{}]|\}(?!\}))*?)-?\}\}/g;
const MAX_STEPS = 20_000;
const MAX_ITEMS = 1000;
const MAX_LENGTH = 2_000_000;
const MAX_DEPTH = 30;

interface Token {
  readonly from: number;
  readonly to: number;
  /** Empty for output. */
  readonly name: string;
  readonly rest: string;
  readonly isCode: boolean;
}

/** @param text Markdown or HTML */
export function evaluateLiquid(text: string, host: LiquidHost): string {
  return new Evaluation(host).text(text, new Scope(host), 0);
}

class Scope implements Variables {
  readonly #host: LiquidHost;
  readonly #own = new Map<string, unknown>();
  readonly #outer: Scope | undefined;

  constructor(host: LiquidHost, outer?: Scope) {
    this.#host = host;
    this.#outer = outer;
  }

  get(name: string): unknown {
    if (this.#own.has(name)) return this.#own.get(name);
    return this.#outer === undefined ? this.#host.global(name) : this.#outer.get(name);
  }

  /** True for a variable of a loop, an include or an assignment. */
  isLocal(name: string): boolean {
    return this.#own.has(name) || this.#outer?.isLocal(name) === true;
  }

  set(name: string, value: unknown): void {
    this.#own.set(name, value);
  }
}

class Evaluation {
  readonly #host: LiquidHost;
  #steps = 0;
  #length = 0;

  constructor(host: LiquidHost) {
    this.#host = host;
  }

  text(text: string, scope: Scope, depth: number): string {
    if (depth > MAX_DEPTH || !/\{[{%]/.test(text)) return text;
    return this.#range(text, tokensOf(text), scope, depth);
  }

  /** @param tokens those of the text, in order */
  #range(text: string, tokens: readonly Token[], scope: Scope, depth: number): string {
    let out = '';
    let at = 0;
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index] as Token;
      this.#steps += 1;
      if (this.#isOver()) break;
      const end = /^(?:if|unless|for|case|capture|raw|comment|highlight|verbatim)$/.test(token.name)
        ? closing(tokens, index)
        : undefined;
      const last = end === undefined ? token : (tokens[end] as Token);
      const shown = this.#token(text, tokens.slice(index, (end ?? index) + 1), scope, depth);
      if (end !== undefined) index = end;
      if (shown === undefined) continue;
      out += text.slice(at, token.from) + shown;
      this.#length += shown.length;
      at = last.to;
      // A tag on a line of its own that shows nothing takes the line with it.
      if (shown === '' && /(?:^|\n)[ \t]*$/.test(out.slice(-200)) && text[at] === '\n') at += 1;
    }
    return out + text.slice(at);
  }

  /** @returns undefined where it stays as it is */
  #token(text: string, tokens: readonly Token[], scope: Scope, depth: number): string | undefined {
    const [token] = tokens;
    if (token === undefined) return undefined;
    const { name, rest, isCode } = token;
    if (name === '') return this.#output(rest, scope, isCode);
    if (isCode) return undefined;
    if (name === 'assign') {
      const [, variable = '', value = ''] = /^\s*([\w-]+)\s*=\s*([\s\S]+)$/.exec(rest) ?? [];
      const known = evaluate(value, scope);
      scope.set(variable, known);
      return known === UNKNOWN ? undefined : '';
    }
    if (/^include(?:_relative|_cached)?$|^render$/.test(name)) return this.#include(name, rest, scope, depth);
    if (tokens.length < 2) return undefined;
    if (name === 'capture') {
      const inner = this.#inside(text, tokens, 0, tokens.length - 1, scope, depth);
      scope.set(rest.trim(), inner);
      return '';
    }
    if (name === 'for') return this.#loop(text, tokens, scope, depth);
    return name === 'if' || name === 'unless' ? this.#branch(text, tokens, scope, depth) : undefined;
  }

  #output(expression: string, scope: Scope, isCode: boolean): string | undefined {
    const root = /^\s*([A-Za-z_][\w-]*)/.exec(expression)?.[1] ?? '';
    if (isCode && !scope.isLocal(root)) return undefined;
    // Addresses are resolved later.
    const [, path] = /^([\s\S]+?)\|\s*(?:relative_url|absolute_url|url)\s*$/.exec(expression) ?? [];
    const value = evaluate(path ?? expression, scope);
    if (value === UNKNOWN || typeof value === 'object' || typeof value === 'function') return undefined;
    const shown = textOf(value);
    if (path !== undefined)
      return /^\/[^"'{}]*$/.test(shown) && root !== '' ? `{{ "${shown}" | relative_url }}` : undefined;
    return /\{[{%]/.test(shown) ? `{% raw %}${shown}{% endraw %}` : shown;
  }

  #include(tag: string, rest: string, scope: Scope, depth: number): string | undefined {
    const [, quoted, bare, parameters = ''] =
      /^\s*(?:["']([^"']+)["']|([^\s{}]+))\s*,?\s*([\s\S]*)$/.exec(rest) ?? [];
    const file = quoted ?? bare;
    if (file === undefined) return undefined;
    const values = [...parameters.matchAll(/([\w-]+)\s*[=:]\s*("[^"]*"|'[^']*'|[^\s,]+)/g)].map(
      ([, name = '', value = '']) => [name, operandOf(value, scope)] as const,
    );
    const inner = new Scope(this.#host, scope);
    inner.set('include', Object.fromEntries(values));
    if (tag === 'render') for (const [name, value] of values) inner.set(name, value);
    return this.#host.include(tag, file, (text) => this.text(text, inner, depth + 1));
  }

  #loop(text: string, tokens: readonly Token[], scope: Scope, depth: number): string | undefined {
    const [, name = '', source = '', options = ''] =
      /^\s*([\w-]+)\s+in\s+([\w.[\]"'-]+)\s*([\s\S]*)$/.exec(tokens[0]?.rest ?? '') ?? [];
    const value = operandOf(source, scope);
    const items = Array.isArray(value) ? value : isObject(value) ? Object.entries(value) : undefined;
    if (items === undefined || value instanceof LazyMap) return undefined;
    const number = (key: string) => Number(new RegExp(`\\b${key}\\s*:\\s*(\\d+)`).exec(options)?.[1] ?? NaN);
    const from = number('offset') || 0;
    const chosen = items.slice(from, from + Math.min(number('limit') || MAX_ITEMS, MAX_ITEMS));
    const ordered = /\breversed\b/.test(options) ? [...chosen].reverse() : chosen;
    const end = alternativeIn(tokens, /^else$/)[0] ?? tokens.length - 1;
    let out = '';
    for (const [at, item] of ordered.entries()) {
      if (this.#isOver()) break;
      const inner = new Scope(this.#host, scope);
      inner.set(name, item);
      const { length } = ordered;
      inner.set('forloop', { index: at + 1, index0: at, first: at === 0, last: at === length - 1, length });
      out += this.#inside(text, tokens, 0, end, inner, depth);
    }
    return out;
  }

  #isOver(): boolean {
    return this.#steps > MAX_STEPS || this.#length > MAX_LENGTH;
  }

  #branch(text: string, tokens: readonly Token[], scope: Scope, depth: number): string | undefined {
    const ends = [...alternativeIn(tokens, /^(?:else|elsif|elseif|elif)$/), tokens.length - 1];
    let start = 0;
    for (const end of ends) {
      const { name = '', rest = '' } = tokens[start] ?? {};
      const is = name === 'else' ? true : conditionOf(rest, scope);
      if (is === undefined) return undefined;
      if (is !== (name === 'unless')) return this.#inside(text, tokens, start, end, scope, depth);
      start = end;
    }
    return '';
  }

  /** The text between two tokens. */
  #inside(
    text: string,
    tokens: readonly Token[],
    start: number,
    end: number,
    scope: Scope,
    depth: number,
  ): string {
    const [after = 0, to = 0] = [tokens[start]?.to, tokens[end]?.from];
    // The line of a tag that stands alone ends with it.
    const from = text[after] === '\n' ? after + 1 : after;
    const inner = tokens
      .slice(start + 1, end)
      .map((token) => ({ ...token, from: token.from - from, to: token.to - from }));
    return depth > MAX_DEPTH ? '' : this.#range(text.slice(from, to), inner, scope, depth + 1);
  }
}

function tokensOf(text: string): readonly Token[] {
  const prose = withoutCode(text);
  return [...text.matchAll(TAG)].map(({ 0: whole, 1: name = '', 2: rest, 3: output = '', index }) => ({
    from: whole[2] === '-' ? index - spaceBefore(text, index) : index,
    to: index + whole.length + (whole.at(-3) === '-' ? spaceAfter(text, index + whole.length) : 0),
    name,
    rest: rest ?? output,
    isCode: prose[index] !== '{',
  }));
}

/** White space that a hyphen in the tag removes is at most this long. */
const MAX_SPACE = 200;

function spaceBefore(text: string, at: number): number {
  return /\s*$/.exec(text.slice(Math.max(0, at - MAX_SPACE), at))?.[0].length ?? 0;
}

function spaceAfter(text: string, at: number): number {
  return /^\s*/.exec(text.slice(at, at + MAX_SPACE))?.[0].length ?? 0;
}

/** The index of the token that closes a block. */
function closing(tokens: readonly Token[], start: number): number | undefined {
  const name = tokens[start]?.name ?? '';
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (token.isCode !== tokens[start]?.isCode) continue;
    if (token.name === name && name !== 'raw') depth += 1;
    else if (token.name === `end${name}`) {
      depth -= 1;
      if (depth <= 0) return at;
    }
  }
  return undefined;
}

/** Indexes of the alternatives of the first token's block. */
function alternativeIn(tokens: readonly Token[], names: RegExp): readonly number[] {
  let depth = 0;
  return tokens.flatMap(({ name }, at) => {
    if (/^(?:if|unless|for|case)$/.test(name)) depth += 1;
    if (/^end(?:if|unless|for|case)$/.test(name)) depth -= 1;
    return depth === 1 && at > 0 && names.test(name) ? [at] : [];
  });
}
