/** Cleans the addresses and endpoints of resources. */

import { asText } from '../../../config/text.js';
import { isObject } from '../../../core/json.js';
import { isHttpUrl, isParsableUrl } from '../../../core/parsable-url.js';
import { onSite } from '../../../core/paths.js';
import { decodePercent } from '../../../core/percent.js';
import { quoted, type Report } from '../notice.js';
import { ENDPOINT_TYPES, type Endpoint, type WellKnownReference } from '../resource.js';
import { asList, cleanKey, cleanText, splitList } from './text.js';

/** What an address is checked against. */
export interface AddressContext {
  /** Address of the site without trailing slash. */
  readonly baseUrl: string;
  readonly report: Report;
}

const NOT_IN_PATH = /[^A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]+/g;
const NOT_IN_URI = /[^A-Za-z0-9._~:/?@!$&'()*+,;=%-]/g;
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;
const SECRET =
  /(?:nonce|(?:^|[-_.[]|api|access|auth|client|consumer|refresh|session)(?:key|token|secret|password|passwd|pwd|sig|signature))\]?$/i;

/**
 * An http(s) address, or a path of the site with leading slash, in a form that RFC 3986 allows. Passwords and
 * keys, internal hosts and other schemes are refused; removed parts are reported.
 * @param where the owner of the address, for messages
 * @returns empty for an unusable address
 */
export function cleanAddress(value: unknown, where: string, ctx: AddressContext): string {
  const text = (asText(value) ?? '').trim();
  if (text === '') {
    if (value !== undefined && value !== null && value !== '')
      refuse(ctx, where, `${quoted(value)} isn't an address`);
    return '';
  }
  return text.startsWith('/') ? sitePath(text, where, ctx) : webAddress(text, where, ctx);
}

/** Two addresses with the same key lead to the same place. */
export function targetKey(address: string, baseUrl: string): string {
  const absolute = onSite(address, baseUrl);
  if (!isParsableUrl(absolute)) return absolute;
  const { origin, pathname, search } = new URL(absolute);
  return origin + withoutEndSlashes(pathname) + search;
}

function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function sitePath(text: string, where: string, ctx: AddressContext): string {
  const path = oneSlash(text.replace(NOT_IN_PATH, ''));
  const url = new URL(path, 'https://site.example');
  // Resolving dot segments may produce two leading slashes again.
  return oneSlash(tail(url, where, ctx));
}

function oneSlash(path: string): string {
  return path.replace(/^\/+/, '/');
}

function webAddress(text: string, where: string, ctx: AddressContext): string {
  const url = isHttpUrl(text) ? new URL(text) : undefined;
  // Any wrong part may be a password, so the address is not repeated.
  if (url === undefined || !HOST.test(url.hostname)) return refuse(ctx, where, "it isn't an http(s) address");
  if (url.username !== '' || url.password !== '') {
    return refuse(ctx, where, 'it contains a user name or password');
  }
  if (isInternalHost(url.hostname) && !isInternalHost(new URL(ctx.baseUrl).hostname)) {
    return refuse(ctx, where, 'its host is internal');
  }
  return url.origin + tail(url, where, ctx);
}

/** Path, query and fragment without keys and tokens. */
function tail(url: URL, where: string, ctx: AddressContext): string {
  const search = withoutSecrets(url.search.slice(1));
  const hash = withoutSecrets(url.hash.slice(1));
  if (search.length + 1 < url.search.length || hash.length + 1 < url.hash.length) {
    ctx.report.warn(
      'resource_address',
      `The address of ${where} contained a key, token or password in a parameter. The parameter was removed.`,
      'Let clients send credentials in a header, and replace the credentials that were in the address.',
    );
  }
  return uriText(url.pathname) + (search && `?${uriText(search)}`) + (hash && `#${uriText(hash)}`);
}

function withoutSecrets(parameters: string): string {
  if (!parameters.includes('=')) return parameters;
  const kept = parameters.split('&').filter((pair) => !SECRET.test(nameOf(pair)));
  return kept.join('&');
}

function nameOf(pair: string): string {
  return decodePercent(pair.slice(0, Math.max(0, pair.indexOf('='))));
}

/** Encodes what browsers tolerate in an address and RFC 3986 does not. */
function uriText(text: string): string {
  return text.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(NOT_IN_URI, encodeURIComponent);
}

function refuse({ report }: AddressContext, where: string, why: string): '' {
  report.warn(
    'resource_address',
    `The address of ${where} was left out: ${why}.`,
    'Write a public http(s) address without credentials, or a path of the site that starts with "/".',
  );
  return '';
}

const PRIVATE_ZONES = /\.(?:localhost|local|internal|intranet|corp|home|lan|home\.arpa)$/;
const PRIVATE_IPV4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const PRIVATE_IPV6 = /^\[(?:::|f[cd]|fe[89ab])/;

/**
 * True for a host that only exists inside a network: public documents do not name it.
 * @param host as `URL.hostname` has it
 * @see RFC 1918, RFC 6761, RFC 6762, RFC 8375
 */
function isInternalHost(host: string): boolean {
  const name = host.replace(/\.$/, '');
  if (name.startsWith('[')) return PRIVATE_IPV6.test(name);
  return !name.includes('.') || PRIVATE_ZONES.test(name) || PRIVATE_IPV4.test(name);
}

/**
 * The endpoints of a resource; a bare text is the address of a REST endpoint. Those without a usable address
 * are left out.
 * @param id of the resource, for messages
 */
export function endpointsOf(value: unknown, id: string, ctx: AddressContext): readonly Endpoint[] {
  // A comma may be part of an address, so a text is one endpoint.
  return asList(value).flatMap((one) => endpointOf(one, id, ctx) ?? []);
}

function endpointOf(value: unknown, id: string, ctx: AddressContext): Endpoint | undefined {
  const fields = isObject(value) ? value : { url: value };
  const url = cleanAddress(fields['url'], `an endpoint of "${id}"`, ctx);
  if (url === '') {
    ctx.report.warn(
      'resource_endpoint',
      `An endpoint of the resource "${id}" has no usable address and was left out.`,
      'Give it a "url": a public http(s) address, or a path of the site that starts with "/".',
    );
    return undefined;
  }
  return {
    url,
    type: typeOf(fields['type'], id, ctx),
    methods: methodsOf(fields['methods']),
    auth: cleanKey(fields['auth']),
    description: cleanText(fields['description']),
  };
}

function typeOf(value: unknown, id: string, { report }: AddressContext): Endpoint['type'] {
  const token = cleanKey(value);
  const type = ENDPOINT_TYPES.find((known) => known === token);
  if (type === undefined && value !== undefined && value !== null && value !== '') {
    report.warn(
      'resource_endpoint',
      `An endpoint of "${id}" has the unknown type ${quoted(value)}; "rest" is published.`,
      `Use one of: ${ENDPOINT_TYPES.join(', ')}.`,
    );
  }
  return type ?? 'rest';
}

/** Names of HTTP methods: capital letters, each once. */
function methodsOf(value: unknown): readonly string[] {
  const names = splitList(value).map((one) =>
    cleanText(one)
      .toUpperCase()
      .replace(/[^A-Z]+/g, ''),
  );
  return [...new Set(names)].filter((name) => name !== '');
}

const PREFIX = /^\/*(?:\.well-known\/+)?/;
const FILE_NAME = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/;

/**
 * A name directly below `/.well-known/`, without that prefix.
 * @returns empty for an invalid name: nested, hidden or with characters that no address should need
 * @see RFC 8615 section 3
 */
export function wellKnownName(value: unknown): string {
  const name = (asText(value) ?? '').trim().replace(PREFIX, '');
  return FILE_NAME.test(name) && !name.includes('..') && name.length <= 255 ? name : '';
}

/**
 * The well-known documents that a resource refers to; a bare text is a name. Referring serves nothing.
 * @param id of the resource, for messages
 */
export function referencesOf(value: unknown, id: string, ctx: AddressContext): readonly WellKnownReference[] {
  return splitList(value).flatMap((one) => {
    const fields = isObject(one) ? one : { name: one };
    const name = wellKnownName(fields['name']);
    if (name === '') {
      ctx.report.warn(
        'well_known_name',
        `"${id}" refers to the well-known document ${quoted(fields['name'])}, which isn't a usable name.`,
        'Write the file name alone, such as "shop.json".',
      );
      return [];
    }
    const url = cleanAddress(fields['url'], `the well-known document "${name}" of "${id}"`, ctx);
    return { name, url: url || `/.well-known/${name}` };
  });
}
