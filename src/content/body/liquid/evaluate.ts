/**
 * Evaluates the part of Liquid and Nunjucks whose values are known: variables of the page, the configuration and data
 * files, includes with their parameters, macros, assignments, conditions and loops over lists. Everything else stays as it is
 * written.
 */

import { withoutRawTags } from '../markdown/liquid.js';
import { fence } from '../markdown/tag-line.js';
import { textOf, UNKNOWN } from '../template-values.js';
import { Counts } from './counts.js';
import { conditionOf, evaluate, operandOf } from './expression.js';
import { FILTERS, type Filter } from './filters.js';
import { chosenItems, numberIn, tableCell } from './loops.js';
import { macroCall, macrosIn } from './macros.js';
import { assignment, forgetAssigned, type LiquidHost, Scope } from './scope.js';
import { alternativeIn, closingToken, type Token, tokensOf, withCode } from './tokens.js';

/** Values that are inserted with the addresses, where their marks are escaped. */
const LATER = /^\s*(?:(?:page|site)\.(?:title|description)|title)\s*$/;
const PAIRED = /^(?:if|unless|for|tablerow|case|capture|raw|comment|highlight|verbatim|macro)$/;
const PARAMETER = /([\w-]+)\s*([=:])\s*("[^"]*"|'[^']*'|[^\s,]+)/g;
const MAX_STEPS = 20_000;
const MAX_LENGTH = 2_000_000;
const MAX_DEPTH = 30;
const MAX_BEFORE = 500;

/**
 * @param text Markdown or HTML
 * @param own the values of a shortcode whose template the text is
 */
export function evaluateLiquid(
  text: string,
  host: LiquidHost,
  own: Readonly<Record<string, unknown>> = {},
): string {
  const scope = new Scope(host);
  for (const [name, value] of Object.entries(own)) scope.set(name, value);
  return new Evaluation(host).text(text, scope, 0);
}

class Evaluation {
  readonly #counts = new Counts();
  #steps = 0;
  #length = 0;
  #loops = 0;
  /** Texts of the template, in which tags are tags. */
  readonly #captured = new Set<string>();
  /** The tag that ends an item of a loop early. */
  #jump: 'break' | 'continue' | undefined;
  /** The text before the current tag. */
  #before = '';
  readonly #filters: Readonly<Record<string, Filter>> = {
    ...FILTERS,
    // Of Eleventy's plugin for syntax highlighting.
    highlight: (code, language = '') => fence(withoutRawTags(textOf(code)), textOf(language), this.#before),
  };

