import { isObject } from '../../../core/json.js';
import { UNRESOLVED } from '../../../core/unresolved.js';
import { escapeHtml } from '../../html/escape.js';
import { fieldOf, isTrue, LazyMap, SafeHtml, textOf, UNKNOWN } from '../template-values.js';
import { FUNCTIONS, fromRoot } from './functions.js';
import type { Node, Operand, Pipeline } from './parse-template.js';

/** What a template may look up. */
export interface TemplateHost {
  /** The value of a name without a dot before it: `site`, `page`. */
  readonly globals: Readonly<Record<string, unknown>>;
  /** Renders Markdown to HTML. */
  markdown(text: string): string;
  /** The text of a file of the project. */
  readFile(path: string): string | undefined;
  /** The folder of the page's language in addresses, with a slash before it; '' where there is none. */
  readonly languageFolder?: string;
  /** A text of the site's translations, by its key. */
  translation?(key: string): string | undefined;
  /** Another template of the site, by its name; undefined for one that doesn't exist. */
  partial(name: string): readonly Node[] | undefined;
}

/** The result of a template. */
interface Evaluated {
  readonly html: string;
  /** True where something in it couldn't be computed. */
  readonly isPartial: boolean;
}

const MAX_STEPS = 20_000;
const MAX_DEPTH = 30;
const MAX_LENGTH = 500_000;
const MAX_ITEMS = 1000;

/** Calculates the HTML of a template. A branch whose condition is unknown is taken. */
export function evaluateTemplate(nodes: readonly Node[], dot: unknown, host: TemplateHost): Evaluated {
  const evaluation = new Evaluation(dot, host);
  evaluation.write(nodes, { dot, variables: new Map(), depth: 0 });
  return { html: evaluation.html, isPartial: evaluation.isPartial };
}

interface Scope {
  readonly dot: unknown;
  readonly variables: Map<string, { value: unknown }>;
  readonly depth: number;
}

class Evaluation {
  html = '';
  isPartial = false;
  #steps = 0;

  constructor(
    private readonly root: unknown,
    private readonly host: TemplateHost,
  ) {}

  write(nodes: readonly Node[], scope: Scope): void {
    for (const node of nodes) {
      this.#steps += 1;
      if (this.#steps > MAX_STEPS || scope.depth > MAX_DEPTH || this.html.length > MAX_LENGTH) {
        this.isPartial = true;
        return;
      }
      this.#writeNode(node, scope);
    }
  }

