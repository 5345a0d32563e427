import type { CheckGroup, Finding } from './check.js';

/** How a check came out. */
export type Status = 'pass' | 'warn' | 'fail' | 'skip';

/** A check with its result. */
export interface CheckResult {
  readonly id: string;
  readonly group: CheckGroup;
  readonly title: string;
  readonly status: Status;
  /** What was looked at. */
  readonly detail: string;
  readonly findings: readonly Finding[];
}

/** Everything that `svc verify` tells, as `--json` prints it. */
export interface VerifyReport {
  /** False when a check failed. */
  readonly ok: boolean;
  /** The address that was asked for, without trailing slash. */
  readonly url: string;
  /** Where the site is deployed, as far as it shows. */
  readonly host: string;
  /** Requests that were sent. */
  readonly requests: number;
  readonly passed: number;
  readonly warned: number;
  readonly failed: number;
  readonly skipped: number;
  readonly checks: readonly CheckResult[];
}
