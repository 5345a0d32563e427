import type { Finding, Level } from './finding.js';

/** A rule and how often it was broken. */
export interface RuleResult {
  readonly id: string;
  /** Further ids of the conformance checklist that it stands for. */
  readonly covers: readonly string[];
  readonly level: Level;
  readonly title: string;
  readonly findings: number;
}

/** Everything that `svc validate` tells, as `--json` prints it. */
export interface ValidateReport {
  /** False with an error, with `--strict` also with a warning. */
  readonly ok: boolean;
  /** The folder, absolute. */
  readonly out: string;
  readonly baseUrl: string;
  /** Documents that were looked at. */
  readonly documents: number;
  readonly errors: number;
  readonly warnings: number;
  /** Of each rule at most `MOST_PER_RULE`, by file, pointer and line. */
  readonly findings: readonly Finding[];
  /** Findings that are counted, but not listed. */
  readonly omitted: number;
  readonly rules: readonly RuleResult[];
}

/** Findings of one rule that are listed. */
export const MOST_PER_RULE = 1000;
