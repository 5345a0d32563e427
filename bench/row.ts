/** One line of the table that `npm run bench` prints. */
export interface Row {
  /** Target, as `P6`. */
  readonly target: string;
  readonly what: string;
  readonly ours: Figure;
  /** What was measured beside it in the same run; absent where the target is a plain number. */
  readonly anchor?: Figure & { readonly name: string };
  readonly must?: Bound;
  readonly goal?: Bound;
}

/** A measured number. */
export interface Figure {
  readonly value: number;
  readonly unit: string;
}

/** What the number, or its ratio to the anchor, has to reach. */
export interface Bound {
  readonly of: 'value' | 'ratio';
  /** Whether more or less is better. */
  readonly better: 'more' | 'less';
  readonly bound: number;
}

/** `at most 250 MB` in the fewest words. */
export function atMost(bound: number, of: Bound['of'] = 'value'): Bound {
  return { of, better: 'less', bound };
}

/** `at least 2.5 times the anchor` in the fewest words. */
export function atLeast(bound: number, of: Bound['of'] = 'value'): Bound {
  return { of, better: 'more', bound };
}

/** Ours divided by the anchor's. */
export function ratioOf({ ours, anchor }: Row): number | undefined {
  return anchor === undefined ? undefined : ours.value / anchor.value;
}

/** How a row stands: `goal`, `must`, `below`, or `-` where nothing is asked of it. */
export function verdictOf(row: Row): 'goal' | 'must' | 'below' | '-' {
  if (row.goal !== undefined && isMet(row, row.goal)) return 'goal';
  if (row.must !== undefined && isMet(row, row.must)) return 'must';
  return row.goal === undefined && row.must === undefined ? '-' : 'below';
}

function isMet(row: Row, { of, better, bound }: Bound): boolean {
  const value = of === 'value' ? row.ours.value : (ratioOf(row) ?? Number.NaN);
  return better === 'less' ? value <= bound : value >= bound;
}

/** The middle one of some numbers. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The middle one of some numbers, and between which numbers that of all that might have been measured lies (95 %). */
export function middleOf(values: readonly number[]): {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
} {
  const sorted = values.toSorted((a, b) => a - b);
  // Ranks around the middle, by the normal approximation of the binomial distribution.
  const low = Math.max(0, Math.floor((sorted.length - 1.96 * Math.sqrt(sorted.length)) / 2));
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return { middle: median(values), low: at(low), high: at(sorted.length - 1 - low) };
}
