import type { LineResult, LogFormat, LogLine } from '../line.js';
import { readTime } from '../times.js';
import { clientOf } from './forwarded.js';
import { CLIENT_HEADERS, fieldsOf, textOf } from './json-fields.js';
import { fromBytes } from './quoted.js';

/** A form of W3C extended logs: rows below a line that names their fields. */
interface W3cForm {
  readonly name: string;
  readonly label: string;
  readonly separator: string;
  /** Required fields of this format. */
  readonly needed: readonly string[];
  /** Field with the requested host. */
  readonly host: string;
  /** Whether a row may also be a JSON object with the same names. */
  readonly isJsonToo?: boolean;
  /** Decodes escaped separators in a text. */
  readonly decode: (text: string) => string;
}

/** The position of each field, their number, and the zone of times. */
interface Columns {
  readonly count: number;
  /** `Z`; empty where times are in the zone of the server. */
  readonly zone: '' | 'Z';
  readonly of: Readonly<Record<string, number>>;
}

/**
 * Makes a W3C extended log format.
 * @see https://www.w3.org/TR/WD-logfile.html
 */
function w3cFormat(form: W3cForm): LogFormat {
  return {
    name: form.name,
    label: form.label,
    create() {
      let columns: Columns | undefined;
      let day = '';
      return function readW3c(text, start, end, line): LineResult {
        if (text.charCodeAt(start) === 0x23) {
          if (text.startsWith('#Fields:', start)) columns = readColumns(text.slice(start + 8, end), form);
          if (text.startsWith('#Date:', start))
            day = text
              .slice(start + 6, end)
              .trim()
              .slice(0, 10);
          return 'none';
        }
        const named = form.isJsonToo === true ? fieldsOf(text.slice(start, end)) : undefined;
        if (named !== undefined) {
          return readRow((name) => textOf(named[name]), { day, zone: 'Z', form }, line) ? 'read' : 'bad';
        }
        if (columns === undefined) return 'bad';
        const values = valuesOf(text.slice(start, end), form.separator, columns.count);
        if (values.length < columns.count) return 'bad';
        const { of, zone } = columns;
        const columnOf = (name: string) => withoutDash(values[of[name] ?? -1]);
        return readRow(columnOf, { day, zone, form }, line) ? 'read' : 'bad';
      };
    },
  };
}

/** Names of Advanced Logging of IIS, and of CloudFront's real-time logs. */
const SYNONYMS: Readonly<Record<string, string>> = {
  'date-utc': 'date',
  'time-utc': 'time',
  'date-local': 'date',
  'time-local': 'time',
  'cs(host)': 'cs-host',
  'cs-referer': 'cs(Referer)',
  'cs-user-agent': 'cs(User-Agent)',
};

function readColumns(text: string, { needed }: W3cForm): Columns | undefined {
  const names = text
    .trim()
    .split(/\s+/)
    .map((name) => SYNONYMS[name.toLowerCase()] ?? name);
  if (needed.some((name) => !names.includes(name))) return undefined;
  const zone = /\btime-local\b/i.test(text) ? '' : 'Z';
  return { count: names.length, zone, of: Object.fromEntries(names.map((name, index) => [name, index])) };
}

/** A field in quotation marks, which are doubled in it, or without. */
const FIELD = /"((?:[^"]|"")*)"(?= |$)|[^ ]+/g;

/** The fields of a row. Advanced Logging of IIS puts texts with spaces in quotation marks. */
function valuesOf(row: string, separator: string, count: number): readonly string[] {
  const plain = row.split(separator);
  if (separator !== ' ' || plain.length <= count || !row.includes('"')) return plain;
  const fields = [...row.matchAll(FIELD)].map(([whole, text]) => text?.replaceAll('""', '"') ?? whole);
  return fields.length === count ? fields : plain;
}

function withoutDash(value = '-'): string {
  return value === '-' ? '' : value;
}

interface Row {
  /** From the last `#Date` line, where rows only have a time. */
  readonly day: string;
  readonly zone: Columns['zone'];
  readonly form: W3cForm;
}

function readRow(value: (name: string) => string, { day, zone, form }: Row, line: LogLine): boolean {
  const at = readTime(value('timestamp') || `${value('date') || day}T${value('time')}${zone}`);
  const status = Number(value('sc-status'));
  const [stem, query] = [value('cs-uri-stem'), value('cs-uri-query')];
  if (Number.isNaN(at) || Number.isNaN(status) || stem === '') return false;
  line.at = at;
  line.status = status;
  line.method = value('cs-method');
  // Real-time logs have the query twice.
  line.target = stem + (query === '' || stem.includes('?') ? '' : `?${query}`);
  // Fields of their own in IIS behind a proxy.
  line.address = clientOf(
    value('c-ip'),
    CLIENT_HEADERS.map((name) => form.decode(value(name))),
  );
  line.referrer = form.decode(value('cs(Referer)'));
  line.userAgent = form.decode(value('cs(User-Agent)'));
  line.host = value(form.host);
  return true;
}

/**
 * Tab-separated lines below a line that names their fields, or JSON (standard logging v2). Real-time logs lack that
 * line.
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 */
export const cloudfront: LogFormat = w3cFormat({
  name: 'cloudfront',
  label: 'standard log of CloudFront',
  separator: '\t',
  needed: ['cs-method', 'cs-uri-stem', 'sc-status', 'cs(User-Agent)'],
  host: 'x-host-header',
  isJsonToo: true,
  decode: decoded,
});

/** Percent-encoded, in older files twice. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    const once = decodeURIComponent(text);
    return /%(?:20|2[0-9A-F]|3[0-9A-F])/i.test(once) && !once.includes(' ') ? decodeURIComponent(once) : once;
  } catch {
    return text;
  }
}

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
