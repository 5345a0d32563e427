/**
 * A quotient rounded to a whole number, halves away from zero; none of the numbers is negative. A tie has an exact
 * form as a double, so no half is ever lost.
 */
export function roundedRatio(sum: number, count: number): number {
  return Math.round(sum / count);
}

/** A rung's score and weight. */
export interface WeighedScore {
  /** Null: not measured. */
  readonly score: number | null;
  readonly weight: number;
}

/**
 * The weighted average of the measured rungs; the weights of the rest are redistributed. 100 is only reached exactly,
 * never rounded into.
 * @returns 0 when nothing has been measured
 */
export function blend(rungs: readonly WeighedScore[]): number {
  let sum = 0;
  let weights = 0;
  for (const { score, weight } of rungs) {
    if (score === null) continue;
    sum += score * weight;
    weights += weight;
  }
  if (weights === 0) return 0;
  return sum < 100 * weights ? Math.min(99, roundedRatio(sum, weights)) : 100;
}

/**
 * A few words for a score.
 * @param canExcel false where something is missing that no number may hide
 */
export function bandOf(score: number, canExcel = true): string {
  if (score >= 85 && canExcel) return 'Excellent';
  if (score >= 70) return 'Strong';
  return score >= 50 ? 'Fair' : 'Needs work';
}
