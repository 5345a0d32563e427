import type { ReadinessRow } from '../../quality/readiness/check.js';
import type { ScoreReport } from '../../quality/readiness/score/score.js';

/** The results of `svc check`; `--json` prints it. */
export interface CheckReport {
  /** False when the score is below `--min-score`, or a limit is exceeded. */
  readonly ok: boolean;
  /** Address of the site. */
  readonly url: string;
  /** `build`: the content and the local files. `live`: the public parts of the site. */
  readonly source: 'build' | 'live';
  readonly minScore: number | null;
  /** The limits on the report of a build, such as `--max-new-pages`. */
  readonly limits: readonly CheckLimit[];
  readonly score: ScoreReport;
  /** In the order of the report. */
  readonly readiness: readonly ReadinessRow[];
  /** Rungs and rows that can't be determined from here, and why. */
  readonly unseen: readonly Unseen[];
  /** Files that a build would change now; null for a live site. */
  readonly pending: number | null;
  /** Where a finding is shown; null for a live site. */
  readonly places: CheckPlaces | null;
  /** With `--judges`: the outside scanners. */
  readonly judges?: readonly ScannerVerdict[];
  /** The home page of a live site; null for a project. */
  readonly home: HomeViews | null;
}

/** A report before it is compared with a required score and limits. */
export type FoundReport = Omit<CheckReport, 'ok' | 'minScore' | 'limits'>;

/** Files of the repository that findings are about, as paths from its folder. */
export interface CheckPlaces {
  /** The configuration; null if there is none. */
  readonly config: string | null;
  /** Files of the pages that the score lists, by their ids. */
  readonly pages: Readonly<Record<string, string>>;
}

/** A limit, and what was found. */
export interface CheckLimit {
  /** The option without its dashes. */
  readonly id: string;
  readonly label: string;
  readonly found: number;
  readonly max: number;
  readonly ok: boolean;
  /** A sentence that names both and the option. */
  readonly message: string;
}

/** An outside scanner, and where it differs from this report. */
export interface ScannerVerdict {
  /** Its npm package. */
  readonly name: string;
  /** Null where it isn't installed. */
  readonly version: string | null;
  readonly score: number | null;
  /** Why it gave no verdict; null if it gave one. */
  readonly problem: string | null;
  readonly differences: readonly {
    /** The scanner's name of the check. */
    readonly check: string;
    readonly passes: boolean;
    readonly message: string;
    /** Status and label of the row about the same; null without one. */
    readonly ours: string | null;
    readonly why: string;
  }[];
}

/** The home page for people and for agents. */
export interface HomeViews {
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

/** True when the score is below the required one. */
export function isBelowMinScore({ score, minScore }: CheckReport): boolean {
  return score.score < (minScore ?? 0);
}
