import { type LogFormat, newLine } from '../line.js';
import { readTime } from '../times.js';
import { fill } from './json-fields.js';
import { quotedText } from './quoted.js';

/**
 * `HIT|200|1507167062421|412|390|192.0.2.1|-|https://example.org/|WA|Agent/1.0|id|DE`. It has no method: a CDN answers
 * `GET` requests.
 * @see https://docs.bunny.net/docs/cdn-log-format
 */
export const bunny: LogFormat = {
  name: 'bunny',
  label: 'log of bunny.net',
  create: () => (text, start, end, line) => {
    const fields = text.slice(start, end).split('|');
    if (fields.length < 12) return 'bad';
    const [, status, time, , , address = '', referrer = '', target = ''] = fields;
    // A User-Agent may contain the separator.
    const userAgent = fields.slice(9, -2).join('|');
    const found = {
      ...newLine(),
      at: readTime(time),
      method: 'GET',
      status: Number(status),
      target,
      address,
      referrer: quotedText(referrer, 0, referrer.length),
      userAgent: quotedText(userAgent, 0, userAgent.length),
    };
    return fill(line, found) ? 'read' : 'bad';
  },
};
