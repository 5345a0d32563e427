import type { LineResult, LogFormat, LogLine } from '../line.js';
import { readTime } from '../times.js';

/** Names of the fields that are needed. */
const NEEDED = [
  'date',
  'time',
  'c-ip',
  'cs-method',
  'cs-uri-stem',
  'sc-status',
  'cs(Referer)',
  'cs(User-Agent)',
];
const QUERY = 'cs-uri-query';

/** What stands where, and the number of fields. */
interface Columns {
  readonly count: number;
  readonly of: Readonly<Record<string, number>>;
}

/**
 * Tab-separated lines below a line that names their fields.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 */
export const cloudfront: LogFormat = {
  name: 'cloudfront',
  label: 'standard log of CloudFront',
  create() {
    let columns: Columns | undefined;
    return function readCloudFront(text, start, end, line): LineResult {
      if (text.charCodeAt(start) === 0x23) {
        if (text.startsWith('#Fields:', start)) columns = readColumns(text.slice(start + 8, end));
        return 'none';
      }
      return columns !== undefined && readRow(text.slice(start, end), columns, line) ? 'read' : 'bad';
    };
  },
};

function readColumns(text: string): Columns | undefined {
  const names = text.trim().split(/\s+/);
  if (NEEDED.some((name) => !names.includes(name))) return undefined;
  return { count: names.length, of: Object.fromEntries(names.map((name, index) => [name, index])) };
}

function readRow(row: string, { count, of }: Columns, line: LogLine): boolean {
  const values = row.split('\t');
  if (values.length < count) return false;
  const value = (name: string) => {
    const found = values[of[name] ?? -1] ?? '-';
    return found === '-' ? '' : found;
  };
  const at = readTime(`${value('date')}T${value('time')}Z`);
  const status = Number(value('sc-status'));
  const query = value(QUERY);
  if (Number.isNaN(at) || Number.isNaN(status)) return false;
  line.at = at;
  line.status = status;
  line.method = value('cs-method');
  line.target = value('cs-uri-stem') + (query === '' ? '' : `?${query}`);
  line.address = value('c-ip');
  line.referrer = decoded(value('cs(Referer)'));
  line.userAgent = decoded(value('cs(User-Agent)'));
  line.host = value('x-host-header');
  return true;
}

/** Percent-encoded, by older files twice. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    const once = decodeURIComponent(text);
    return /%(?:20|2[0-9A-F]|3[0-9A-F])/i.test(once) && !once.includes(' ') ? decodeURIComponent(once) : once;
  } catch {
    return text;
  }
}
