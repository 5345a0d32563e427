import type { LineReader, LogFormat, LogLine } from '../line.js';
import { readTime } from '../times.js';
import { fromBytes } from './quoted.js';

type Fields = Readonly<Record<string, unknown>>;

/** Where a JSON log has what we want to know: the first name that is there counts. */
interface Names {
  readonly time: readonly string[];
  readonly address: readonly string[];
  readonly method: readonly string[];
  readonly target: readonly string[];
  /** `GET /llms.txt HTTP/1.1`, where method and target are not given apart. */
  readonly request: readonly string[];
  readonly status: readonly string[];
  readonly referrer: readonly string[];
  readonly userAgent: readonly string[];
  readonly host: readonly string[];
}

/** `log_format … escape=json '{…}'`: the owner chooses the names, mostly those of nginx's variables. */
export const nginxJson: LogFormat = jsonFormat('nginx', 'JSON of nginx', {
  time: ['time_iso8601', 'time_local', 'msec', '@timestamp', 'timestamp', 'time', 'ts'],
  address: ['client_ip', 'remote_addr', 'remote_ip', 'clientip', 'ip'],
  method: ['request_method', 'method'],
  target: ['request_uri', 'uri', 'url', 'path'],
  request: ['request'],
  status: ['status', 'status_code', 'response_status'],
  referrer: ['http_referer', 'http_referrer', 'referer', 'referrer'],
  userAgent: ['http_user_agent', 'user_agent', 'userAgent', 'agent'],
  host: ['host', 'http_host', 'server_name', 'vhost'],
});

/** Real-time log streaming of Fastly with the names of its documentation. */
const FASTLY: Names = {
  time: ['timestamp', 'time_start', 'time'],
  address: ['client_ip'],
  method: ['request_method'],
  target: ['url', 'request_url'],
  request: [],
  status: ['response_status', 'status'],
  referrer: ['request_referer', 'request_referrer', 'referer'],
  userAgent: ['request_user_agent'],
  host: ['host', 'request_host'],
};

/** @see https://www.fastly.com/documentation/guides/integrations/logging/ */
export const fastly: LogFormat = jsonFormat('fastly', 'JSON of Fastly', FASTLY);

/** @see https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/ */
export const cloudflare: LogFormat = jsonFormat('cloudflare', 'Logpush of Cloudflare', {
  time: ['EdgeStartTimestamp', 'EdgeEndTimestamp'],
  address: ['ClientIP'],
  method: ['ClientRequestMethod'],
  target: ['ClientRequestURI', 'ClientRequestPath'],
  request: [],
  status: ['EdgeResponseStatus'],
  referrer: ['ClientRequestReferer'],
  userAgent: ['ClientRequestUserAgent'],
  host: ['ClientRequestHost'],
});

/** @see https://caddyserver.com/docs/caddyfile/directives/log */
export const caddy: LogFormat = {
  name: 'caddy',
  label: 'JSON of Caddy',
  create: () => jsonReader(readCaddy),
};

function jsonFormat(name: string, label: string, names: Names): LogFormat {
  return { name, label, create: () => jsonReader((fields, line) => readNamed(fields, names, line)) };
}

/** Reads an object for each line; one that is not of the form is none of this format. */
function jsonReader(read: (fields: Fields, line: LogLine) => boolean): LineReader {
  return function readJson(text, start, end, line) {
    if (text.charCodeAt(start) !== 0x7b) return 'bad';
    let value: unknown;
    try {
      value = JSON.parse(fromBytes(text.slice(start, end)));
    } catch {
      return 'bad';
    }
    return read(value as Fields, line) ? 'read' : 'bad';
  };
}

function readNamed(fields: Fields, names: Names, line: LogLine): boolean {
  // Fastly's log has a key of its own for the User-Agent; nginx's names are the owner's choice.
  if (names === FASTLY && first(fields, names.userAgent) === undefined) return false;
  const at = readTime(first(fields, names.time));
  const status = Number(first(fields, names.status));
  let method = textOf(first(fields, names.method));
  let target = textOf(first(fields, names.target));
  if (method === '' || target === '') {
    [method = '', target = ''] = textOf(first(fields, names.request)).split(' ');
  }
  return fill(line, {
    at,
    status,
    method,
    target,
    address: textOf(first(fields, names.address)),
    referrer: textOf(first(fields, names.referrer)),
    userAgent: textOf(first(fields, names.userAgent)),
    host: textOf(first(fields, names.host)),
  });
}

function readCaddy(fields: Fields, line: LogLine): boolean {
  const request = fields['request'] as Fields | undefined;
  if (typeof request !== 'object' || request === null) return false;
  const headers = (request['headers'] ?? {}) as Fields;
  const header = (name: string) => textOf((headers[name] as readonly unknown[] | undefined)?.[0]);
  return fill(line, {
    at: readTime(fields['ts']),
    status: Number(fields['status']),
    method: textOf(request['method']),
    target: textOf(request['uri']),
    address: textOf(request['client_ip'] ?? request['remote_ip']),
    referrer: header('Referer'),
    userAgent: header('User-Agent'),
    host: textOf(request['host']),
  });
}

function fill(line: LogLine, found: LogLine): boolean {
  if (Number.isNaN(found.at) || !(found.status >= 0) || found.target === '') return false;
  Object.assign(line, found);
  return true;
}

function first(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) if (fields[name] !== undefined) return fields[name];
  return undefined;
}

/** `-` is nothing. */
function textOf(value: unknown): string {
  return typeof value === 'string' && value !== '-' ? value : '';
}
