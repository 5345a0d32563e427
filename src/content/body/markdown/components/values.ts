import { listOf, objectOf, textOf } from '../../../../core/json.js';
import { readProgram } from '../../../../core/program-values.js';
import { scanProperties } from '../../../syntax/component-tag.js';

/** A string, or a template without substitutions. */
const TEXT = /^(?:"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\[\s\S]|[^`\\$]|\$(?!\{))*)`)$/;
/** HTML around a text, in a property: `summary={<b>Text</b>}`, `title={<>See <a href="/a">A</a></>}`. */
const ELEMENT = /^<(?:[a-z][^<>{}]*)?>(?:[^<>{}]|<\/?(?:[a-z][^<>{}]*)?>)*<\/[a-z\d]*>$/;
/** HTML around a text, in a list or an object. */
const INNER_ELEMENT =
  /([:,([]\s*)(<(?:[a-z][^<>{}]{0,500})?>(?:[^<>{}]|<\/?(?:[a-z][^<>{}]{0,500})?>){0,2000}<\/[a-z\d]*>)(?=\s*[,)}\]])/g;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '', '\n': '' };
const PATH = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*|\[\d+\])*$/;
const NAME = /[A-Za-z_$][\w$]*/g;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?:^|\n)[ \t]*\/\/[^\n]*/g;

/** How many characters of programs are read for one page. */
const MAX_READ = 2_000_000;

/**
 * The values of the expressions of a page, as far as they are readable without running anything: literals, and constants
 * that the page exports.
 */
export class Values {
  readonly #constants: Readonly<Record<string, unknown>>;
  readonly #known = new Map<string, unknown>();
  /** Characters of programs that may still be read. */
  readonly #budget: { left: number };

