import type { ReadinessRow } from '../../quality/readiness/readiness-row.js';
import type { ScoreReport } from '../../quality/readiness/score/score.js';

/** What `svc check` found; `--json` prints it. */
export interface CheckReport {
  /** False when the score is below `--min-score`. */
  readonly ok: boolean;
  /** Address of the site. */
  readonly url: string;
  /** `build`: the content and the files here. `live`: what the site shows to everybody. */
  readonly source: 'build' | 'live';
  readonly minScore: number | null;
  readonly score: ScoreReport;
  /** In the order of the report. */
  readonly readiness: readonly ReadinessRow[];
  /** Rungs and rows that cannot be seen from where we look, and why. */
  readonly unseen: readonly Unseen[];
  /** Files that a build would change now; null for a live site. */
  readonly pending: number | null;
}

/** Something that was not looked at. */
export interface Unseen {
  /** Key of a rung, or id of a row. */
  readonly id: string;
  readonly label: string;
  readonly why: string;
}
