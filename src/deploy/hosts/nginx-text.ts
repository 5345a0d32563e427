import { shortHash } from '../../core/hash.js';

/** A name that no file has, for places where nginx wants one. */
export const NOTHING = '/.svc-nothing';

/** A block with its lines one step further in. */
export function block(head: string, lines: readonly string[]): readonly string[] {
  return [`${head} {`, ...lines.map((line) => (line === '' ? '' : `    ${line}`)), '}'];
}

/** A string that is an expression, or the name of a location, or has variables of ours in it. */
export function quotedRegex(text: string): string {
  return `"${text.replace(/\\(?=["\\tnr])/g, '\\\\').replace(/"/g, '\\"')}"`;
}

/** Names of the variables and named locations of one site; they are global in nginx, and those of two must not meet. */
export class NginxNames {
  readonly #prefix: string;

  constructor(baseUrl: string) {
    // Short, since nginx has room for 64 characters.
    this.#prefix = `svc_${shortHash(baseUrl).slice(0, 6)}`;
  }

  /** The bare name. */
  of(name: string): string {
    return `${this.#prefix}_${name}`;
  }

  /** The value of a variable, also before a letter. */
  value(name: string): string {
    return `\${${this.of(name)}}`;
  }

  /** A string in which nothing is a variable: nginx has no other way to write the dollar. */
  text(text: string): string {
    return quotedRegex(text).replaceAll('$', this.value('dollar'));
  }
}
