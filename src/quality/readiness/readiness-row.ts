/** The verdict of a check on the site or on a page. */
export const STATUSES = ['pass', 'warn', 'fail'] as const;

/** `pass`, `warn` or `fail`; a check that does not apply has no row. */
export type Status = (typeof STATUSES)[number];

/** A link into the owner's screens, or elsewhere; the screens know the anchors. */
export type ReadinessAction =
  | { readonly label: string; readonly tab: string; readonly anchor: string }
  | { readonly label: string; readonly href: string };

/** A row of the readiness report: exactly these members, in this order. */
export interface ReadinessRow {
  readonly id: string;
  readonly label: string;
  readonly status: Status;
  /** The finding. */
  readonly detail: string;
  /** What to do; empty on a pass. */
  readonly fix: string;
  readonly action: ReadinessAction | null;
}
