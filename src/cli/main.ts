import { CommanderError } from 'commander';
import { type ExitCode, SvcError } from '../core/errors.js';
import { printError } from './print-error.js';
import { createProgram } from './program.js';
import type { Terminal } from './terminal.js';

const ownTerminal: Terminal = {
  // A copy: each read of the real one is a system call, and a server reads it for every request.
  env: { ...process.env },
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTty: process.stderr.isTTY === true,
  outIsTty: process.stdout.isTTY === true,
};

/**
 * Runs the command line.
 * @param args the arguments after the program's name
 * @returns 0 done, 1 findings or failure, 2 wrong usage
 */
export async function main(args: readonly string[], terminal: Terminal = ownTerminal): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const json = wantsJson(args, terminal);
  const program = createProgram(terminal, { json }, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      return printError(error, terminal, { json, debug: args.includes('--debug') });
    }
    // --help and --version end this way too.
    if (error.exitCode === 0) return 0;
    // For people commander has printed its own message.
    if (json) printError(wrongUsage(error), terminal, { json, debug: false });
    return 2;
  }
}

/** Determined before the flags are parsed, since parsing them may fail. */
function wantsJson(args: readonly string[], { env }: Terminal): boolean {
  return args.includes('--json') || /^(?:1|true|yes|on)$/i.test(env['SVC_JSON']?.trim() ?? '');
}

function wrongUsage({ code, message }: CommanderError): SvcError {
  const text = code === 'commander.help' ? 'expected a command, found none' : message.replace(/^error: /, '');
  return new SvcError('SVC_USAGE', text.replace(/\s*\n\s*/g, ' '), { fix: 'See svc --help.' });
}
