/** Readers of configuration values: each checks one kind and says where a wrong value is written. */

import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isTimeZone } from '../core/dates.js';
import { isParsableUrl } from '../core/parsable-url.js';
import type { ConverterConfig, RawConfig, RawIdentity, UnifiedPlugin } from './config.js';
import { identity } from './defaults/identity.js';
import { invalidValue, type Origin, type WithOrigin } from './origin.js';
import type { Settings } from './settings.js';

/**
 * The site's (or the sidecar's) base address.
 * @returns ASCII, without trailing slash: `https://xn--tre-bma.example/blog`
 * @throws SvcError when it is not absolute http(s), or carries credentials, a query or a fragment
 */
export function baseAddress(given: WithOrigin<string>): string {
  const url = absoluteHttp(given);
  if (/[?#]/.test(given.value)) {
    const problem = 'an address without query and fragment';
    throw invalidValue(given, problem, 'Leave out everything from "?" or "#" on.');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** An absolute http(s) address, normalised but complete. */
export function absoluteAddress(given: WithOrigin<string>): string {
  return absoluteHttp(given).href;
}

/** An absolute http(s) address, or a path of the site with leading slash. */
export function addressOrPath(given: WithOrigin<string>): string {
  if (/^\/(?!\/)[^\s\\]*$/.test(given.value)) return given.value;
  return absoluteHttp(given, 'an absolute http(s) address or a path that starts with "/"').href;
}

const SEARCH_TERM = '{search_term_string}';

/** Such an address with a place for the words that someone searches for. */
export function searchAddress(given: WithOrigin<string>): string {
  addressOrPath(given);
  if (given.value.includes(SEARCH_TERM)) return given.value.trim();
  throw invalidValue(given, `an address with ${SEARCH_TERM} in it`);
}

function absoluteHttp(given: WithOrigin<string>, expected = 'an absolute http(s) address'): URL {
  const text = given.value.trim();
  if (!/^https?:\/\/[^/\s\\]/i.test(text) || /[\s\\]/.test(text) || !isParsableUrl(text)) {
    throw invalidValue(given, expected, 'Write an address such as "https://example.org".');
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    const problem = 'an address without user name and password';
    throw invalidValue(given, problem, 'Remove the credentials from the address.');
  }
  return url;
}

/**
 * A language tag in canonical case.
 * @see RFC 5646 (BCP 47)
 */
export function languageTag(given: WithOrigin<string>): string {
  try {
    const [tag] = Intl.getCanonicalLocales(given.value);
    if (tag !== undefined) return tag;
  } catch {
    // Reported below, like an empty tag.
  }
  throw invalidValue(given, 'a BCP 47 language tag', 'Write a tag with hyphens, such as "en" or "pt-BR".');
}

/** A time zone that this runtime knows by name. */
export function timeZone(given: WithOrigin<string>): string {
  if (/^[A-Za-z]/.test(given.value) && isTimeZone(given.value)) return given.value;
  const problem = 'the name of a time zone';
  throw invalidValue(given, problem, 'Write an IANA name such as "Europe/Lisbon" or "UTC".');
}

/** Path prefixes that the service uses itself. */
const TAKEN_PREFIXES = new Set(['svc', 'schemas']);

/** The path prefix of the read API and the admin API. */
export function restPrefix(given: WithOrigin<string>): string {
  const segments = given.value.split('/');
  if (!segments.every((segment) => /^[a-z0-9_-]+$/.test(segment))) {
    const problem = 'path segments of a-z, 0-9, "-" and "_", without slashes at the ends';
    throw invalidValue(given, problem, 'Write for example "api" or "wp-json".');
  }
  if (TAKEN_PREFIXES.has(segments[0] ?? '')) {
    const problem = 'a prefix other than "svc" and "schemas"';
    throw invalidValue(given, problem, 'Choose another prefix, such as "api".');
  }
  return given.value;
}

/** A host and its port, in the form that a web server's configuration takes without further quoting. */
export function hostAndPort(given: WithOrigin<string>): string {
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(given.value) ?? [];
  const isHost =
    /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(host) || isIP(host.replace(/^\[(.+)\]$/, '$1')) === 6;
  if (isHost && Number(port) >= 1 && Number(port) <= 65_535) return given.value;
  throw invalidValue(given, 'a host and a port', 'Write for example "127.0.0.1:8787" or "sidecar:8787".');
}

/** An IP address or a network in CIDR form. */
export function network(given: WithOrigin<string>): string {
  const [address = '', bits, ...rest] = given.value.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const inRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (version !== 0 && inRange && rest.length === 0) return given.value;
  throw invalidValue(given, 'an IP address or a network', 'Write for example "192.0.2.7" or "10.0.0.0/8".');
}

/** A name of the privacy rules, also as it stands in a text: `[acme level="2"]`, `<Acme>`, `:::acme`, `acme/`. */
export function privacyName(given: WithOrigin<string>): string {
  const [, before = '', written = ''] =
    /^([^\p{L}\p{N}_*@]*)(.*?)[^\p{L}\p{N}_*]*$/su.exec(given.value) ?? [];
  const name = (/[[<{:]/.test(before) ? (written.split(/\s/, 1)[0] ?? '') : written).replace(/^wp:/, '');
  if (name !== '') return name;
  throw invalidValue(given, 'a name', 'Write for example "members_area", "acme/box" or "internal-*".');
}

/** The address of a name server, with its port where that is not 53. */
export function nameServer(given: WithOrigin<string>): string {
  const [, inner, port] = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(given.value) ??
    /^(\d+(?:\.\d+){3})(?::(\d{1,5}))?$/.exec(given.value) ?? ['', given.value, undefined];
  const isPort = port === undefined || (Number(port) >= 1 && Number(port) <= 65_535);
  if (isIP(inner ?? '') !== 0 && isPort) return given.value;
  const problem = 'an IP address, with or without a port';
  throw invalidValue(given, problem, 'Write for example "192.0.2.53" or "[::1]:5353".');
}

/** The configuration file: the position of its values, and its folder. */
interface ConfigPlace {
  at<T>(value: T, ...path: readonly (string | number)[]): WithOrigin<T>;
  readonly folder: string;
}

type Raw = Pick<RawConfig, 'converter' | 'rehypePlugins' | 'remarkPlugins'>;

/**
 * Reads the converter and its plugins. Naming a plugin selects the unified stack.
 * @param called value of the flag or environment variable
 * @throws SvcError `SVC_CONFIG_INVALID` when a plugin is neither a name nor a list of a name and options
 */
export function converterOf(
  raw: Raw,
  called: ConverterConfig['kind'] | undefined,
  place: ConfigPlace,
): ConverterConfig {
  const rehypePlugins = pluginsOf('rehypePlugins', raw, place);
  const remarkPlugins = pluginsOf('remarkPlugins', raw, place);
  const isNamed = rehypePlugins.length + remarkPlugins.length > 0;
  const kind = called ?? raw.converter ?? (isNamed ? 'unified' : 'built-in');
  return { kind, rehypePlugins, remarkPlugins };
}

function pluginsOf(
  key: 'rehypePlugins' | 'remarkPlugins',
  raw: Raw,
  { at, folder }: ConfigPlace,
): readonly UnifiedPlugin[] {
  return (raw[key] ?? []).map((written, index) => {
    const [name, options, ...more] = typeof written === 'string' ? [written, undefined] : written;
    const isObject = options === undefined || (typeof options === 'object' && options !== null);
    if (typeof name !== 'string' || name === '' || !isObject || more.length > 0)
      throw invalidValue(at(written, key, index), 'a name, or a list of a name and an object of options');
    return { name: /^\.{1,2}[\\/]/.test(name) ? resolve(folder, name) : name, options };
  });
}

type Identity = Settings['identity'];

/** Keys of the configuration and the settings they correspond to. */
const NAMES: Readonly<Record<keyof RawIdentity, keyof Identity>> = {
  type: 'entity_type',
  name: 'name',
  role: 'role',
  about: 'about',
  notDescription: 'not_description',
  audience: 'audience',
  email: 'contact_email',
  expertise: 'expertise',
  sameAs: 'same_as',
  services: 'services',
};

/**
 * The configured identity in the keys of the settings.
 * @param originOf returns where a key is written, for messages
 * @throws SvcError where a save of the same value would have changed it: a file should say what is meant
 */
export function identitySettings(
  given: WithOrigin<RawIdentity>,
  originOf: (key: string) => Origin,
): Partial<Identity> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given.value)) {
    const name = NAMES[key as keyof RawIdentity];
    const field = identity.identity.parts?.[name];
    if (field === undefined) continue;
    const clean = field.read(value, field.initial, { types: [] });
    if (isLossy(value, clean)) {
      throw invalidValue({ value, origin: originOf(key) }, field.rule || field.kind);
    }
    result[name] = clean;
  }
  return result as Partial<Identity>;
}

/** Lists may lose blanks and repetitions, texts may lose space; an item or a text that disappears was wrong. */
function isLossy(given: unknown, clean: unknown): boolean {
  if (typeof given === 'string') return given.trim() !== '' && clean === '';
  if (!Array.isArray(given) || !Array.isArray(clean)) return false;
  const wanted = new Set(
    given.map((item) => (typeof item === 'string' ? item.trim() : item)).filter((item) => item !== ''),
  );
  return clean.length < wanted.size;
}
