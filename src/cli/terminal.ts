import type { ExitCode } from '../core/errors.js';

/** The streams and surroundings of a run; tests hand in their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Data: results, `--json`, `--help`. */
  out(text: string): void;
  /** Messages: progress, warnings, errors. */
  err(text: string): void;
  /** True where `err` is a person's screen. */
  readonly isTty: boolean;
  /** By default the process's own. */
  readonly stdin?: AsyncIterable<Uint8Array | string>;
}

/** Sets the exit code of the process. */
export type Exit = (code: ExitCode) => void;
