import { common } from './formats/combined.js';
import { type LogFormat, newLine } from './line.js';

/** How many of the first lines of a log have no User-Agent. */
export interface Nameless {
  readonly lines: number;
  readonly nameless: number;
}

/** Fewer lines than these are not representative. */
const MIN_LINES = 10;
/** Share of lines from which on the log can't be right. */
const TOO_MANY = 0.98;

/**
 * Detects a log that hardly identifies any client: its server does not log the User-Agent, or under an unknown
 * name. Common Log Format has no field for it, and is accepted.
 * @param start the first bytes of the log
 * @returns undefined where enough clients are identified
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
