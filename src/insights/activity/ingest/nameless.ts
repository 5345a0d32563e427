import { common } from './formats/combined.js';
import { type LogFormat, newLine } from './line.js';

/** How many of the first lines of a log name no User-Agent. */
export interface Nameless {
  readonly lines: number;
  readonly nameless: number;
}

/** Fewer lines than these say nothing of the others. */
const MIN_LINES = 10;
/** Part of the lines from which on the log can't be right. */
const TOO_MANY = 0.98;

/**
 * Tells a log that says nearly nowhere who the client is: its server does not log the User-Agent, or under a name that is
 * not known. Common Log Format has no place for it, and is left alone.
 * @param start the first bytes of the log
 * @returns undefined where enough clients are named
 */
export function namelessLog(format: LogFormat, start: Buffer): Nameless | undefined {
  if (format === common) return undefined;
  const reader = format.create();
  const line = newLine();
  let [lines, nameless] = [0, 0];
  for (const row of start.toString('latin1').split(/\r?\n/)) {
    if (row === '' || reader(row, 0, row.length, line) !== 'read') continue;
    lines += 1;
    if (line.userAgent === '') nameless += 1;
  }
  return lines >= MIN_LINES && nameless >= lines * TOO_MANY ? { lines, nameless } : undefined;
}
