/** Access logs in JSON: nginx, Traefik, Caddy and others. */

import { decodePercent } from '../../../../core/percent.js';
import type { LineResult, LogFormat, LogLine } from '../line.js';
import { readTime } from '../times.js';
import { clientOf } from './forwarded.js';
import {
  CLIENT_HEADERS,
  type FieldKeys,
  type Fields,
  fill,
  jsonFormat,
  jsonReader,
  TIME_BEFORE,
  textOf,
  valuesOf,
} from './json-fields.js';
import { spacesOf } from './w3c.js';

/**
 * Dotted names are those of the Elastic Common Schema, Kong and pino-http; an object counts as no text. The others are
 * those of nginx, OpenTelemetry, Splunk's formats, Netlify, Envoy, Istio, API gateways, Railway, Cloudflare's Workers
 * and the router of Heroku.
 */
export const NGINX: FieldKeys = {
  time: [
    ...['time_iso8601', 'time_local', 'msec', '@timestamp', 'timestamp', 'time', 'ts', 'started_at'],
    ...['start_time', 'requestTime', 'date', 'datetime', '@t', 'eventTimestamp', TIME_BEFORE],
  ],
  address: [
    ...['client_ip', 'remote_addr', 'remote_ip', 'clientip', 'ip', 'downstream_remote_address'],
    ...['remote_host', 'client.ip', 'client.address', 'http.client_ip', 'source.ip', 'req.remoteAddress'],
    ...['network.client.ip', 'request.remote_addr', 'request.remote_ip', 'srcIp', 'src', 'client', 'remote'],
    'request.headers.cf-connecting-ip',
  ],
  method: [
    ...['request_method', 'method', 'httpMethod', 'http_method', ':method'],
    ...['http.request.method', 'http.method', 'request.method', 'req.method', 'verb'],
  ],
  target: [
    ...['request_uri', 'uri', 'url.original', 'url.path', 'url', 'path', 'x-envoy-origin-path', ':path'],
    ...['request.uri', 'request.url', 'request.path', 'req.url', 'request_path', 'uri_path', 'http.target'],
    'http.url',
  ],
  request: ['request'],
  query: ['query', 'url.query', 'uri_query'],
  status: [
    ...['status', 'status_code', 'response_status', 'response_code', 'httpStatus'],
    ...['http.response.status_code', 'http.status_code', 'response.status', 'response.status_code'],
    ...['res.statusCode', 'response'],
  ],
  referrer: [
    ...['http_referer', 'http_referrer', 'referer', 'referrer'],
    ...['http.request.referrer', 'request.headers.referer', 'req.headers.referer', 'headers.referer'],
  ],
  userAgent: [
    ...['http_user_agent', 'user_agent.original', 'user_agent', 'user-agent', 'userAgent', 'agent'],
    ...['clientUa', 'ua', 'http.user_agent', 'request.headers.user-agent', 'req.headers.user-agent'],
    'headers.user-agent',
  ],
  host: [
    ...['url.domain', 'host', 'http_host', 'server_name', 'vhost', 'domain', 'authority', ':authority'],
    ...['request.headers.host', 'req.headers.host', 'headers.host'],
  ],
};

/** Real-time log streaming of Fastly with the names in its documentation. */
const FASTLY: FieldKeys = {
  time: ['timestamp', 'time_start', 'time'],
  address: ['client_ip'],
  method: ['request_method'],
  target: ['url', 'request_url'],
  status: ['response_status', 'status'],
  referrer: ['request_referer', 'request_referrer', 'referer'],
  userAgent: ['request_user_agent'],
  host: ['host', 'request_host'],
};

const CLOUDFLARE: FieldKeys = {
  time: ['EdgeStartTimestamp', 'EdgeEndTimestamp'],
  address: ['ClientIP'],
  method: ['ClientRequestMethod'],
  target: ['ClientRequestURI', 'ClientRequestPath'],
  status: ['EdgeResponseStatus'],
  referrer: ['ClientRequestReferer'],
  userAgent: ['ClientRequestUserAgent'],
  host: ['ClientRequestHost'],
};

