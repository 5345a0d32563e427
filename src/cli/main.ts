import { fstatSync, writeSync } from 'node:fs';
import { type Command, CommanderError } from 'commander';
import { attempt } from '../core/attempt.js';
import { type ExitCode, errorMessage, fileProblem, isSystemError, SvcError } from '../core/errors.js';
import { printable } from '../core/text.js';
import { misspelledVariables } from './misspelled-variables.js';
import { coloursOf, locationText } from './print.js';
import { createProgram } from './program.js';
import { isFlagSet } from './shared-options.js';
import type { Terminal } from './terminal.js';

/** File descriptor of standard error. */
const STDERR = 2;

/**
 * Returns a function that writes messages to standard error. On a full disk, a file gets a part of a line; the next
 * line that fits then starts on a line of its own, so that programs can read it.
 */
export function errorOutput(fd: number = STDERR): (text: string) => void {
  let isPlain: boolean | undefined;
  let isCut = false;
  return function write(text) {
    isPlain ??= !isFile(fd);
    if (isPlain) {
      process.stderr.write(text);
      return;
    }
    const bytes = Buffer.from(isCut ? `\n${text}` : text);
    const count = writeWhatFits(fd, bytes);
    if (count > 0) isCut = count < bytes.length;
  };
}

function isFile(fd: number): boolean {
  return attempt(() => fstatSync(fd).isFile()) ?? false;
}

/** @returns how many bytes were written */
function writeWhatFits(fd: number, bytes: Buffer): number {
  let count = 0;
  try {
    while (count < bytes.length) count += writeSync(fd, bytes, count);
  } catch {
    // The error can't be reported anywhere.
  }
  return count;
}

const ownTerminal: Terminal = {
  // A copy: each read of the real one is a system call, and a server reads it for every request.
  env: { ...process.env },
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: errorOutput(),
  isTty: process.stderr.isTTY === true,
  outIsTty: process.stdout.isTTY === true,
  columns: process.stdout.columns,
};

/**
 * Runs the command line.
 * @param given the arguments after the program's name
 * @returns 0 done, 1 findings or failure, 2 wrong usage
 */
export async function main(given: readonly string[], terminal: Terminal = ownTerminal): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const json = wantsJson(given, terminal);
  const program = createProgram(terminal, { json }, (code) => {
    exitCode = code;
  });
  const args = withHelpFlag(program, given);
  const { command, names } = commandOf(program, args);
  try {
    assertValues(command, args);
    if (command.name() !== 'complete') warnOfVariables(terminal);
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      return printError(error, terminal, { json, debug: args.includes('--debug') });
    }
    // --help and --version end this way too.
    if (error.exitCode === 0) return 0;
    const fix = `See svc ${[...names, '--help'].join(' ')}.`;
    // For people commander has printed its own message.
    if (json) printError(wrongUsage(error, fix), terminal, { json, debug: false });
    else if (error.code !== 'commander.help') terminal.err(`${coloursOf(terminal).dim('fix:')}   ${fix}\n`);
    return 2;
  }
}

function warnOfVariables(terminal: Terminal): void {
  const { yellow } = coloursOf(terminal);
  for (const text of misspelledVariables(terminal.env))
    terminal.err(`${yellow('warning:')} ${printable(text)}\n`);
}

/** Determined before the flags are parsed, since parsing them may fail. */
function wantsJson(args: readonly string[], { env }: Terminal): boolean {
  return args.includes('--json') || isFlagSet(undefined, env['SVC_JSON']);
}

/** The command that the first arguments name, and these. */
function commandOf(
  program: Command,
  args: readonly string[],
): { command: Command; names: readonly string[] } {
  let command = program;
  const names: string[] = [];
  for (const name of args) {
    const next = command.commands.find((one) => one.name() === name);
    if (next === undefined) break;
    command = next;
    names.push(name);
  }
  return { command, names };
}

/** Rewrites `help user add` to `user add --help`: commander ignores unknown names and the second name. */
function withHelpFlag(program: Command, args: readonly string[]): readonly string[] {
  const { command, names } = commandOf(program, args);
  const [word, ...rest] = args.slice(names.length);
  const isHelp = word === 'help' && command.commands.length > 0;
  if (!isHelp || rest[0] === undefined || rest[0].startsWith('-') || rest[0] === 'help') return args;
  const found = commandOf(command, rest);
  const next = rest[found.names.length];
  const isKnown = next === undefined || next.startsWith('-') || found.command.commands.length === 0;
  return [...names, ...rest, ...(isKnown ? ['--help'] : [])];
}

/**
 * Checks that no option takes the next one for its value, as in `--out --json`.
 * @throws CommanderError
 */
function assertValues(command: Command, args: readonly string[]): void {
  const end = args.indexOf('--');
  const given = end === -1 ? args : args.slice(0, end);
  const optionOf = (arg = '') => command.options.find(({ short, long }) => arg === short || arg === long);
  given.forEach((arg, index) => {
    const option = optionOf(arg);
    if (option?.required !== true || optionOf(given[index + 1]) === undefined) return;
    command.error(`error: option '${option.flags}' argument missing`, {
      code: 'commander.optionMissingArgument',
    });
  });
}

function wrongUsage({ code, message }: CommanderError, fix: string): SvcError {
  const text = code === 'commander.help' ? 'expected a command, found none' : message.replace(/^error: /, '');
  return new SvcError('SVC_USAGE', text.replace(/\s*\n\s*/g, ' '), { fix });
}

/** How an error is shown. */
interface ErrorStyle {
  readonly json: boolean;
  /** With the stack, and those of its causes. */
  readonly debug: boolean;
}

/**
 * Shows the error that stopped a command: what, where, and the fix. With `--json` as an object on standard output.
 * @returns the exit code
 */
function printError(error: unknown, terminal: Terminal, { json, debug }: ErrorStyle): ExitCode {
  const known = error instanceof SvcError ? error : internal(error);
  const where = placeOf(known, terminal.cwd);
  if (json) {
    const { code, message, fix, location } = known;
    const body = { code, message, ...location, ...(fix === undefined ? {} : { fix }) };
    terminal.out(`${JSON.stringify({ ok: false, error: body }, null, 2)}\n`);
  } else {
    const pc = coloursOf(terminal);
    terminal.err(`${pc.red('error:')} ${printable(`${where === '' ? '' : `${where}: `}${known.message}`)}\n`);
    if (known.fix !== undefined) terminal.err(`${pc.dim('fix:')}   ${printable(known.fix)}\n`);
  }
  if (debug) terminal.err(`${stackOf(known)}\n`);
  return known.exitCode;
}

/** The location; a message that starts with the name of the field need not repeat it. */
function placeOf({ location, message }: SvcError, cwd: string): string {
  const { field, ...rest } = location;
  return locationText(field !== undefined && message.startsWith(field) ? rest : location, cwd);
}

function internal(error: unknown): SvcError {
  const known = fileProblem(error);
  if (known !== undefined) return known;
  if (isSystemError(error)) {
    const isInTheWay = error.code === 'EEXIST' || error.code === 'ENOTDIR';
    const fix = isInTheWay
      ? 'Move the file away: a folder belongs in its place.'
      : 'Check the free space and the rights of the folders involved.';
    return new SvcError('SVC_INTERNAL', `the system reports: ${error.message}`, { fix, cause: error });
  }
  const message = errorMessage(error);
  return new SvcError('SVC_INTERNAL', `unexpected failure: ${message}`, {
    fix: 'Run again with --debug and report the output.',
    cause: error,
  });
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by: ${stackOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
