/** A client that the owner has dismissed. */
export interface Dismissal {
  /** Unix seconds. */
  readonly at: number;
  /** The number of its visits at that time. */
  readonly hits: number;
  readonly label: string;
}

/** A client returns when its visits have doubled, and increased by at least so many. */
const GROWN_BY = 30;

/** Whether a dismissed client is still left out. */
export function isStillDismissed({ hits: before }: Pick<Dismissal, 'hits'>, hits: number): boolean {
  return hits < Math.max(2 * before, before + GROWN_BY);
}
