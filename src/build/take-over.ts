import type { Conversion } from './convert-job.js';
import type { ListedEntry } from './listed-entry.js';
import type { Outcome } from './workers/messages.js';

/** An entry and what it was converted to. */
export type ConvertedEntry = readonly [entry: ListedEntry, conversion: Conversion];

/** What may have been converted while the sources were read. */
export interface Early {
  /** Hands over what became of an entry, once; undefined where nobody has converted it as what it is. */
  take(entry: ListedEntry): Promise<Outcome> | undefined;
}

/** How conversions are come by. */
export interface TakeOverMeans {
  readonly early: Early;
  /** Whether what a conversion was made from is still true. */
  isStillTrue(conversion: Conversion): boolean;
  convert(entries: readonly ListedEntry[]): AsyncIterable<ConvertedEntry>;
}

/**
 * Converts entries, or takes over what they were converted to ahead. That comes one by one between the others, so that
 * threads are at these while it is dealt with.
 */
export async function* takeOver(
  entries: readonly ListedEntry[],
  { early, isStillTrue, convert }: TakeOverMeans,
): AsyncGenerator<ConvertedEntry> {
  const ahead: (readonly [entry: ListedEntry, outcome: Promise<Outcome>])[] = [];
  const others: ListedEntry[] = [];
  for (const entry of entries) {
    const outcome = early.take(entry);
    if (outcome === undefined) others.push(entry);
    else ahead.push([entry, outcome]);
  }
  const again: ListedEntry[] = [];
  const taken = settled();
  for await (const one of convert(others)) {
    yield one;
    const next = await taken.next();
    if (next.done !== true) yield next.value;
  }
  yield* taken;
  yield* convert(again);

  async function* settled(): AsyncGenerator<ConvertedEntry> {
    for (const [entry, promise] of ahead) {
      const outcome = await promise;
      // What has gone wrong goes wrong again in its turn.
      if ('conversion' in outcome && isStillTrue(outcome.conversion)) yield [entry, outcome.conversion];
      else again.push(entry);
    }
  }
}
