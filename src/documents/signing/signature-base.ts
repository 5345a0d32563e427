import {
  type BareItem,
  type InnerList,
  type Item,
  type Parameters,
  parseDictionary,
  parseItem,
  parseList,
  serializeByteSequence,
  serializeDictionary,
  serializeInnerList,
  serializeItem,
  serializeList,
} from 'structured-headers';
import { SvcError } from '../../core/errors.js';
import { isParsableUrl } from '../../core/parsable-url.js';

/**
 * Reads covered components as standards write them: `"@status" "@authority";req`.
 * @param text the inside of an inner list (RFC 9651 section 3.1.1)
 */
export function coveredComponents(text: string): InnerList[0] {
  return (parseList(`(${text})`)[0] as InnerList)[0];
}

/**
 * The signature base: one line for each covered component, then the parameters of the signature.
 * @param list components and parameters, in the order of the signature
 * @throws SvcError `SVC_SIGNATURE_INVALID` when a component is missing, repeated or can't be rebuilt
 * @see https://www.rfc-editor.org/rfc/rfc9421#section-2.5
 */
export function signatureBase(message: HttpMessage, list: InnerList): string {
  const lines = new Map<string, string>();
  for (const component of list[0]) {
    const name = serializeItem(component);
    if (lines.has(name))
      throw new SvcError('SVC_SIGNATURE_INVALID', `the component ${name} is covered twice`);
    lines.set(name, componentValue(message, component));
  }
  lines.set('"@signature-params"', serializeInnerList(list));
  return [...lines].map(([name, value]) => `${name}: ${value}`).join('\n');
}

const FIELD_PARAMETERS = new Set(['sf', 'key', 'bs', 'tr', 'req']);
const REQUEST_COMPONENTS: Readonly<Record<string, (request: RequestMessage, url: URL) => string>> = {
  '@method': ({ method }) => method,
  '@target-uri': (_request, url) => withoutFragment(url),
  '@authority': (_request, url) => url.host,
  '@scheme': (_request, url) => url.protocol.slice(0, -1),
  '@request-target': (_request, url) => url.pathname + url.search,
  '@path': (_request, url) => url.pathname,
  '@query': (_request, url) => (url.search === '' ? '?' : url.search),
};

/** Fields whose structure RFC 9421 section 2.1.1 (`sf`) needs to know. */
const STRUCTURES: Readonly<Record<string, 'dictionary' | 'list' | 'item'>> = {
  'accept-signature': 'dictionary',
  'cache-status': 'list',
  'content-digest': 'dictionary',
  priority: 'dictionary',
  'repr-digest': 'dictionary',
  signature: 'dictionary',
  'signature-agent': 'dictionary',
  'signature-input': 'dictionary',
  'want-content-digest': 'dictionary',
  'want-repr-digest': 'dictionary',
};

/**
 * The value of a covered component in a message.
 * @param component name and parameters as written in the signature's list
 * @throws SvcError `SVC_SIGNATURE_INVALID` when the message has no such component or it can't be rebuilt
 * @see https://www.rfc-editor.org/rfc/rfc9421#section-2
 */
export function componentValue(message: HttpMessage, component: Item): string {
  const [name, parameters] = component;
  if (typeof name !== 'string' || name !== name.toLowerCase()) {
    throw invalid(component, "isn't lower-case text");
  }
  const source = sourceOf(message, component);
  const value = name.startsWith('@')
    ? derivedValue(source, component, name)
    : fieldValue(source, component, name, parameters);
  if (!/^[\t\x20-\x7e]*$/.test(value)) throw invalid(component, 'has a value with non-ASCII characters');
  return value;
}

/** The message that a component is taken from: with `req` the request of the response. */
function sourceOf(message: HttpMessage, component: Item): HttpMessage {
  if (component[1].get('req') !== true) return message;
  if (message.kind === 'request') throw invalid(component, 'belongs to the signature of a response');
  if (message.request === undefined) throw invalid(component, 'needs the request that was answered');
  return message.request;
}

function derivedValue(source: HttpMessage, component: Item, name: string): string {
  const others = [...component[1].keys()].filter((key) => key !== 'req');
  if (name === '@query-param') return queryParameter(requestOf(source, component), component, others);
  if (others.length > 0) throw invalid(component, `can't have the parameter "${others[0]}"`);
  if (name === '@status') {
    if (source.kind === 'request') throw invalid(component, 'exists only in responses');
    return String(source.status).padStart(3, '0');
  }
  const read = REQUEST_COMPONENTS[name];
  if (read === undefined) throw invalid(component, 'is unknown');
  const request = requestOf(source, component);
  return read(request, urlOf(request, component));
}

