import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isParsableUrl } from '../parsable-url.js';
import { isPublicAddress, type Networks, readAddress } from './address.js';
import { FetchError } from './fetch-error.js';

/** The addresses of a host name; empty where it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** A host that may be connected to, at these addresses only. */
export interface Target {
  readonly url: URL;
  readonly addresses: readonly { readonly address: string; readonly family: 4 | 6 }[];
}

/** The requirements on a target. */
export interface TargetRules {
  readonly resolve: ResolveHost;
  readonly httpsOnly: boolean;
  /** Networks that are exempt from the rules on address, scheme and port. */
  readonly allowed: Networks;
}

/** The system's name lookup, including its hosts file. */
export async function resolveBySystem(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/**
 * Checks an address before anything is sent to it. A name with any internal address is refused.
 * @throws FetchError `bad-url`, `scheme`, `port`, `internal-address`, `unresolvable`
 */
export async function checkTarget(
  text: string,
  { resolve, httpsOnly, allowed }: TargetRules,
): Promise<Target> {
  const url = readUrl(text);
  const addresses = await addressesOf(url, resolve);
  const isAllowed = addresses.every(({ address }) => allowed.has(address));
  if (!isAllowed) {
    if (!addresses.every(({ address }) => isPublicAddress(address))) {
      throw new FetchError('internal-address', `${url.origin} is an address of an internal network`);
    }
    if (httpsOnly && url.protocol !== 'https:')
      throw new FetchError('scheme', `${url.origin} doesn't use https`);
    if (url.port !== '') throw new FetchError('port', `${url.origin} uses a port other than the default`);
  }
  return { url, addresses };
}

function readUrl(text: string): URL {
  if (!isParsableUrl(text))
    throw new FetchError('bad-url', `"${text.slice(0, 200)}" isn't an absolute address`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new FetchError(
      'scheme',
      `addresses with ${url.protocol.slice(0, 40)} aren't supported; use https:`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchError('bad-url', `an address of ${url.host} contains a user name or password`);
  }
  return url;
}

async function addressesOf(url: URL, resolve: ResolveHost): Promise<Target['addresses']> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await resolved(host, resolve) : [host];
  if (found.length === 0) throw new FetchError('unresolvable', `the name ${host} has no address`);
  return found.map((text) => {
    const address = readAddress(text);
    if (address === undefined) throw new FetchError('internal-address', `${host} has no usable address`);
    return { address: address.text, family: address.family === 'ipv4' ? 4 : 6 };
  });
}

async function resolved(host: string, resolve: ResolveHost): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch (cause) {
    throw new FetchError('unresolvable', `the name ${host} can't be resolved`, cause);
  }
}
