import type { CheckGroup, Finding } from './check.js';

/** The result of a check. */
export type Status = 'pass' | 'warn' | 'fail' | 'skip';

/** A check with its result. */
export interface CheckResult {
  readonly id: string;
  readonly group: CheckGroup;
  readonly title: string;
  readonly status: Status;
  /** What was checked. */
  readonly detail: string;
  readonly findings: readonly Finding[];
}

/** The report of `svc verify`, as `--json` prints it. */
export interface VerifyReport {
  /** False when a check failed. */
  readonly ok: boolean;
  /** The request address, without trailing slash. */
  readonly url: string;
  /** The host, as far as it can be recognised. */
  readonly host: string;
  readonly requests: number;
  readonly passed: number;
  readonly warned: number;
  readonly failed: number;
  readonly skipped: number;
  readonly checks: readonly CheckResult[];
}
