/**
 * The known word that was most likely meant: within a third of its length in edits, where swapping two
 * neighbours counts as one edit (Damerau-Levenshtein, optimal string alignment). Before the nearest comes the only one
 * that begins like it.
 * @returns undefined when no word is close enough
 */
export function didYouMean(word: string, known: readonly string[]): string | undefined {
  const folded = fold(word);
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(folded, fold(candidate));
    const limit = Math.max(1, Math.floor(Math.max(candidate.length, word.length) / 3));
    if (distance <= limit && (best === undefined || distance < best.distance))
      best = { word: candidate, distance };
  }
  const longer = known.filter((candidate) => fold(candidate).startsWith(folded));
  return best !== undefined && longer.length === 1 ? longer[0] : best?.word;
}

/** `base_url`, `base-url` and `baseUrl` count as the same word for suggestions. */
function fold(word: string): string {
  return word.slice(0, 64).toLowerCase().replace(/[-_ ]/g, '');
}

/** Fewest insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replace = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replace, swap));
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