  #writeNode(node: Node, scope: Scope): void {
    if (node.type === 'text') this.html += node.text;
    else if (node.type === 'unknown') this.isPartial = true;
    else if (node.type === 'output') this.#print(this.#value(node.pipeline, scope));
    else if (node.type === 'set') {
      const value = this.#value(node.pipeline, scope);
      const known = node.isNew ? undefined : scope.variables.get(node.name);
      if (known === undefined) scope.variables.set(node.name, { value });
      else known.value = value;
    } else this.#branch(node, scope);
  }

  #branch(node: Extract<Node, { body: unknown }>, scope: Scope): void {
    const value = this.#value(node.pipeline, scope);
    if (value === UNKNOWN) this.isPartial = true;
    const inner = (dot: unknown, values: readonly unknown[]): Scope => {
      const variables = new Map(scope.variables);
      // `range $value` or `range $index, $value`.
      const names = node.names;
      for (const [at, name] of names.entries())
        variables.set(name, { value: names.length === 1 ? values.at(-1) : values[at] });
      return { dot, variables, depth: scope.depth + 1 };
    };
    if (node.type === 'range') {
      const items = itemsOf(value);
      for (const [key, item] of items) this.write(node.body, inner(item, [key, item]));
      if (items.length === 0 && value !== UNKNOWN) this.write(node.otherwise, inner(scope.dot, []));
    } else if (value === UNKNOWN || isTrue(value)) {
      this.write(node.body, inner(node.type === 'with' ? value : scope.dot, [value]));
    } else this.write(node.otherwise, inner(scope.dot, []));
  }

  #print(value: unknown): void {
    const isInTag = this.html.lastIndexOf('<') > this.html.lastIndexOf('>');
    if (value === UNKNOWN) {
      this.isPartial = true;
      if (isInTag) this.html += UNRESOLVED;
    } else if (value instanceof SafeHtml) this.html += value.html;
    else if (Array.isArray(value)) this.html += escapeHtml(`[${value.map(textOf).join(' ')}]`);
    else this.html += /^\{\{< relref /.test(textOf(value)) ? textOf(value) : escapeHtml(textOf(value));
  }

  #value(pipeline: Pipeline, scope: Scope): unknown {
    let value: unknown;
    for (const [at, command] of pipeline.entries())
      value = this.#command(command, scope, at === 0 ? [] : [value]);
    return value;
  }

  #command(command: readonly Operand[], scope: Scope, piped: readonly unknown[]): unknown {
    this.#steps += 1;
    const [first, ...rest] = command;
    if (first === undefined || this.#steps > MAX_STEPS || scope.depth > MAX_DEPTH) return UNKNOWN;
    const deeper = { ...scope, depth: scope.depth + 1 };
    const args = [...rest.map((operand) => this.#operand(operand, deeper)), ...piped];
    if (first.type === 'path' && first.base === 'name' && !Object.hasOwn(this.host.globals, first.name))
      return this.#call(first.fields.at(-1) ?? first.name, args, deeper);
    return this.#operand(first, deeper, args);
  }

  /** @param args those of a method, where the last field is one */
  #operand(operand: Operand, scope: Scope, args: readonly unknown[] = []): unknown {
    if (operand.type === 'value') return operand.value;
    const base =
      operand.type === 'group'
        ? this.#value(operand.pipeline, scope)
        : operand.base === 'dot'
          ? scope.dot
          : operand.base === 'root'
            ? this.root
            : operand.base === 'variable'
              ? (scope.variables.get(operand.name)?.value ?? undefined)
              : this.#named(operand.name, scope);
    return operand.fields.reduce((value: unknown, name) => {
      const field = fieldOf(value, name);
      if (typeof field === 'function') return (field as (...given: unknown[]) => unknown)(...args);
      return field;
    }, base);
  }

  #named(name: string, scope: Scope): unknown {
    const { globals } = this.host;
    return Object.hasOwn(globals, name) ? globals[name] : this.#call(name, [], scope);
  }

  #call(written: string, args: readonly unknown[], scope: Scope): unknown {
    const name = written.toLowerCase();
    const last = args.at(-1);
    if (name === 'markdownify' || name === 'renderstring')
      return last === UNKNOWN ? UNKNOWN : new SafeHtml(this.host.markdown(textOf(last)));
    if (name === 'i18n' || name === 't') return this.host.translation?.(textOf(args[0])) ?? UNKNOWN;
    if (name === 'rellangurl' || name === 'abslangurl')
      return last === UNKNOWN ? UNKNOWN : fromRoot(textOf(last), this.host.languageFolder);
    if (name === 'readfile') return this.host.readFile(textOf(args[0])) ?? UNKNOWN;
    if (name === 'highlight')
      return args[0] === UNKNOWN ? UNKNOWN : new SafeHtml(codeBlock(textOf(args[0]), textOf(args[1])));
    if (name === 'partial' || name === 'partialcached' || name === 'include')
      return this.#partial(args, scope);
    const fn = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (fn === undefined) return UNKNOWN;
    if (name === 'default') return args[1] === UNKNOWN ? args[0] : fn(...args);
    return args.includes(UNKNOWN) ? UNKNOWN : fn(...args);
  }

  #partial([name, dot]: readonly unknown[], scope: Scope): unknown {
    const nodes = this.host.partial(textOf(name));
    if (nodes === undefined) return UNKNOWN;
    const before = this.html;
    this.html = '';
    this.write(nodes, { dot, variables: new Map(), depth: scope.depth + 1 });
    const result = new SafeHtml(this.html.trim());
    this.html = before;
    return result;
  }
}

function itemsOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (typeof value === 'number')
    return itemsOf(Array.from({ length: Math.min(Math.max(0, value), MAX_ITEMS) }, (_, at) => at));
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item, at) => [at, item]);
  if (!isObject(value) || value instanceof SafeHtml || value instanceof LazyMap) return [];
  return Object.keys(value)
    .sort()
    .slice(0, MAX_ITEMS)
    .map((key) => [key, value[key]]);
}

function codeBlock(code: string, language: string): string {
  const name = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
  return `<pre><code${name}>${escapeHtml(code.replace(/^\n+/, '').trimEnd())}</code></pre>`;
}
