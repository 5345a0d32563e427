import { type LineReader, type LogFormat, markLength, newLine } from '../line.js';
import { combined, common, docker } from './combined.js';
import { jsonFormats } from './json.js';
import { alb, bunny, envoy, haproxy, nginxProxyManager, s3 } from './load-balancers.js';
import { logfmt } from './logfmt.js';
import { cloudfront, iis } from './w3c.js';

/** Every supported access log format. If several match, the first is used. */
export const logFormats: readonly LogFormat[] = [
  s3,
  // In Common Log Format too, with the headers at the end of the line.
  haproxy,
  combined,
  common,
  ...jsonFormats,
  cloudfront,
  iis,
  alb,
  envoy,
  nginxProxyManager,
  bunny,
  docker,
  logfmt,
];

/** Number of lines for detection. */
const LOOK_AT = 50;

/**
 * The format of a log: that of most of its first lines.
 * @param head beginning of the log, Latin-1
 * @returns undefined where none matches
 */
export function detectFormat(head: string): LogFormat | undefined {
  const text = head.slice(markLength(head)).replaceAll('\0', '');
  return bestFormat(text.split(/\r?\n/).slice(0, LOOK_AT));
}

function bestFormat(lines: readonly string[]): LogFormat | undefined {
  let best: { readonly format: LogFormat; readonly read: number } | undefined;
  for (const format of logFormats) {
    const isNameless = format.namesAgents !== undefined && !lines.some(format.namesAgents);
    const read = isNameless ? 0 : countRead(format, lines);
    if (read > (best?.read ?? 0)) best = { format, read };
  }
  return best?.format;
}

/** Number of unreadable lines for which other formats are tried in vain. */
const MAX_STRAY = 100;

/** A format that also reads lines of others: a log may go on after its server was given another one. */
export function withOtherFormats(format: LogFormat): LogFormat {
  return { ...format, create: () => readerOf(format) };
}

function readerOf(format: LogFormat): LineReader {
  const readers = [format.create()];
  let stray = 0;
  return function readAny(text, start, end, line) {
    for (const read of readers) {
      const result = read(text, start, end, line);
      if (result !== 'bad') return result;
    }
    const other = stray < MAX_STRAY ? bestFormat([text.slice(start, end)]) : undefined;
    // The beginning of a line that was cut off is of the common format.
    if (other === undefined || other === common) {
      stray += 1;
      return 'bad';
    }
    const reader = other.create();
    readers.push(reader);
    return reader(text, start, end, line);
  };
}

function countRead(format: LogFormat, lines: readonly string[]): number {
  const reader = format.create();
  const line = newLine();
  return lines.filter((text) => {
    return text !== '' && reader(text, 0, text.length, line) === 'read';
  }).length;
}