  /**
   * @param statements the `export` statements of the page
   * @param outer values that these add to
   * @param added constants by name
   */
  constructor(statements: string, outer?: Values, added: Readonly<Record<string, unknown>> = {}) {
    this.#budget = outer === undefined ? { left: MAX_READ } : outer.#budget;
    const own = statements === '' ? {} : objectOf(this.#read(statements, '*'));
    this.#constants = { ...(outer === undefined ? {} : outer.#constants), ...own, ...added };
  }

  /**
   * The values for each item of a list, as a loop over it has them; none for an unknown list.
   * @param list the expression of the list
   * @param item the name of the item, or its properties between braces
   * @param length of the text that is repeated
   */
  *forEach(list: string, item: string, index: string | undefined, length: number): Generator<Values> {
    const value = this.of(list);
    for (const [at, one] of listOf(value).entries()) {
      this.#budget.left -= length;
      if (this.#budget.left < 0) return;
      const named = item.startsWith('{') ? picked(item, one) : { [item]: one };
      yield new Values('', this, { ...named, ...(index === undefined ? {} : { [index]: at }) });
    }
  }

  /**
   * Finds the value of an expression.
   * @returns undefined where only the site's code could compute it; `''` for a comment
   */
  of(expression: string): unknown {
    const source = expression.trim();
    if (ELEMENT.test(source)) return withoutTags(source);
    const text = TEXT.exec(source);
    if (text !== null) return withoutEscapes(text[1] ?? text[2] ?? text[3] ?? '');
    if (PATH.test(source) && !/^(?:true|false|null|undefined)$/.test(source)) return this.#member(source);
    if (source.replace(COMMENTS, '').trim() === '') return '';
    if (!this.#known.has(source)) this.#known.set(source, this.#compute(source));
    return this.#known.get(source);
  }

  #member(path: string): unknown {
    let value: unknown = this.#constants;
    for (const [key] of path.matchAll(/[\w$]+/g)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
      value = (value as Record<string, unknown>)[key];
    }
    return value;
  }

  #compute(written: string): unknown {
    const source = written.includes('</')
      ? written.replace(
          INNER_ELEMENT,
          (_, sign: string, html: string) => sign + JSON.stringify(withoutTags(html)),
        )
      : written;
    const names = new Set(source.match(NAME) ?? []);
    const used = Object.entries(this.#constants).filter(([name]) => names.has(name));
    const lines = used.map(([name, value]) => `const ${name} = ${JSON.stringify(value) ?? 'undefined'};\n`);
    return this.#read(`${lines.join('')}export default (${source}\n);`, 'default');
  }

  /** Values with parts that code computes count as unknown. */
  #read(program: string, name: string): unknown {
    this.#budget.left -= program.length;
    if (this.#budget.left < 0) return undefined;
    const file = 'page.mjs';
    const { value, computed } = readProgram(file, (path) => (path === file ? program : undefined), name);
    return name === 'default' && computed.includes('') ? undefined : value;
  }
}

/** The text of a template as written, with its substitutions; undefined for any other expression. */
export function templateText(source: string): string | undefined {
  const text = /^`((?:\\[\s\S]|[^`\\])*)`$/.exec(source.trim())?.[1];
  return text === undefined ? undefined : withoutEscapes(text);
}

/** The properties of an item that a pattern such as `{ name, text: label }` names. */
function picked(pattern: string, item: unknown): Readonly<Record<string, unknown>> {
  const from = objectOf(item);
  const names = [...pattern.matchAll(/([\w$]+)(?:\s*:\s*([\w$]+))?/g)];
  return Object.fromEntries(
    names.map(([, key = '', name = key]) => [name, Object.hasOwn(from, key) ? from[key] : undefined]),
  );
}

function withoutTags(html: string): string {
  return html.replace(/<[^<>]*>/g, '');
}

function withoutEscapes(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign);
}

/** Names of properties that readers see. */
const SHOWN =
  /^(?:children|items|values|code|data|cards|links|steps)$|(?:^|[a-z-])(?:title|label|text|caption|heading|content|description|summary|message|question|answer)$/i;

/** The properties of a component, by name in lower case. */
export class Properties {
  constructor(
    /** In the order in which they are written; undefined for values that only the site's code could compute. */
    readonly all: ReadonlyMap<string, unknown>,
    /** The expressions that would be shown and whose value isn't known. */
    readonly unknown: readonly string[] = [],
  ) {}

  /** The first of these properties that has a value. */
  value(...names: readonly string[]): unknown {
    return names.map((name) => this.all.get(name)).find((value) => value !== undefined);
  }

  /** The first of these properties that is a text or a number, on one line. */
  text(...names: readonly string[]): string | undefined {
    for (const name of names) {
      const value = this.all.get(name);
      const text = typeof value === 'number' ? String(value) : textOf(value);
      if (text.trim() !== '') return text.replace(/\s+/g, ' ').trim();
    }
    return undefined;
  }

  /** True for a property that is present and not false. */
  has(name: string): boolean {
    return this.all.has(name) && this.all.get(name) !== false;
  }
}

/**
 * Reads the properties of a tag, of JSX and of Vue (`:title="…"`).
 * @param text the tag after its name
 */
export function readProperties(text: string, values: Values): Properties {
  const all = new Map<string, unknown>();
  const unknown: string[] = [];
  const set = (name: string, value: unknown) => all.set(name.toLowerCase(), value);
  const compute = (name: string, expression: string): void => {
    const value = values.of(expression);
    set(name, value);
    if (value === undefined && SHOWN.test(name)) unknown.push(expression.trim());
  };
  for (const { name, value, expression } of scanProperties(text).properties) {
    if (expression !== undefined) {
      if (name !== undefined) compute(name, expression);
      continue;
    }
    const bound = /^(?::|v-bind:)(.+)/.exec(name ?? '')?.[1];
    if (bound !== undefined && value !== undefined) compute(bound, value);
    else if (name !== undefined && !/^[@#:]|^v-/.test(name)) set(name, value ?? true);
  }
  return new Properties(all, unknown);
}
