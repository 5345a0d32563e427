import type { LogFormat } from '../line.js';
import { readTime } from '../times.js';
import { fill } from './json-fields.js';
import { quotedText } from './quoted.js';

/** Source of a quoted text that may contain escaped quotation marks. */
export const QUOTED = String.raw`(?:[^"\\]|\\.)*`;

/**
 * Makes a format from a pattern with the groups `time`, `address`, `request` or `method` and `target`, `status`,
 * `userAgent`, and optionally `referrer` and `host`.
 */
export function patternFormat(name: string, label: string, pattern: RegExp): LogFormat {
  return {
    name,
    label,
    create: () => (text, start, end, line) => {
      const groups = pattern.exec(text.slice(start, end))?.groups;
      if (groups === undefined) return 'bad';
      const value = (group: string) => {
        const found = groups[group] ?? '';
        return quotedText(found, 0, found.length);
      };
      const [method = '', target = ''] = (
        groups['request'] ?? `${value('method')} ${groups['target']}`
      ).split(' ');
      const isRead = fill(line, {
        at: readTime(value('time')),
        status: Number(value('status')),
        method,
        target: quotedText(target, 0, target.length),
        address: value('address'),
        referrer: value('referrer'),
        userAgent: value('userAgent'),
        host: value('host'),
      });
      return isRead ? 'read' : 'bad';
    },
  };
}
