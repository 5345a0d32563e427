import type { ExitCode } from '../core/errors.js';

/** The streams and environment of a run; tests pass their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Data: reports, `--json`, `--help`. */
  out(text: string): void;
  /** Messages: progress, warnings, errors, what was written. */
  err(text: string): void;
  /** True when `err` is a terminal. */
  readonly isTty: boolean;
  /** True when `out` is a terminal. */
  readonly outIsTty?: boolean;
  /** Width of `out` when it is a terminal. */
  readonly columns?: number | undefined;
  /** Defaults to the standard input of the process. */
  readonly stdin?: AsyncIterable<Uint8Array | string>;
}

/** Sets the exit code of the process. */
export type Exit = (code: ExitCode) => void;
