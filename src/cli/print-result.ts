import { type Colours, coloursOf, reportColours } from './colours.js';
import type { Terminal } from './terminal.js';

/**
 * Prints what a command has written, as a message on standard error. With `--dry-run` the list of what it would write is
 * the result, and goes to standard output.
 */
export function printResult(terminal: Terminal, dryRun: boolean, format: (colours: Colours) => string): void {
  if (dryRun) terminal.out(format(reportColours(terminal)));
  else terminal.err(format(coloursOf(terminal)));
}
