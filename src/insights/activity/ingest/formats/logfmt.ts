import type { LogFormat } from '../line.js';
import { NGINX } from './json.js';
import { type Fields, jsonFormat } from './json-fields.js';
import { fromBytes, quotedText } from './quoted.js';

const PAIR = /(?:^|\s)([A-Za-z_][\w.-]*)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*?)),?(?=\s|$)/g;
/** The time that Heroku and others write before the pairs. */
const TIME = /^(?:<\d+>\d? ?)?(\d{4}-\d\d-\d\dT\S+)\s/;

/** Pairs of keys and values, such as those of the router of Heroku. @see https://brandur.org/logfmt */
export const logfmt: LogFormat = {
  name: 'logfmt',
  label: 'logfmt (key=value)',
  create: jsonFormat('', '', NGINX, pairsOf).create,
};

/** The pairs of a line by their keys; undefined for a line without any. */
export function pairsOf(line: string): Fields | undefined {
  const pairs: Record<string, unknown> = {};
  const before = TIME.exec(line)?.[1];
  if (before !== undefined) pairs['time'] = before;
  for (const [, key = '', quoted, plain = ''] of line.matchAll(PAIR)) {
    pairs[key] = quoted === undefined ? fromBytes(plain) : quotedText(quoted, 0, quoted.length);
  }
  return pairs['method'] === undefined && Object.keys(pairs).length < 3 ? undefined : pairs;
}
