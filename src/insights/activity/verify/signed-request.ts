import type { IncomingHttpHeaders } from 'node:http';
import { type Dictionary, type InnerList, type Item, parseDictionary, Token } from 'structured-headers';
import { attempt } from '../../../core/attempt.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import type { RequestMessage } from '../../../documents/signing/signature-base.js';

/** The parts of a request that its signature covers. */
export interface SignedFacts {
  readonly method: string;
  /** As in the request line. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** A signature of a bot with all required parts. */
export interface BotSignature {
  /** Its label in `Signature-Input`. */
  readonly label: string;
  /** The origin that the signature speaks for: `https://bot.example`. */
  readonly signer: string;
  readonly keyid: string;
  /** Unix seconds. */
  readonly created: number;
  readonly expires: number;
  readonly nonce: string | undefined;
}

/** The tag of signatures of bots. */
const TAG = 'web-bot-auth';
/** Allowed clock difference in seconds. */
export const SKEW = 120;
/** Maximum validity of a signature in seconds. */
const MAX_VALIDITY = 86_400;

/** A request without the tag is `unsigned`; one with an incomplete signature is `unusable`. */
type ReadSignature = BotSignature | 'unsigned' | 'unusable';

/**
 * Reads a bot's signature of a request: the first one with the tag `web-bot-auth`.
 * @param now Unix seconds
 * @see https://datatracker.ietf.org/doc/draft-meunier-webbotauth-httpsig-protocol/
 */
export function readBotSignature({ headers }: Pick<SignedFacts, 'headers'>, now: number): ReadSignature {
  const inputs = dictionaryOf(headers['signature-input']);
  if (inputs === undefined || headers['signature'] === undefined) return 'unsigned';
  for (const [label, member] of inputs) {
    if (member[1].get('tag') !== TAG) continue;
    const [components, parameters] = member;
    if (!Array.isArray(components)) return 'unusable';
    return readSignature(label, [components as Item[], parameters], headers, now) ?? 'unusable';
  }
  return 'unsigned';
}

function readSignature(
  label: string,
  [components, parameters]: InnerList,
  headers: IncomingHttpHeaders,
  now: number,
): BotSignature | undefined {
  const [created, expires] = [parameters.get('created'), parameters.get('expires')];
  const [keyid, nonce] = [parameters.get('keyid'), parameters.get('nonce')];
  if (!Number.isSafeInteger(created) || !Number.isSafeInteger(expires)) return undefined;
  if (typeof keyid !== 'string' || keyid === '') return undefined;
  if (nonce !== undefined && typeof nonce !== 'string') return undefined;
  const times = { created: created as number, expires: expires as number };
  if (!isTimely(times, now) || !coversTarget(components)) return undefined;
  const signer = coveredSigner(components, headers);
  return signer === undefined ? undefined : { label, signer, keyid, ...times, nonce };
}

function isTimely(
  { created, expires }: { readonly created: number; readonly expires: number },
  now: number,
): boolean {
  return (
    created <= now + SKEW && expires > now - SKEW && expires > created && expires - created <= MAX_VALIDITY
  );
}

/** A signature that does not cover the site's name could be replayed at another site. */
function coversTarget(components: readonly Item[]): boolean {
  return components.some(
    ([name, parameters]) => (name === '@authority' || name === '@target-uri') && parameters.size === 0,
  );
}

/** The origin in `Signature-Agent`, if the signature covers it. */
function coveredSigner(components: readonly Item[], headers: IncomingHttpHeaders): string | undefined {
  const covered = components.find(([name]) => name === 'signature-agent');
  const field = headers['signature-agent'];
  if (covered === undefined || typeof field !== 'string') return undefined;
  const key = covered[1].get('key');
  if (typeof key === 'string') {
    const member = dictionaryOf(field)?.get(key);
    return member && !Array.isArray(member[0]) ? signerOrigin(member[0]) : undefined;
  }
  return signerOrigin(loneAgent(field));
}

/** The older form: one text, quoted or not; or a dictionary with one member, covered whole. */
function loneAgent(field: string): unknown {
  const text = field.trim();
  const quoted = /^"([^"\\]*)"$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  if (/^https:\/\/\S+$/i.test(text)) return text;
  const members = [...(dictionaryOf(text)?.values() ?? [])];
  return members.length === 1 ? members[0]?.[0] : undefined;
}

/**
 * An origin that a key directory may be fetched from.
 * @returns `https://host`, lower case; undefined for anything but a DNS name with the default port, without a path
 */
export function signerOrigin(value: unknown): string | undefined {
  const text = value instanceof Token ? value.toString() : value;
  if (typeof text !== 'string' || text.length > 300 || !/^https:\/\//i.test(text) || !isParsableUrl(text)) {
    return undefined;
  }
  const url = new URL(text);
  const isBare = url.username === '' && url.password === '' && url.pathname === '/';
  const isWhole = url.port === '' && url.search === '' && url.hash === '' && !/[?#]/.test(text);
  // A top-level label of digits would be an IPv4 address.
  const isName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(
    url.hostname,
  );
  return isBare && isWhole && isName ? `https://${url.hostname}` : undefined;
}

/**
 * The request in the form in which it was signed.
 * @param origin scheme and authority of the request
 */
export function requestMessage({ method, target, headers }: SignedFacts, origin: string): RequestMessage {
  const fields = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  const path = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  return { kind: 'request', method, url: origin + path, fields };
}

function dictionaryOf(field: string | string[] | undefined): Dictionary | undefined {
  if (field === undefined) return undefined;
  return attempt(() => parseDictionary(Array.isArray(field) ? field.join(', ') : field));
}
