import { type LogFormat, newLine } from './line.js';

/** The time of the first request in a log: older logs are read first. @returns Unix seconds; 0 where it is unknown */
export function firstTime(format: LogFormat, start: Buffer): number {
  const reader = format.create();
  const line = newLine();
  for (const row of start.toString('latin1').split(/\r?\n/)) {
    if (row !== '' && reader(row, 0, row.length, line) === 'read') return line.at;
  }
  return 0;
}
