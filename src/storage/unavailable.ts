import { SvcError } from '../core/errors.js';

/**
 * Why a database can't be used. `unreachable` may be a matter of one connection; `damaged` and `gone` need the
 * owner, and all others end by themselves once their cause does.
 */
export type ProblemKind =
  | 'unreachable'
  | 'refused'
  | 'full'
  | 'locked'
  | 'read-only'
  | 'failing'
  | 'damaged'
  | 'gone';

/** Why a database cannot be used, and what to do about it. */
export interface DatabaseProblem {
  readonly kind: ProblemKind;
  /** For the log and the terminal: with the path or the address, never with a password. */
  readonly message: string;
  /** For clients: names the database, but no folder and no host. */
  readonly told: string;
  /** The next action, as a sentence. */
  readonly fix: string;
}

/** Seconds after which a client may try again. */
export const RETRY_AFTER = 2;

/** The database cannot be used at the moment; the same call may succeed later. */
export class DatabaseUnavailable extends SvcError {
  readonly problem: DatabaseProblem;

  constructor(problem: DatabaseProblem, cause?: unknown) {
    super('SVC_STORAGE', problem.message, { field: 'database', fix: problem.fix, cause });
    this.name = 'DatabaseUnavailable';
    this.problem = problem;
  }
}
