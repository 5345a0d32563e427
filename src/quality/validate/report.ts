import type { Finding, Level } from './rule.js';

/** A rule and how often it was broken. */
export interface RuleResult {
  readonly id: string;
  /** Further ids of the conformance checklist that it covers. */
  readonly covers: readonly string[];
  readonly level: Level;
  readonly title: string;
  readonly findings: number;
}

/** The report of `svc validate`, as `--json` prints it. */
export interface ValidateReport {
  /** False with an error, with `--strict` also with a warning. */
  readonly ok: boolean;
  /** The folder, absolute. */
  readonly out: string;
  readonly baseUrl: string;
  readonly documents: number;
  readonly errors: number;
  readonly warnings: number;
  /** At most `MOST_PER_RULE` of each rule, by file, pointer and line. */
  readonly findings: readonly Finding[];
  /** Findings that are counted, but not listed. */
  readonly omitted: number;
  readonly rules: readonly RuleResult[];
}

/** Address of a site without its own index and without a configuration. */
export const UNKNOWN_SITE = 'https://unknown.invalid';

/** Maximum number of listed findings of one rule. */
export const MOST_PER_RULE = 1000;
