import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import { hexDigits, type Networks, networks, readAddress } from './address.js';

/** Networks of a service in front of sites that sends clients' addresses in a header of its own. */
export const CLOUDFLARE_NETWORKS: readonly string[] = [
  ...['173.245.48.0/20', '103.21.244.0/22', '103.22.200.0/22', '103.31.4.0/22', '141.101.64.0/18'],
  ...['108.162.192.0/18', '190.93.240.0/20', '188.114.96.0/20', '197.234.240.0/22', '198.41.128.0/17'],
  ...['162.158.0.0/15', '104.16.0.0/13', '104.24.0.0/14', '172.64.0.0/13', '131.0.72.0/22'],
  ...['2400:cb00::/32', '2606:4700::/32', '2803:f800::/32', '2405:b500::/32', '2405:8100::/32'],
  ...['2a06:98c0::/29', '2c0f:f248::/32'],
];
const CLOUDFLARE = networks(CLOUDFLARE_NETWORKS);

/** Finds the address that a request came from. @param peer address of the other end of the connection */
export type ClientAddress = (peer: string, headers: IncomingHttpHeaders) => string;

/**
 * Makes a finder of clients' addresses. A header is believed only if a proxy that is trusted to write it is at the
 * other end of the connection: of `X-Forwarded-For`, to which every proxy appends, the last address that isn't a
 * trusted proxy's. `Forwarded` counts where there is no `X-Forwarded-For`: a proxy writes one of the two and passes the
 * other on as the client sent it.
 * @param trustedProxies networks in CIDR form
 * @see RFC 7239
 */
export function clientAddressFinder(trustedProxies: readonly string[]): ClientAddress {
  const trusted = networks(trustedProxies);
  return function findClientAddress(peer, headers) {
    const socket = readAddress(peer)?.text ?? peer;
    const named = trusted.has(socket) ? lastUntrusted(chainOf(headers), trusted) : undefined;
    const nearest = named ?? socket;
    if (!CLOUDFLARE.has(nearest)) return nearest;
    const connecting = headers['cf-connecting-ip'];
    return (typeof connecting === 'string' ? readWrittenAddress(connecting) : undefined) ?? nearest;
  };
}

/** The addresses that proxies wrote down, the client's first. */
function chainOf({ 'x-forwarded-for': addresses, forwarded }: IncomingHttpHeaders): readonly string[] {
  if (addresses !== undefined)
    return String(addresses)
      .split(',')
      .filter((text) => text.trim() !== '');
  // A comma in a quoted value can't split an element that a trusted proxy has appended after it.
  return (forwarded ?? '').split(',').map((element) => FOR.exec(element)?.[1] ?? '');
}

/** `for=192.0.2.60;proto=https`, `for="[2001:db8::17]:4711"`. */
const FOR = /(?:^|;)\s*for\s*=\s*("[^"]*"|[^\s;]+)/i;

/** Reads from the end up to the first address that isn't a proxy; an unreadable one ends the chain. */
function lastUntrusted(chain: readonly string[], trusted: Networks): string | undefined {
  let last: string | undefined;
  for (const text of chain.toReversed()) {
    const address = readWrittenAddress(text);
    if (address === undefined) return last;
    last = address;
    if (!trusted.has(address)) return last;
  }
  return last;
}

/**
 * Reads an address as proxies and logs write it: in quotation marks, in brackets, with a port (`192.0.2.1:4711`,
 * `[2001:db8::1]:4711`; without brackets where it can't be a part of the address) or with a zone (`fe80::1%eth0`).
 * @returns undefined for anything else
 */
function readWrittenAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const host = (/^\[([^\]]*)\](?::\d+)?$/.exec(bare)?.[1] ?? bare).replace(/%.*$/, '');
  return (readAddress(host) ?? readAddress(host.replace(/:\d{1,5}$/, '')))?.text;
}

/**
 * The client in a chain of addresses from an access log: the first valid one.
 * @param chain `203.0.113.9, 10.0.0.2`, or a single address
 * @returns empty where there is none
 */
export function firstAddress(chain: string): string {
  for (const text of chain.split(',')) {
    const address = readWrittenAddress(text);
    if (address !== undefined) return address;
  }
  return '';
}

/**
 * The key under which an address is counted: an IPv6 network of 64 bits belongs to one subscriber, who can use any
 * address in it.
 */
export function clientKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const network = hexDigits(plain).slice(0, 16).match(/.{4}/g) ?? [];
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