  constructor(private readonly host: LiquidHost) {}

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
      const end = PAIRED.test(token.name) ? closingToken(tokens, index) : undefined;
      const last = end === undefined ? token : (tokens[end] as Token);
      this.#follow(text.slice(Math.max(at, token.from - MAX_BEFORE), token.from));
      const shown = this.#token(text, tokens.slice(index, (end ?? index) + 1), scope, depth);
      if (end !== undefined) index = end;
      if (shown === undefined) continue;
      out += text.slice(at, token.from) + shown;
      this.#follow(shown.slice(-MAX_BEFORE));
      if (this.#jump !== undefined) return out;
      this.#length += shown.length;
      at = last.to;
      // A tag on a line of its own that shows nothing takes the line with it.
      if (shown === '' && /(?:^|\n)[ \t]*$/.test(out.slice(-200)) && text[at] === '\n') at += 1;
    }
    return out + text.slice(at);
  }

  #follow(written: string): void {
    this.#before = (this.#before + written).slice(-MAX_BEFORE);
  }

  /** @returns undefined where it stays as it is */
  #token(text: string, tokens: readonly Token[], scope: Scope, depth: number): string | undefined {
    const [token] = tokens;
    if (token === undefined) return undefined;
    const { name, rest, isCode } = token;
    if (name === '') return this.#call(rest, scope, depth) ?? this.#output(rest, scope, isCode);
    if (isCode) return undefined;
    if (name === 'assign' || (name === 'set' && rest.includes('='))) return assignment(rest, scope);
    if (name === 'cycle') return this.#counts.cycle(rest, scope);
    if (name === 'increment' || name === 'decrement') return this.#counts.count(rest.trim(), name);
    if ((name === 'break' || name === 'continue') && this.#loops > 0) {
      this.#jump = name;
      return '';
    }
    if (/^include(?:_relative|_cached)?$|^render$/.test(name)) return this.#include(name, rest, scope, depth);
    if (name === 'from' || name === 'import') return this.#import(name, rest, scope);
    if (tokens.length < 2) return undefined;
    if (name === 'macro') {
      for (const [own, macro] of Object.entries(macrosIn(text.slice(token.from, tokens.at(-1)?.to))))
        scope.set(own, macro);
      return '';
    }
    if (name === 'capture') {
      const inner = this.#inside(text, tokens, 0, tokens.length - 1, scope, depth);
      scope.assign(rest.trim(), inner);
      this.#captured.add(inner);
      return '';
    }
    if (name === 'for' || name === 'tablerow') return this.#loop(text, tokens, scope, depth);
    if (name === 'case') return this.#case(text, tokens, scope, depth);
    return name === 'if' || name === 'unless' ? this.#branch(text, tokens, scope, depth) : undefined;
  }

  #output(expression: string, scope: Scope, isCode: boolean): string | undefined {
    const root = /^\s*([A-Za-z_][\w-]*)/.exec(expression)?.[1] ?? '';
    if (LATER.test(expression) && !scope.isLocal(root)) return undefined;
    if (isCode && !scope.isLocal(root)) return undefined;
    // Addresses are resolved later.
    const [, path] = /^([\s\S]+?)\|\s*(?:relative_url|absolute_url|url)\s*$/.exec(expression) ?? [];
    const value = evaluate(path ?? expression, scope, this.#filters);
    if (value === UNKNOWN || typeof value === 'object' || typeof value === 'function') return undefined;
    const shown = textOf(value);
    if (path !== undefined)
      return /^\/[^"'{}]*$/.test(shown) && root !== '' ? `{{ "${shown}" | relative_url }}` : undefined;
    return /\{[{%]/.test(shown) && !this.#captured.has(shown) ? `{% raw %}${shown}{% endraw %}` : shown;
  }

  /** What a macro prints. Its tags count in code too. */
  #call(expression: string, scope: Scope, depth: number): string | undefined {
    const call = macroCall(expression, scope);
    if (call === undefined || depth > MAX_DEPTH) return undefined;
    const inner = new Scope(this.host, scope, true);
    for (const [name, value] of call.values) inner.set(name, value);
    return this.#part(call.macro.body, inner, depth);
  }

  /** The text of an include or a macro, whose tags count in code too. */
  #part(text: string, scope: Scope, depth: number): string {
    return depth > MAX_DEPTH ? text : this.#range(text, withCode(tokensOf(text)), scope, depth + 1);
  }

  /** `from "a.njk" import one, two as three`, or `import "a.njk" as all`. */
  #import(tag: 'from' | 'import', rest: string, scope: Scope): string | undefined {
    const [, file, names = ''] =
      /^\s*["']([^"']+)["']\s+(?:import|as)\s+([\w\s,]+?)\s*(?:with(?:out)?\s+context\s*)?$/.exec(rest) ?? [];
    if (file === undefined) return undefined;
    return this.host.include(tag, file, (text) => {
      const macros = macrosIn(text);
      if (tag === 'import') scope.set(names, macros);
      else
        for (const [, name = '', local = name] of names.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g))
          scope.set(local, macros[name]);
      return '';
    });
  }

  #include(tag: string, rest: string, scope: Scope, depth: number): string | undefined {
    const [, quoted, bare, parameters = ''] =
      /^\s*(?:["']([^"']+)["']|([^\s{}]+))\s*,?\s*([\s\S]*)$/.exec(rest) ?? [];
    const file = quoted ?? bare;
    if (file === undefined) return undefined;
    const inner = new Scope(this.host, scope, tag === 'render');
    const values: [string, unknown][] = [];
    for (const [, name = '', sign, written = ''] of parameters.matchAll(PARAMETER)) {
      const value = operandOf(written, scope);
      values.push([name, value]);
      // Unlike Jekyll, LiquidJS makes them variables.
      if (sign === ':' || tag === 'render') inner.set(name, value);
    }
    inner.set('include', Object.fromEntries(values));
    return this.host.include(tag, file, (text) => this.#part(text, inner, depth));
  }

  #loop(text: string, tokens: readonly Token[], scope: Scope, depth: number): string | undefined {
    const [, name = '', second, source = '', options = ''] =
      /^\s*([\w-]+)(?:\s*,\s*([\w-]+))?\s+in\s+(\([^()]*\)|[\w.[\]"'-]+)\s*([\s\S]*)$/.exec(
        tokens[0]?.rest ?? '',
      ) ?? [];
    const items = chosenItems(operandOf(source, scope), options);
    if (items === undefined) return forgetAssigned(tokens, scope);
    const columns = tokens[0]?.name === 'tablerow' ? numberIn(options, 'cols') || items.length : 0;
    const end = alternativeIn(tokens, /^else$/)[0] ?? tokens.length - 1;
    if (items.length === 0 && end < tokens.length - 1)
      return this.#inside(text, tokens, end, tokens.length - 1, scope, depth);
    let out = '';
    const inLoop = withCode(tokens);
    this.#loops += 1;
    for (const [at, item] of items.entries()) {
      if (this.#isOver()) break;
      const inner = new Scope(this.host, scope);
      // In Nunjucks, keys and values have names of their own.
      inner.set(name, second !== undefined && Array.isArray(item) ? item[0] : item);
      if (second !== undefined && Array.isArray(item)) inner.set(second, item[1]);
      const { length } = items;
      const loop = { index: at + 1, index0: at, first: at === 0, last: at === length - 1, length };
      inner.set('forloop', loop);
      inner.set('loop', loop);
      const shown = this.#inside(text, inLoop, 0, end, inner, depth);
      out += columns === 0 ? shown : tableCell(shown, { at, columns, length });
      const jump = this.#jump;
      this.#jump = undefined;
      if (jump === 'break') break;
    }
    this.#loops -= 1;
    return out;
  }

  #case(text: string, tokens: readonly Token[], scope: Scope, depth: number): string | undefined {
    const value = operandOf(tokens[0]?.rest ?? '', scope);
    const ends = [...alternativeIn(tokens, /^(?:when|else)$/), tokens.length - 1];
    for (const [at, start] of ends.slice(0, -1).entries()) {
      const { name = '', rest = '' } = tokens[start] ?? {};
      const values = (rest.match(/"[^"]*"|'[^']*'|[^\s,]+/g) ?? []).filter((one) => one !== 'or');
      const known = [value, ...values.map((one) => operandOf(one, scope))];
      if (known.includes(UNKNOWN)) return undefined;
      if (name === 'else' || known.indexOf(value, 1) > 0)
        return this.#inside(text, tokens, start, ends[at + 1] ?? start, scope, depth);
    }
    return value === UNKNOWN ? undefined : '';
  }

  #isOver(): boolean {
    return this.#steps > MAX_STEPS || this.#length > MAX_LENGTH;
  }

  #branch(text: string, tokens: readonly Token[], scope: Scope, depth: number): string | undefined {
    const ends = [...alternativeIn(tokens, /^(?:else|elsif|elseif|elif)$/), tokens.length - 1];
    let start = 0;
    for (const end of ends) {
      const { from = 0, to = 0, name = '', rest = '' } = tokens[start] ?? {};
      const is = name === 'else' ? true : conditionOf(rest, scope);
      if (is !== (name === 'unless')) {
        const inner = this.#inside(text, tokens, start, end, scope, depth);
        if (is !== undefined) return inner;
        // The tags of a branch whose condition isn't known stay, since they may restrict its readers.
        const opening = start === 0 ? text.slice(from, to) : `{% if ${rest.trim()} %}`;
        return opening + inner + text.slice(tokens[end]?.from, tokens.at(-1)?.to);
      }
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
    const isAlone = /(?:^|\n)[ \t]*$/.test(
      text.slice(Math.max(0, (tokens[start]?.from ?? 0) - 200), tokens[start]?.from),
    );
    const from = isAlone && text[after] === '\n' ? after + 1 : after;
    const inner = tokens
      .slice(start + 1, end)
      .map((token) => ({ ...token, from: token.from - from, to: token.to - from }));
    return depth > MAX_DEPTH ? '' : this.#range(text.slice(from, to), inner, scope, depth + 1);
  }
}