function requestOf(source: HttpMessage, component: Item): RequestMessage {
  if (source.kind === 'request') return source;
  throw invalid(component, 'belongs to the request: in a response, it needs "req"');
}

function urlOf({ url }: RequestMessage, component: Item): URL {
  if (isParsableUrl(url)) return new URL(url);
  throw invalid(component, 'needs an absolute address of the request');
}

function withoutFragment(url: URL): string {
  return url.hash === '' ? url.href : url.href.slice(0, -url.hash.length);
}

/** RFC 9421 section 2.2.8: names and values are decoded and encoded again, which normalises their spelling. */
function queryParameter(request: RequestMessage, component: Item, parameters: readonly string[]): string {
  const wanted = component[1].get('name');
  if (parameters.length !== 1 || typeof wanted !== 'string')
    throw invalid(component, 'needs the parameter "name" and no other');
  const found = [...urlOf(request, component).searchParams].filter(([key]) => encodeQuery(key) === wanted);
  const [first, ...more] = found;
  if (first === undefined || more.length > 0)
    throw invalid(component, 'must occur exactly once in the query');
  return encodeQuery(first[1]);
}

function encodeQuery(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function fieldValue(source: HttpMessage, component: Item, name: string, parameters: Parameters): string {
  const strange = [...parameters.keys()].find((key) => !FIELD_PARAMETERS.has(key));
  if (strange !== undefined) throw invalid(component, `has the unknown parameter "${strange}"`);
  const fields: Fields = parameters.get('tr') === true ? (source.trailers ?? []) : source.fields;
  const values = fieldValues(fields, name);
  if (values.length === 0) throw invalid(component, "isn't in the message");
  const [asBytes, key] = [parameters.get('bs') === true, parameters.get('key')];
  const isStrict = parameters.get('sf') === true;
  if (asBytes && (isStrict || key !== undefined)) throw invalid(component, 'mixes "bs" with "sf" or "key"');
  if (asBytes) return values.map((value) => serializeByteSequence(toBytes(value))).join(', ');
  const value = values.join(', ');
  try {
    if (key !== undefined) return member(value, key);
    return isStrict ? strict(value, STRUCTURES[name]) : value;
  } catch {
    throw invalid(component, "isn't a valid structured field");
  }
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

function member(value: string, key: BareItem): string {
  const found = parseDictionary(value).get(String(key));
  if (found === undefined) throw new Error('no such member');
  return Array.isArray(found[0]) ? serializeInnerList(found as never) : serializeItem(found as Item);
}

function strict(value: string, structure: 'dictionary' | 'list' | 'item' | undefined): string {
  if (structure === 'dictionary') return serializeDictionary(parseDictionary(value));
  if (structure === 'list') return serializeList(parseList(value));
  if (structure === 'item') return serializeItem(parseItem(value));
  throw new Error('structure unknown');
}

function invalid([name, parameters]: Item, problem: string): SvcError {
  const shown =
    typeof name === 'string' ? `"${name}"${[...parameters.keys()].map((key) => `;${key}`).join('')}` : 'one';
  return new SvcError('SVC_SIGNATURE_INVALID', `the covered component ${shown} ${problem}`);
}

/** Header or trailer fields in the order in which they were sent; a name may occur more than once. */
export type Fields = Iterable<readonly [name: string, value: string]>;

/** The parts of a request that can be signed. */
export interface RequestMessage {
  readonly kind: 'request';
  readonly method: string;
  /** The absolute request address. */
  readonly url: string;
  readonly fields: Fields;
  readonly trailers?: Fields;
}

/** The parts of a response that can be signed. */
export interface ResponseMessage {
  readonly kind: 'response';
  readonly status: number;
  readonly fields: Fields;
  readonly trailers?: Fields;
  /** The request; without it no component with `req` has a value. */
  readonly request?: RequestMessage;
}

/** An HTTP message, as far as RFC 9421 covers it. */
export type HttpMessage = RequestMessage | ResponseMessage;

/** The values of a field, trimmed and unfolded, in order; empty when it was not sent. */
export function fieldValues(fields: Fields, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (const [key, value] of fields) {
    if (key.toLowerCase() === wanted) values.push(value.trim().replace(/[ \t]*\r?\n[ \t]+/g, ' '));
  }
  return values;
}