/** Header fields are in its log only where the owner has switched them on. */
const TRAEFIK: FieldKeys = {
  time: ['StartUTC', 'StartLocal', 'time'],
  address: ['ClientHost', 'ClientAddr'],
  method: ['RequestMethod'],
  target: ['RequestPath'],
  status: ['DownstreamStatus', 'OriginStatus'],
  referrer: ['request_Referer'],
  userAgent: ['request_User-Agent'],
  host: ['RequestHost', 'RequestAddr'],
};

/** Cloud Logging's entry of a load balancer or of Cloud Run, and that of App Engine. */
const GOOGLE: FieldKeys = {
  time: ['timestamp', 'receiveTimestamp'],
  address: ['httpRequest.remoteIp', 'protoPayload.ip'],
  method: ['httpRequest.requestMethod', 'protoPayload.method'],
  target: ['httpRequest.requestUrl', 'protoPayload.resource'],
  status: ['httpRequest.status', 'protoPayload.status'],
  referrer: ['httpRequest.referer', 'protoPayload.referrer'],
  userAgent: ['httpRequest.userAgent', 'protoPayload.userAgent'],
};

/** DataStream 2 of Akamai. */
const AKAMAI: FieldKeys = {
  time: ['reqTimeSec'],
  address: ['cliIP'],
  method: ['reqMethod'],
  target: ['reqPath'],
  status: ['statusCode'],
  referrer: ['referer'],
  userAgent: ['UA'],
  host: ['reqHost'],
  query: ['queryStr'],
  decode: (text) => decodePercent(text.replaceAll('+', ' ')),
};

/** The HTTP log of App Service, as a diagnostic log and as rows of Log Analytics. It writes spaces as IIS does. */
const APP_SERVICE: FieldKeys = {
  time: ['time', 'TimeGenerated'],
  address: ['properties.CIp', 'CIp'],
  method: ['properties.CsMethod', 'CsMethod'],
  target: ['properties.CsUriStem', 'CsUriStem'],
  status: ['properties.ScStatus', 'ScStatus'],
  referrer: ['properties.Referer', 'Referer'],
  userAgent: ['properties.UserAgent', 'UserAgent'],
  host: ['properties.CsHost', 'CsHost'],
  query: ['properties.CsUriQuery', 'CsUriQuery'],
  decode: (text) => (text.includes(' ') ? text : spacesOf(text)),
};

/** Front Door, Content Delivery Network and Application Gateway. */
const AZURE: FieldKeys = {
  time: ['time', 'timeStamp'],
  address: ['properties.clientIp', 'properties.clientIP'],
  method: ['properties.httpMethod'],
  target: ['properties.requestUri', 'properties.requestUriWithArgs'],
  status: ['properties.httpStatusCode', 'properties.httpStatus'],
  referrer: ['properties.referer'],
  userAgent: ['properties.userAgent'],
  host: ['properties.hostName', 'properties.host'],
};

/** The formats with special key names only, by the name of the format. */
export const NAMES: Readonly<Record<string, FieldKeys>> = {
  nginx: NGINX,
  fastly: FASTLY,
  cloudflare: CLOUDFLARE,
  traefik: TRAEFIK,
  google: GOOGLE,
  azure: AZURE,
  'azure-app': APP_SERVICE,
  akamai: AKAMAI,
};

/** `log_format … escape=json '{…}'`: the owner chooses the names, mostly those of nginx's variables. */
export const nginxJson: LogFormat = jsonFormat('nginx', 'JSON of nginx', NGINX);

/** @see https://doc.traefik.io/traefik/observability/access-logs/ */
export const traefik: LogFormat = jsonFormat('traefik', 'JSON of Traefik', TRAEFIK);

/** @see https://caddyserver.com/docs/caddyfile/directives/log */
export const caddy: LogFormat = {
  name: 'caddy',
  label: 'JSON of Caddy',
  create: () => jsonReader(readCaddy),
};

