import { type PathPattern, regexPattern, starPattern } from './path-pattern.js';
import { closed, type HostRule, headerRule, signInRule, statusRule } from './rule.js';

/** A block that is open: the pages that its directives apply to, if they're known. */
interface Block {
  readonly pattern: PathPattern | undefined;
  /** Its lines are fields of a header, conditions of a matcher, or something else that isn't a directive. */
  readonly holds?: 'headers' | 'matcher' | 'files' | 'other';
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
  /** The number of each line in the file. */
  readonly #numbers: readonly number[];
  readonly #open: Block[] = [];
  readonly #matchers = new Map<string, PathPattern>();
  /** Matchers with conditions other than the path. */
  readonly #unknown = new Set<string>();

  constructor(text: string) {
    const lines = withSnippets(text.split(/\r?\n/).map((line) => line.replace(/(?:^|\s)#.*$/, '').trim()));
    this.#lines = lines.map(({ line }) => line);
    this.#numbers = lines.map(({ number }) => number);
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
      const rule = this.#rule(line, block, this.#numbers[index] ?? 0);
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
    if (name === 'file_server') return { pattern, holds: 'files' };
    return NESTED.test(name) ? { pattern } : { pattern: undefined, holds: 'other' };
  }

  #rule(line: string, block: Block, number: number): HostRule | undefined {
    const [name = '', first = '', ...rest] = line.replace(/\s*\{$/, '').match(/"[^"]*"|\S+/g) ?? [];
    if (block.holds === 'matcher') this.#addMatcher(block.matcher ?? '', line);
    else if (name.startsWith('@')) this.#addMatcher(name, line.slice(name.length).trim());
    if (block.holds === 'files' && name === 'hide') return hiddenFiles([first, ...rest], number);
    if (block.holds === 'headers') return this.#header([name, first], block.pattern, number);
    const pattern = block.holds === undefined ? this.#patternOf(first, block) : undefined;
    if (pattern === undefined) return undefined;
    const values = /^[/@*]/.test(first) ? rest : [first, ...rest];
    if (name === 'header') return this.#header(values, pattern, number);
    if (name === 'abort' || AUTHENTICATION.test(name)) return closed(pattern, name, number);
    if (name === 'redir') return signInRule(values[0] ?? '', pattern, number);
    if (name === 'respond' || name === 'error') return statusRule(Number(values.at(-1)), pattern, number);
    return undefined;
  }

  #header([name = '', value = '']: readonly string[], pattern: PathPattern | undefined, line: number) {
    return pattern && headerRule(name.replace(/^[+?>]/, ''), value.replaceAll('"', ''), pattern, line);
  }

  #patternOf(matcher: string, block: Block): PathPattern | undefined {
    if (matcher.startsWith('/')) return starPattern(matcher);
    if (!matcher.startsWith('@')) return block.pattern;
    return this.#unknown.has(matcher) ? undefined : this.#matchers.get(matcher);
  }

  /** All conditions of a block must match, so a condition that isn't about paths makes the matcher unknown. */
  #addMatcher(name: string, condition: string): void {
    const [kind = '', ...rest] = condition.replace(/^expression\s+/, '').split(/\s+/);
    if (kind === '' || kind === '{' || ON_READERS.test(condition)) return;
    const [, , called] =
      /^[`"]?path\((["'])(.*?)\1\)[`"]?$/.exec(condition.replace(/^expression\s+/, '')) ?? [];
    const pattern =
      kind === 'path'
        ? rest.flatMap((path) => starPattern(path))
        : kind === 'path_regexp'
          ? regexPattern(rest.at(-1) ?? '')
          : called === undefined
            ? undefined
            : starPattern(called);
    if (pattern === undefined) this.#unknown.add(name);
    else this.#matchers.set(name, pattern);
  }
}

/** Conditions that match readers without an account or outside a network. */
const ON_READERS =
  /^(?:method\s|not\s+(?:remote_ip|client_ip|header(?:_regexp)?\s+(?:Cookie|Authorization))\b)/i;

/** Files that the host doesn't show. */
export function hiddenFiles(names: readonly string[], line: number): HostRule | undefined {
  const pattern = names.flatMap((name) => {
    const path = name.replace(/^\.?\//, '').replace(/\/$/, '');
    return path === '' ? [] : [`*/${path}`, `*/${path}/*`].flatMap((star) => starPattern(star));
  });
  return pattern.length === 0 ? undefined : closed(pattern, `hide ${names.join(' ').slice(0, 80)}`, line);
}

interface NumberedLine {
  readonly line: string;
  readonly number: number;
}

/** The lines, with each imported snippet in place of its `import`. */
function withSnippets(lines: readonly string[]): readonly NumberedLine[] {
  const snippets = new Map<string, NumberedLine[]>();
  const main: NumberedLine[] = [];
  let [name, depth] = ['', 0];
  for (const [index, line] of lines.entries()) {
    const numbered = { line, number: index + 1 };
    const [, begun] = (depth === 0 && /^\(([^)]+)\)\s*\{$/.exec(line)) || [];
    depth += line === '}' ? -1 : line.endsWith('{') ? 1 : 0;
    if (begun !== undefined) {
      name = begun;
      snippets.set(name, []);
    } else if (name === '') main.push(numbered);
    else if (depth === 0) name = '';
    else snippets.get(name)?.push(numbered);
  }
  return main.flatMap((one) => snippets.get(/^import\s+(\S+)/.exec(one.line)?.[1] ?? '') ?? [one]);
}
