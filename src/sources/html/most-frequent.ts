import { compareText } from '../../core/compare.js';

/** Counts values of pages, to find what they have in common. */
export class MostFrequent {
  readonly #counts = new Map<string, number>();
  #size = 0;

  /** Counts a value; ignores empty ones. */
  add(value: string | undefined): void {
    if (value === undefined || value === '') return;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    this.#size += 1;
  }

  /** How many values were counted. */
  get size(): number {
    return this.#size;
  }

  /** The most frequent value; of equals the first by code units. */
  top(): { readonly value: string; readonly count: number } | undefined {
    let best: { value: string; count: number } | undefined;
    for (const [value, count] of this.#counts) {
      const isBetter =
        best === undefined ||
        count > best.count ||
        (count === best.count && compareText(value, best.value) < 0);
      if (isBetter) best = { value, count };
    }
    return best;
  }

  /** All values that at least `least` pages have. */
  above(least: number): readonly string[] {
    return [...this.#counts].filter(([, count]) => count >= least).map(([value]) => value);
  }

  /** The value that at least `least` pages and half of all pages share. */
  shared(pages: number, least: number): string | undefined {
    const best = this.top();
    return best !== undefined && best.count >= least && best.count * 2 >= pages ? best.value : undefined;
  }
}