/** @see https://vercel.com/docs/log-drains/log-drains-reference */
const vercel: LogFormat = {
  name: 'vercel',
  label: 'log drain of Vercel, one object a line',
  create() {
    const isRepeated = repetitions();
    return jsonReader((fields, line) => readVercel(fields, line, isRepeated));
  },
};

/** The formats that are JSON, in the order in which they are tried. */
export const jsonFormats: readonly LogFormat[] = [
  caddy,
  // See https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/.
  jsonFormat('cloudflare', 'Logpush of Cloudflare', CLOUDFLARE),
  // See https://www.fastly.com/documentation/guides/integrations/logging/.
  jsonFormat('fastly', 'JSON of Fastly', FASTLY),
  traefik,
  vercel,
  // See https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry#HttpRequest.
  jsonFormat('google', 'Cloud Logging of Google', GOOGLE),
  // See https://learn.microsoft.com/azure/frontdoor/monitor-front-door#access-log.
  jsonFormat('azure', 'Front Door of Azure', AZURE),
  // See https://learn.microsoft.com/azure/azure-monitor/reference/tables/appservicehttplogs.
  jsonFormat('azure-app', 'App Service of Azure', APP_SERVICE),
  // See https://techdocs.akamai.com/datastream2/docs/log-format.
  jsonFormat('akamai', 'DataStream 2 of Akamai', AKAMAI),
  nginxJson,
];

const FORWARDING = CLIENT_HEADERS.map((name) => name.toLowerCase());

/** Caddy writes header names as `User-Agent`, and some collectors change them to lower case. */
function readCaddy(fields: Fields, line: LogLine): boolean {
  const request = fields['request'] as Fields | undefined;
  if (typeof request !== 'object' || request === null) return false;
  const written = Object.entries(request['headers'] ?? {});
  const headers: Fields = Object.fromEntries(written.map(([name, value]) => [name.toLowerCase(), value]));
  const peer = ['client_ip', 'remote_ip', 'remote_addr'].map((key) => textOf(request[key])).find(Boolean);
  return fill(line, {
    at: readTime(fields['ts'] ?? fields[TIME_BEFORE]),
    status: Number(fields['status']),
    method: textOf(request['method']),
    target: textOf(request['uri']),
    address: clientOf(peer ?? '', valuesOf(headers, FORWARDING)),
    referrer: textOf(headers['referer']),
    userAgent: textOf(headers['user-agent']),
    host: textOf(request['host']),
  });
}

/** Builds write into the same log, and every message of a function repeats its request. */
function readVercel(fields: Fields, line: LogLine, isRepeated: (id: string) => boolean): LineResult {
  if (typeof fields['deploymentId'] !== 'string' || fields['source'] === undefined) return 'bad';
  const proxy = fields['proxy'] as Fields | undefined;
  if (typeof proxy !== 'object' || proxy === null) return 'none';
  if (isRepeated(textOf(fields['requestId']))) return 'none';
  const isRead = fill(line, {
    at: readTime(proxy['timestamp'] ?? fields['timestamp']),
    // -1: there was no answer.
    status: Math.max(0, Number(proxy['statusCode'] ?? fields['statusCode'])),
    method: textOf(proxy['method']),
    target: textOf(proxy['path']),
    address: textOf(proxy['clientIp']),
    referrer: textOf(proxy['referer']),
    userAgent: textOf(proxy['userAgent']),
    host: textOf(proxy['host'] ?? fields['host']),
  });
  return isRead ? 'read' : 'bad';
}

/** Number of remembered requests. */
const MAX_REQUESTS = 10_000;

function repetitions(): (id: string) => boolean {
  const seen = new Set<string>();
  return function isRepeated(id) {
    if (id === '') return false;
    if (seen.has(id)) return true;
    if (seen.size >= MAX_REQUESTS) seen.clear();
    seen.add(id);
    return false;
  };
}
