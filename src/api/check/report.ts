import type { ReadinessRow } from '../../quality/readiness/readiness-row.js';
import type { ScoreReport } from '../../quality/readiness/score/score.js';

/** The results of `svc check`; `--json` prints it. */
export interface CheckReport {
  /** False when the score is below `--min-score`. */
  readonly ok: boolean;
  /** Address of the site. */
  readonly url: string;
  /** `build`: the content and the local files. `live`: the public parts of the site. */
  readonly source: 'build' | 'live';
  readonly minScore: number | null;
  readonly score: ScoreReport;
  /** In the order of the report. */
  readonly readiness: readonly ReadinessRow[];
  /** Rungs and rows that can't be determined from here, and why. */
  readonly unseen: readonly Unseen[];
  /** Files that a build would change now; null for a live site. */
  readonly pending: number | null;
  /** The home page of a live site; null for a project. */
  readonly home: SeenHome | null;
}

/** The home page for people and for agents. */
export interface SeenHome {
  /** The text that a browser shows without scripts. */
  readonly people: string;
  /** The Markdown for a client that prefers it; empty where the site answers with the same HTML. */
  readonly agents: string;
}

/** A rung or row that was not checked. */
export interface Unseen {
  /** Key of a rung, or id of a row. */
  readonly id: string;
  readonly label: string;
  readonly why: string;
}
