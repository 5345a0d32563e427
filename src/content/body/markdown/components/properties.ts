import { balancedEnd } from '../../../../core/balanced-end.js';
import type { Values } from './values.js';

const PROPERTY = /\s*(?:([^\s=<>/{}"'`]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|(\{)|([^\s"'<>{}]+)))?|(\{))/y;
/** Names of properties that readers see. */
const SHOWN =
  /^(?:children|items|values|code|data|cards|links|steps)$|(?:^|[a-z-])(?:title|label|text|caption|heading|content|description|summary|message|question|answer)$/i;
const MAX_PROPERTIES = 200;

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
      const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
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
  let at = 0;
  for (let count = 0; count < MAX_PROPERTIES; count += 1) {
    PROPERTY.lastIndex = at;
    const match = PROPERTY.exec(text);
    if (match === null || PROPERTY.lastIndex === at) break;
    at = PROPERTY.lastIndex;
    const [, name = '', double, single, brace, bare, spread] = match;
    if (brace === undefined && spread === undefined) {
      const written = double ?? single ?? bare;
      const bound = /^(?::|v-bind:)(.+)/.exec(name)?.[1];
      if (bound !== undefined && written !== undefined) compute(bound, written);
      else if (!/^[@#:]|^v-/.test(name)) set(name, written ?? true);
      continue;
    }
    const end = balancedEnd(text, at - 1);
    if (end === undefined) break;
    if (brace !== undefined) compute(name, text.slice(at, end - 1));
    at = end;
  }
  return new Properties(all, unknown);
}
