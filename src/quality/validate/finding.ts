/** How bad a finding is: an error makes `svc validate` end with 1, a warning only with `--strict`. */
export type Level = 'error' | 'warning';

/** A fault of the output folder. */
export interface Finding {
  readonly level: Level;
  /** Id of the rule: `M1`, `schema`. */
  readonly rule: string;
  /** Stable kebab-case code of the fault. */
  readonly code: string;
  /** Path below the output folder; empty for the folder as a whole. */
  readonly file: string;
  /** JSON pointer (RFC 6901) into a JSON document; empty for the document as a whole. */
  readonly pointer?: string;
  /** Counts from 1. */
  readonly line?: number;
  /** What was found and what was expected, one sentence. */
  readonly message: string;
  /** The next action. */
  readonly fix?: string;
}

/** A finding as a rule reports it; the runner adds the rule's id, and its level where the finding has none. */
export type RawFinding = Omit<Finding, 'rule' | 'level'> & { readonly level?: Level };
