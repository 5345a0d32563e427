/** Reads access logs in which each line is a JSON object. */

import { isObject } from '../../../../core/json.js';
import type { LineReader, LineResult, LogFormat, LogLine } from '../line.js';
import { readTime } from '../times.js';
import { clientOf } from './forwarded.js';
import { fromBytes } from './quoted.js';

/** An object of a JSON log. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * A field of a line. `request` is `GET /llms.txt HTTP/1.1`, where method and target are not separate.
 */
export type LineField =
  | 'time'
  | 'address'
  | 'method'
  | 'target'
  | 'request'
  | 'status'
  | 'referrer'
  | 'userAgent'
  | 'host';

/** The key names of each field in a JSON log: the first existing one counts. A dot leads into an object. */
export interface FieldKeys
  extends Readonly<Record<Exclude<LineField, 'request' | 'host'>, readonly string[]>> {
  readonly request?: readonly string[];
  readonly host?: readonly string[];
  /** Keys of the query where the target lacks it. */
  readonly query?: readonly string[];
  /** Decodes the referrer and the User-Agent. */
  readonly decode?: (text: string) => string;
}

/**
 * A JSON log format with special key names only.
 * @param parse a line as an object
 */
export function jsonFormat(name: string, label: string, names: FieldKeys, parse = fieldsOf): LogFormat {
  const plainNames = plainNamesOf(names);
  return {
    name,
    label,
    create: () =>
      jsonReader((fields, line) => {
        const isWhole = readNamed(fields, names, line) && line.address !== '' && line.userAgent !== '';
        return isWhole || readNamed(withPlainKeys(fields), plainNames, line);
      }, parse),
    namesAgents(text) {
      const fields = parse(text);
      return fields !== undefined && first(withPlainKeys(fields), plainNames.userAgent) !== undefined;
    },
  };
}

/** Programs write a key as `remote_addr`, `RemoteAddr`, `remote-addr` or `_remote_addr`. */
function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9.]/g, '');
}

/** Objects that loggers and collectors put the fields of a line into. */
const WRAPPERS = new Set([
  'fields',
  'attributes',
  'jsonpayload',
  'data',
  'properties',
  'context',
  'meta',
  'event',
]);
/** Depth to which objects are searched for fields. */
const MAX_DEPTH = 4;

function withPlainKeys(given: Fields): Fields {
  const found = new Map<string, unknown>();
  for (const [key, value] of plainFields(given, '', MAX_DEPTH)) if (!found.has(key)) found.set(key, value);
  return { ...Object.fromEntries(found), ...given };
}

/** The fields of objects and, after them, those of the objects in them, with a dot between the keys. */
function* plainFields(given: unknown, path: string, depth: number): Iterable<readonly [string, unknown]> {
  const own = entriesOf(given).map(([key, value]) => [path + plainKey(key), value] as const);
  yield* own;
  if (depth === 0) return;
  for (const [key, value] of own) yield* plainFields(value, WRAPPERS.has(key) ? '' : `${key}.`, depth - 1);
}

/** The members of an object, or of headers in a list of names and values. */
function entriesOf(given: unknown): readonly (readonly [string, unknown])[] {
  if (isObject(given)) return Object.entries(given);
  const list = Array.isArray(given) ? given.filter(isObject) : [];
  return list.flatMap(({ name, value }) => (typeof name === 'string' ? [[name, value] as const] : []));
}

function plainNamesOf(names: FieldKeys): FieldKeys {
  const entries = Object.entries(names).map(([field, keys]) => [
    field,
    Array.isArray(keys) ? [...keys, ...keys.map(plainKey)] : keys,
  ]);
  return Object.fromEntries(entries) as FieldKeys;
}

/** Reads one object per line; other lines don't belong to this format. */
export function jsonReader(
  read: (fields: Fields, line: LogLine) => boolean | LineResult,
  parse = fieldsOf,
): LineReader {
  return function readJson(text, start, end, line) {
    const fields = parse(text.slice(start, end));
    const result = fields !== undefined && read(fields, line);
    return typeof result === 'string' ? result : result ? 'read' : 'bad';
  };
}

/**
 * The prefix that syslog, journald, Kubernetes or Docker Compose adds to a line; it contains no quotation marks but
 * those of Loki's labels.
 */
