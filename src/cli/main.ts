import { CommanderError } from 'commander';
import type { ExitCode } from '../core/errors.js';
import { printError } from './print-error.js';
import { createProgram } from './program.js';

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
}

const ownTerminal: Terminal = {
  env: process.env,
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTty: process.stderr.isTTY === true,
};

/**
 * Runs the command line.
 * @param args what follows the program's name
 * @returns 0 done, 1 findings or failure, 2 wrong usage
 */
export async function main(args: readonly string[], terminal: Terminal = ownTerminal): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its own message; --help and --version end this way too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return printError(error, terminal, { json: args.includes('--json'), debug: args.includes('--debug') });
  }
}
