/** The type of a readiness check, and its verdicts. */

import type { ReadinessFacts } from './facts.js';

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

/** The finding of a check; its row adds the id and label. */
export type Finding = Omit<ReadinessRow, 'id' | 'label'>;

/** Steps of the readiness ladder, in order. */
export const RUNGS = ['findable', 'readable', 'trusted'] as const;

/** A step of the ladder. */
export type Rung = (typeof RUNGS)[number];

/** One row of the report, declared once. */
export interface ReadinessCheck {
  readonly id: string;
  /** The step that it counts for; absent for further advice, which never counts. */
  readonly rung?: Rung;
  /** The displayed name, a few words. */
  readonly label: string;
  /**
   * Evaluates the gathered facts: it reads and fetches nothing.
   * @returns undefined where the check does not apply, so that it has no row
   */
  evaluate(facts: ReadinessFacts): Finding | undefined;
}

/** It is as it should be. `detail` describes the finding. */
export function pass(detail: string, action: ReadinessAction | null = null): Finding {
  return { status: 'pass', detail, fix: '', action };
}

/** It could be better. */
export function warn(detail: string, fix: string, action: ReadinessAction | null = null): Finding {
  return { status: 'warn', detail, fix, action };
}

/** It keeps agents from the site. */
export function fail(detail: string, fix: string, action: ReadinessAction | null = null): Finding {
  return { status: 'fail', detail, fix, action };
}

/** A link to a field of the settings screen. Switches are called `ar-feat-` and the name of their setting. */
export function toSetting(anchor: string): ReadinessAction {
  return { label: 'Open the setting', tab: 'settings', anchor };
}

/** A link to an address. */
export function toAddress(href: string, label: string): ReadinessAction {
  return { label, href };
}
