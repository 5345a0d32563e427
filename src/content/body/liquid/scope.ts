import { UNKNOWN } from '../template-values.js';
import { evaluate, type Variables } from './expression.js';
import type { Token } from './tokens.js';

/** What templates may look up. */
export interface LiquidHost {
  /** The value of a global name such as `site` or `page`. */
  global(name: string): unknown;
  include(tag: string, file: string, expand: (text: string) => string): string | undefined;
}

/** Variables of a template, in the scope of an include, a loop or a macro. */
export class Scope implements Variables {
  readonly #own = new Map<string, unknown>();
  readonly #outer: Scope | undefined;

  /** @param isClosed whether assignments inside don't count outside, as in macros */
  constructor(
    private readonly host: LiquidHost,
    outer?: Scope,
    private readonly isClosed = false,
  ) {
    this.#outer = outer;
  }

  get(name: string): unknown {
    if (this.#own.has(name)) return this.#own.get(name);
    return this.#outer === undefined ? this.host.global(name) : this.#outer.get(name);
  }

  /** True for a variable of a loop, an include or an assignment. */
  isLocal(name: string): boolean {
    return this.#own.has(name) || this.#outer?.isLocal(name) === true;
  }

  set(name: string, value: unknown): void {
    this.#own.set(name, value);
  }

  /** Liquid has one scope for all assignments, also of loops and includes. */
  assign(name: string, value: unknown): void {
    if (this.#outer === undefined || this.isClosed) this.set(name, value);
    else this.#outer.assign(name, value);
  }
}

/**
 * Carries out `name = value`.
 * @returns undefined where the value isn't known
 */
export function assignment(rest: string, scope: Scope): string | undefined {
  const [, variable = '', value = ''] = /^\s*([\w-]+)\s*=\s*([\s\S]+)$/.exec(rest) ?? [];
  const known = evaluate(value, scope);
  scope.assign(variable, known);
  return known === UNKNOWN ? undefined : '';
}

/** Variables that a loop assigns aren't known after it if its items aren't. */
export function forgetAssigned(tokens: readonly Token[], scope: Scope): undefined {
  for (const { name, rest } of tokens)
    if (/^(?:assign|set|capture)$/.test(name)) scope.assign(/^\s*([\w-]*)/.exec(rest)?.[1] ?? '', UNKNOWN);
}
