import { type PathPattern, starPattern } from './path-pattern.js';
import { type HostRule, headerRule, statusRule } from './rule.js';

/** A block that is open: the pages that its directives apply to, if they're known. */
interface Block {
  readonly pattern: PathPattern | undefined;
  /** Its lines are fields of a header, conditions of a matcher, or something else that isn't a directive. */
  readonly holds?: 'headers' | 'matcher' | 'other';
  readonly matcher?: string;
}

/** Directives whose block has directives. */
const NESTED = /^(?:handle|handle_path|route)$/;
const AUTHENTICATION = /^(?:basic_auth|basicauth|forward_auth|authorize)$/;

/** Passwords, refusals and headers of a `Caddyfile`. Matchers that look at more than the path don't count. */
export function readCaddyfile(text: string): readonly HostRule[] {
  return new CaddyfileReader(text).rules();
}

class CaddyfileReader {
  readonly #lines: readonly string[];
  readonly #open: Block[] = [];
  readonly #matchers = new Map<string, PathPattern>();

  constructor(text: string) {
    this.#lines = text.split(/\r?\n/).map((line) => line.replace(/(?:^|\s)#.*$/, '').trim());
  }

  rules(): readonly HostRule[] {
    // A file for a single site needs no braces around it.
    const isBare = this.#lines.find((line) => line !== '')?.endsWith('{') === false;
    const isOneSite = isBare || this.#siteCount() === 1;
    const ofSite: Block = { pattern: isOneSite ? starPattern('*') : undefined };
    return this.#lines.flatMap((line, index) => {
      if (line === '}') {
        this.#open.pop();
        return [];
      }
      const block = this.#open.at(-1) ?? ofSite;
      const rule = this.#rule(line, block, index + 1);
      if (line.endsWith('{'))
        this.#open.push(this.#open.length === 0 && !isBare ? ofSite : this.#opened(line, block));
      return rule ?? [];
    });
  }

  #siteCount(): number {
    let depth = 0;
    return this.#lines.filter((line) => {
      const isSite = depth === 0 && /^[^({].*\{$/.test(line);
      depth += line === '}' ? -1 : line.endsWith('{') ? 1 : 0;
      return isSite;
    }).length;
  }

  #opened(line: string, block: Block): Block {
    const [name = '', first = ''] = line.split(/\s+/);
    if (name.startsWith('@')) return { pattern: undefined, holds: 'matcher', matcher: name };
    const pattern = this.#patternOf(first, block);
    if (name === 'header') return { pattern, holds: 'headers' };
    return NESTED.test(name) ? { pattern } : { pattern: undefined, holds: 'other' };
  }

  #rule(line: string, block: Block, number: number): HostRule | undefined {
    const [name = '', first = '', ...rest] = line.replace(/\s*\{$/, '').match(/"[^"]*"|\S+/g) ?? [];
    if (block.holds === 'matcher') this.#addMatcher(block.matcher ?? '', line);
    else if (name.startsWith('@')) this.#addMatcher(name, line.slice(name.length).trim());
    if (block.holds === 'headers') return this.#header([name, first], block.pattern, number);
    const pattern = block.holds === undefined ? this.#patternOf(first, block) : undefined;
    if (pattern === undefined) return undefined;
    const values = /^[/@*]/.test(first) ? rest : [first, ...rest];
    if (name === 'header') return this.#header(values, pattern, number);
    if (name === 'respond' || name === 'error') return statusRule(Number(values.at(-1)), pattern, number);
    return AUTHENTICATION.test(name) ? { about: 'protected', pattern, text: name, line: number } : undefined;
  }

  #header([name = '', value = '']: readonly string[], pattern: PathPattern | undefined, line: number) {
    return pattern && headerRule(name.replace(/^[+?>]/, ''), value.replaceAll('"', ''), pattern, line);
  }

  #patternOf(matcher: string, block: Block): PathPattern | undefined {
    if (matcher.startsWith('/')) return starPattern(matcher);
    return matcher.startsWith('@') ? this.#matchers.get(matcher) : block.pattern;
  }

  /** Conditions of a block are joined with "and": the last one that isn't about paths makes the matcher unknown. */
  #addMatcher(name: string, condition: string): void {
    const [kind, ...paths] = condition.split(/\s+/);
    if (kind === 'path')
      this.#matchers.set(
        name,
        paths.flatMap((path) => starPattern(path)),
      );
    else if (kind !== '' && kind !== '{') this.#matchers.delete(name);
  }
}
