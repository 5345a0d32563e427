import { textOf, UNKNOWN } from '../template-values.js';
import { operandOf, type Variables } from './expression.js';

/** The numbers of `cycle`, `increment` and `decrement`, which go on through a text. */
export class Counts {
  /** By `cycle` tags the number of their next value; by variables the number that `increment` prints next. */
  readonly #counts = new Map<string, number>();

  /** The next of the values, in turn. */
  cycle(rest: string, scope: Variables): string | undefined {
    const [, group, list = ''] = /^\s*(?:("[^"]*"|'[^']*'|[\w.-]+)\s*:)?([\s\S]*)$/.exec(rest) ?? [];
    const values = (list.match(/"[^"]*"|'[^']*'|[^\s,]+/g) ?? []).map((one) => operandOf(one, scope));
    const key = `cycle ${group ?? list.trim()}`;
    const at = this.#counts.get(key) ?? 0;
    this.#counts.set(key, at + 1);
    const value = values[at % values.length];
    return value === UNKNOWN || values.length === 0 ? undefined : textOf(value);
  }

  /** The number that a tag prints. */
  count(variable: string, name: 'increment' | 'decrement'): string {
    const before = this.#counts.get(variable) ?? 0;
    const after = name === 'increment' ? before + 1 : before - 1;
    this.#counts.set(variable, after);
    return String(name === 'increment' ? before : after);
  }
}
