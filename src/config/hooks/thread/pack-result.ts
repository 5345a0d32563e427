import { serialize } from 'node:v8';
import { type Callable, type PackedBytes, type Ref, UNUSABLE } from './messages.js';

/** More than any document or report needs, and little enough to be read in a moment. */
const MAX_NODES = 2_000_000;
const MAX_TEXT = 64 << 20;

/** Values that stay with the plugin, and the numbers by which the program refers to them. */
interface Keeper {
  /** A number for a function; undefined where functions aren't allowed. */
  readonly keep: ((fn: Callable) => number) | undefined;
  /** The number of something that belongs to the program. */
  ownOf(value: object): number | undefined;
}

/**
 * Copies a value of a plugin into one that the program can rely on: what JSON can hold, `undefined`, dates, bytes, and
 * functions where they are allowed. Shared parts count as often as they appear, as they would in JSON.
 * @throws Error with the name {@link UNUSABLE} that says what is wrong and where
 */
export function packResult(value: unknown, keeper: Keeper): PackedBytes {
  const packer = new Packer(keeper);
  const copy = packer.copy(value);
  return { bytes: serialize(copy), refs: packer.refs };
}

class Packer {
  readonly refs: Ref[] = [];
  readonly #open = new Set<object>();
  /** Its position. */
  readonly #path: (string | number)[] = [];
  #nodes = 0;
  #text = 0;

  constructor(private readonly keeper: Keeper) {}

  copy(value: unknown): unknown {
    this.#count(1, typeof value === 'string' ? value.length : 0);
    switch (typeof value) {
      case 'bigint':
        throw this.#unusable('a BigInt');
      case 'symbol':
        throw this.#unusable('a symbol');
      case 'function':
        return this.#hold(value as Callable);
      case 'object':
        return value === null ? null : this.#copyObject(value);
      default:
        return value;
    }
  }

  #count(nodes: number, text: number): void {
    this.#nodes += nodes;
    this.#text += text;
    if (this.#nodes > MAX_NODES || this.#text > MAX_TEXT) throw tooLarge();
  }

  #hold(fn: Callable): undefined {
    const path = [...this.#path];
    const own = this.keeper.ownOf(fn);
    if (own !== undefined) {
      this.refs.push({ path, id: own, kind: 'own' });
      return undefined;
    }
    if (this.keeper.keep === undefined) throw this.#unusable('a function');
    // Awaiting an object with such a function would mean waiting for the plugin.
    if (path.at(-1) === 'then') return undefined;
    this.refs.push({ path, id: this.keeper.keep(fn), kind: 'function' });
    return undefined;
  }

  #copyObject(value: object): unknown {
    if (value instanceof Promise) return this.#hold(() => value);
    if (value instanceof Date) return value;
    if (value instanceof Uint8Array) {
      this.#count(0, value.byteLength);
      return new Uint8Array(value);
    }
    if (this.#open.has(value)) throw this.#unusable('a circular reference');
    this.#open.add(value);
    const copy = this.#copyParts(value);
    this.#open.delete(value);
    return copy;
  }

  #copyParts(value: object): unknown {
    if (Array.isArray(value)) {
      if (value.length > MAX_NODES) throw tooLarge();
      return Array.from(value, (one: unknown, index) => this.#copyPart(index, one));
    }
    const { toJSON } = value as { readonly toJSON?: unknown };
    if (typeof toJSON === 'function') return this.copy(toJSON.call(value, '') as unknown);
    const copy: Record<string, unknown> = {};
    for (const [key, one] of Object.entries(value)) {
      if (key !== '__proto__') copy[key] = this.#copyPart(key, one);
    }
    return copy;
  }

  #copyPart(key: string | number, value: unknown): unknown {
    this.#path.push(key);
    const copy = this.copy(value);
    this.#path.pop();
    return copy;
  }

  #unusable(what: string): Error {
    const where = this.#path.length === 0 ? '' : ` at ${this.#path.join('.').slice(0, 200)}`;
    return named(`returned ${what}${where}, which JSON can't represent`);
  }
}

function tooLarge(): Error {
  return named('returned a value that is too large');
}

function named(message: string): Error {
  const error = new Error(message);
  error.name = UNUSABLE;
  return error;
}
