import { TextIndex } from '../core/text-index.js';
import type { RequestedKeys } from '../sources/port.js';

/**
 * Keys of the entries that a source is to read once more. The entries hold them already, so that an index of its own
 * is made only for a source that asks for single keys: in a first build it would hold all of them again.
 */
export class WantedKeys implements RequestedKeys {
  readonly #entries: readonly { readonly key: string }[];
  #index: TextIndex | undefined;

  constructor(entries: readonly { readonly key: string }[]) {
    this.#entries = entries;
  }

  get size(): number {
    return this.#entries.length;
  }

  has(key: string): boolean {
    this.#index ??= this.#gather();
    return this.#index.has(key);
  }

  *[Symbol.iterator](): Iterator<string> {
    for (const { key } of this.#entries) yield key;
  }

  #gather(): TextIndex {
    const index = new TextIndex();
    for (const key of this) index.add(key);
    return index;
  }
}