const PREFIX =
  /^(\d{4}[-/]\d\d[-/]\d\d[T ]\S{1,40})?[^"{]{0,200}(?:\{(?:\w+="[^"{}]*"(?:, )?)*\}\s)?(?<=[\s\]])(?=\{")/;

/** The key for a time that stands before the object, as Caddy's console writes it. */
export const TIME_BEFORE = 'time before';

/** A line as an object; undefined for another line. */
export function fieldsOf(written: string): Fields | undefined {
  const prefix = PREFIX.exec(written);
  const line = written.slice(prefix?.[0].length).trimStart();
  if (line.charCodeAt(0) !== 0x7b) return undefined;
  const fields = (parsed(fromBytes(line)) ?? parsed(withJsonEscapes(line))) as Fields | undefined;
  return fields && prefix?.[1] !== undefined ? { ...fields, [TIME_BEFORE]: prefix[1] } : fields;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * nginx writes `\x22` in JSON too where its format lacks `escape=json`, and a dash or nothing for a number that it
 * doesn't have. In a list, a comma follows each object.
 */
function withJsonEscapes(line: string): string {
  const text = line
    .replace(/,\s*$/, '')
    .replace(/":(?:\s*-)?(?=\s*[,}])/g, '":null')
    .replace(/\\(?:x([0-9a-f]{2})|.)/gi, (written, hex: string | undefined) => {
      if (hex === undefined) return written;
      return JSON.stringify(String.fromCharCode(Number.parseInt(hex, 16))).slice(1, -1);
    });
  return fromBytes(text);
}

/** Headers in which proxies name the client. */
export const CLIENT_HEADERS: readonly string[] = [
  ...['X-Forwarded-For', 'Cf-Connecting-Ip', 'CF-Connecting-IP', 'True-Client-Ip', 'True-Client-IP'],
  ...['X-Real-Ip', 'X-Real-IP'],
];

/** The keys of these headers. */
const FORWARDED = [
  ...['http_x_forwarded_for', 'x_forwarded_for', 'x-forwarded-for', 'fwd'],
  ...['httpxforwardedfor', 'xforwardedfor', 'http_cf_connecting_ip', 'cf_connecting_ip'],
  ...['http_true_client_ip', 'http_x_real_ip', 'x_real_ip', 'proxy_protocol_addr'],
  ...CLIENT_HEADERS.map((name) => `request_${name}`),
];

/** The texts of fields, read one after another. */
export function* valuesOf(fields: Fields, names: readonly string[]): Iterable<string> {
  for (const name of names) yield textOf(fields[name]);
}

function readNamed(fields: Fields, names: FieldKeys, line: LogLine): boolean {
  const { method, target } = requestOf(fields, names);
  const query = textOf(first(fields, names.query ?? [])).replace(/^\?/, '');
  const decode = names.decode ?? ((text: string) => text);
  return fill(line, {
    at: readTime(first(fields, names.time)),
    status: Number(first(fields, names.status)),
    method,
    target: query === '' || target.includes('?') ? target : `${target}?${query}`,
    address: clientOf(textOf(first(fields, names.address)), valuesOf(fields, FORWARDED)),
    referrer: decode(textOf(first(fields, names.referrer))),
    userAgent: decode(textOf(first(fields, names.userAgent))),
    host: textOf(first(fields, names.host ?? [])),
  });
}

/** Logs without a method are of documents and pages, so it is `GET`. Apache's formats call the path the request. */
function requestOf(fields: Fields, names: FieldKeys): { readonly method: string; readonly target: string } {
  const written = first(fields, names.method);
  const [method, target] = [textOf(written), textOf(first(fields, names.target))];
  const request = textOf(first(fields, names.request ?? []));
  if (method !== '' && (target !== '' || request.startsWith('/')))
    return { method, target: target || request };
  if (written === undefined && target !== '' && request === '') return { method: 'GET', target };
  const [word = '', path = ''] = request.split(' ');
  return { method: word, target: path };
}

/** Fills a line; returns without filling it when the fields don't describe a request. */
export function fill(line: LogLine, found: LogLine): boolean {
  if (Number.isNaN(found.at) || !(found.status >= 0) || found.target === '') return false;
  Object.assign(line, found);
  return true;
}

function first(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fields[name] ?? (name.includes('.') ? inside(fields, name) : undefined);
    if (value !== undefined) return value;
  }
  return undefined;
}

function inside(fields: Fields, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Fields | null | undefined)?.[name], fields);
}

/** `-` means nothing. Of a list, such as that of equal header fields, the first counts. */
export function textOf(value: unknown): string {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' && one !== '-' ? one : '';
}
