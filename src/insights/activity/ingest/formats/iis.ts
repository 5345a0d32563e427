import type { LogFormat } from '../line.js';
import { fromBytes } from './quoted.js';
import { w3cFormat } from './w3c.js';

/**
 * The log that IIS writes by default, with spaces between the fields and times in UTC.
 * @see https://learn.microsoft.com/windows/win32/http/w3c-logging
 */
export const iis: LogFormat = w3cFormat({
  name: 'iis',
  label: 'W3C log of IIS',
  separator: ' ',
  needed: ['time', 'cs-method', 'cs-uri-stem', 'sc-status'],
  host: 'cs-host',
  decode: (text) => fromBytes(text.includes(' ') ? text : spacesOf(text)),
});

/** Text with spaces for plus signs; of two, the second is a plus sign: `bot;++https://…`. */
export function spacesOf(text: string): string {
  return text.replace(/\+(\+?)/g, ' $1');
}
