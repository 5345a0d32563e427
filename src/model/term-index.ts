import { compareText } from '../core/compare.js';
import { plainText } from '../html/plain.js';
import type { RawTerm, RawTermRef } from '../sources/port.js';
import type { Term } from './site.js';

/** A few entries carry each of many terms: what an entry holds is the list's number. */
export type TermListId = number;

/** The terms of all sources, and the lists of terms that entries carry, each list held once. */
export class TermIndex {
  readonly #defined = new Map<string, RawTerm>();
  readonly #lists: (readonly string[])[] = [];
  readonly #listIds = new Map<string, TermListId>();

  /** A definition of the export. */
  define(term: RawTerm): void {
    const key = keyOf(term);
    const known = this.#defined.get(key);
    this.#defined.set(key, known === undefined ? term : { ...known, ...term });
  }

  /** Remembers the terms of an entry. */
  intern(refs: readonly RawTermRef[]): TermListId {
    const keys = [...new Set(refs.map(keyOf))];
    for (const ref of refs) if (!this.#defined.has(keyOf(ref))) this.#defined.set(keyOf(ref), ref);
    const joined = keys.join('\n');
    const known = this.#listIds.get(joined);
    if (known !== undefined) return known;
    this.#lists.push(keys);
    this.#listIds.set(joined, this.#lists.length - 1);
    return this.#lists.length - 1;
  }

  /**
   * The terms that public entries carry, by taxonomy then slug.
   * @param lists one list number for each public entry
   * @param addressOf the term's archive on the built site; empty when there is none
   */
  used(lists: Iterable<TermListId>, addressOf: (term: RawTerm) => string): readonly Term[] {
    const counts = new Map<string, number>();
    for (const list of lists) {
      for (const key of this.#lists[list] ?? []) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const terms = [...counts].flatMap(([key, count]) => {
      const term = this.#defined.get(key);
      return term === undefined ? [] : [toTerm(term, count, addressOf(term))];
    });
    return terms.sort((a, b) => compareText(a.taxonomy, b.taxonomy) || compareText(a.slug, b.slug));
  }
}

function keyOf(term: RawTermRef): string {
  return `${term.taxonomy}/${term.slug}`;
}

function toTerm(term: RawTerm, count: number, url: string): Term {
  return {
    taxonomy: term.taxonomy,
    slug: term.slug,
    name: plainText(term.name) || term.slug,
    description: plainText(term.description ?? ''),
    url,
    count,
  };
}
