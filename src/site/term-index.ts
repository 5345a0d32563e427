import { plainText } from '../content/html/text.js';
import { compareText } from '../core/compare.js';
import type { RawTerm, RawTermRef } from '../sources/port.js';
import type { Term } from './site.js';

const FIRST_CAPACITY = 1024;

/** The position of an entry's terms in the index. */
export type TermListId = number;

/** The terms of all sources, and which of them each entry has. */
export class TermIndex {
  readonly #defined = new Map<string, RawTerm>();
  readonly #numbers = new Map<string, number>();
  /** By number, created on first use. */
  #keys: readonly string[] = [];
  /** One list after the other: how many terms, then their numbers. Packed, since every entry has one. */
  #lists = new Uint32Array(FIRST_CAPACITY);
  #used = 0;

  /** A definition of the export. */
  define(term: RawTerm): void {
    const key = keyOf(term);
    const known = this.#defined.get(key);
    this.#defined.set(key, known === undefined ? term : { ...known, ...term });
  }

  /** Stores the terms of an entry. */
  add(refs: readonly RawTermRef[]): TermListId {
    return this.addList([...new Set(refs.map((ref) => this.numberOf(ref)))]);
  }

  numberOf(ref: RawTermRef): number {
    const key = keyOf(ref);
    if (!this.#defined.has(key)) this.#defined.set(key, ref);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** Stores the terms of an entry by their numbers, each once. */
  addList(numbers: readonly number[]): TermListId {
    const { length } = numbers;
    while (this.#used + 1 + length > this.#lists.length) this.#grow();
    const list = this.#used;
    this.#lists[list] = length;
    this.#lists.set(numbers, list + 1);
    this.#used += 1 + length;
    return list;
  }

  /**
   * The terms of public entries, by taxonomy then slug.
   * @param lists what `add` returned for each public entry
   * @param addressOf the term's archive on the built site; empty when there is none
   */
  used(lists: Iterable<TermListId>, addressOf: (term: RawTerm) => string): readonly Term[] {
    return this.all(lists, addressOf).filter(({ count }) => count > 0);
  }

  /** Every known term, including those without a public entry, by taxonomy then slug. */
  all(lists: Iterable<TermListId>, addressOf: (term: RawTerm) => string): readonly Term[] {
    const counts = new Uint32Array(this.#numbers.size);
    for (const list of lists) {
      const end = list + (this.#lists[list] ?? 0);
      for (let at = list + 1; at <= end; at++) {
        const number = this.#lists[at] ?? 0;
        counts[number] = (counts[number] ?? 0) + 1;
      }
    }
    const terms = [...this.#defined].map(([key, term]) => {
      const count = counts[this.#numbers.get(key) ?? -1] ?? 0;
      return toTerm(term, count, addressOf(term));
    });
    return terms.sort((a, b) => compareText(a.taxonomy, b.taxonomy) || compareText(a.slug, b.slug));
  }

  /** The terms of a list, each as `taxonomy/slug`. */
  keysOf(list: TermListId): readonly string[] {
    if (this.#keys.length !== this.#numbers.size) this.#keys = [...this.#numbers.keys()];
    const keys: string[] = [];
    const end = list + (this.#lists[list] ?? 0);
    for (let at = list + 1; at <= end; at++) keys.push(this.#keys[this.#lists[at] ?? -1] ?? '');
    return keys;
  }

  #grow(): void {
    const lists = new Uint32Array(this.#lists.length * 2);
    lists.set(this.#lists);
    this.#lists = lists;
  }
}

function keyOf(term: RawTermRef): string {
  return `${term.taxonomy}/${term.slug}`;
}

function toTerm(term: RawTerm, count: number, url: string): Term {
  return {
    taxonomy: term.taxonomy,
    slug: term.slug,
    ...(term.parent === undefined || term.parent === '' ? {} : { parent: term.parent }),
    name: plainText(term.name) || term.slug,
    description: plainText(term.description ?? ''),
    url,
    count,
  };
}
