/** Prints results, notices and places in files. */

import { isAbsolute, relative } from 'node:path';
import pc from 'picocolors';
import { fromHook } from '../build/report.js';
import type { Hooks } from '../config/hooks/hooks.js';
import { formatLocation, type InputLocation } from '../core/errors.js';
import type { Notice } from '../site/registry/notice.js';
import type { Terminal } from './terminal.js';

/** Functions that colour a text, or return it unchanged. */
export type Colours = ReturnType<typeof pc.createColors>;

/**
 * Colours for the messages of a run: for a person's screen, unless the environment says otherwise.
 * @see https://no-color.org
 */
export function coloursOf({ isTty, env }: Pick<Terminal, 'isTty' | 'env'>): Colours {
  const isSet = (name: string) => (env[name] ?? '') !== '';
  if (isSet('NO_COLOR')) return pc.createColors(false);
  if (isSet('FORCE_COLOR')) return pc.createColors(env['FORCE_COLOR'] !== '0');
  return pc.createColors(isTty && env['TERM'] !== 'dumb');
}

/** Colours for a report, which goes to standard output: a pipe or a file gets none. */
export function reportColours({ outIsTty = false, env }: Pick<Terminal, 'outIsTty' | 'env'>): Colours {
  return coloursOf({ isTty: outIsTty, env });
}

/**
 * Prints what a command has written, as a message on standard error. With `--dry-run` the list of what it would write is
 * the result, and goes to standard output.
 */
export function printResult(terminal: Terminal, dryRun: boolean, format: (colours: Colours) => string): void {
  if (dryRun) terminal.out(format(reportColours(terminal)));
  else terminal.err(format(coloursOf(terminal)));
}

/** Prints plugin failures, for commands that have no report of their own. */
export function printNotices(hooks: Pick<Hooks, 'notices'>, err: (text: string) => void): void {
  for (const notice of hooks.notices()) printNotice(fromHook(notice), err);
}

/** Prints a notice. */
export function printNotice({ message, fix }: Notice, err: (text: string) => void): void {
  err(`warning: ${message}\nfix:     ${fix}\n`);
}

/** A path for people: short below the current folder, complete elsewhere. */
export function shownPath(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const way = relative(cwd, path);
  return way === '' ? '.' : way.startsWith('..') ? path : way;
}

/** A location for people; empty when it is unknown. */
export function locationText({ file, ...place }: InputLocation, cwd: string): string {
  return formatLocation(file === undefined ? place : { ...place, file: shownPath(file, cwd) });
}

/** A text quoted as one word of a shell command. */
export function shellQuoted(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
