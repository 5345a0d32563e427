/** IP addresses and networks. */

import { BlockList, isIP, SocketAddress } from 'node:net';

/** An address in the one spelling that is used for comparisons. */
export interface Address {
  readonly text: string;
  readonly family: 'ipv4' | 'ipv6';
}

/**
 * Reads an IP address: IPv6 in its shortest spelling, an IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`)
 * as the IPv4 address it is.
 * @returns undefined for everything else, also for addresses with a zone (`fe80::1%eth0`)
 * @see https://www.rfc-editor.org/rfc/rfc5952
 */
export function readAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 4) return { text, family: 'ipv4' };
  if (version !== 6 || text.includes('%')) return undefined;
  const address = new SocketAddress({ address: text, family: 'ipv6' }).address.toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return mapped === undefined ? { text: address, family: 'ipv6' } : { text: mapped, family: 'ipv4' };
}

/** True when two texts are the same address, however they are spelt. */
export function isSameAddress(a: string, b: string): boolean {
  const [left, right] = [readAddress(a), readAddress(b)];
  return left !== undefined && left.text === right?.text;
}

/**
 * The reverse DNS name of an address: `1.2.0.192.in-addr.arpa`.
 * @param address as `readAddress` returns it
 * @see https://www.rfc-editor.org/rfc/rfc1035#section-3.5
 * @see https://www.rfc-editor.org/rfc/rfc3596#section-2.5
 */
export function reverseName({ text, family }: Address): string {
  if (family === 'ipv4') return `${text.split('.').reverse().join('.')}.in-addr.arpa`;
  return `${[...hexDigits(text)].reverse().join('.')}.ip6.arpa`;
}

/** The 32 digits of an IPv6 address. */
export function hexDigits(text: string): string {
  const [left = '', right] = text.split('::');
  const before = groupsOf(left);
  const after = groupsOf(right ?? '');
  const zeros = right === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups.map((group) => group.padStart(4, '0')).join('');
}

/** An IPv4 address at the end is two groups. */
function groupsOf(text: string): readonly string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [group];
    const hex = group.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
    return [hex.slice(0, 2).join(''), hex.slice(2).join('')];
  });
}

/** A network: an address and the number of bits that its members share. */
interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/**
 * Reads a network in CIDR form (`192.0.2.0/24`); an address alone is a network of one.
 * @returns undefined for everything else
 */
export function readNetwork(text: string): Network | undefined {
  const [, written = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = readAddress(written);
  // `::ffff:a.b.c.d/n` counts bits of another address than the one it is.
  if (address === undefined || (written.includes(':') && address.family === 'ipv4')) return undefined;
  const whole = address.family === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? whole : Number(length);
  return bits > whole ? undefined : { address: address.text, bits, family: address.family };
}

/** A set of networks. */
export interface Networks {
  /** False for a text that isn't an address. */
  has(address: string): boolean;
}

/**
 * A set of networks to look addresses up in.
 * @param list in CIDR form; invalid items are left out
 */
export function networks(list: Iterable<string>): Networks {
  const known = new BlockList();
  for (const text of list) {
    const network = readNetwork(text);
    if (network !== undefined) known.addSubnet(network.address, network.bits, network.family);
  }
  return {
    has(text) {
      const address = readAddress(text);
      return address !== undefined && known.check(address.text, address.family);
    },
  };
}

/** IPv4 networks without public servers (IANA special-purpose registry), and metadata services of clouds. */
const INTERNAL_4 = networks([
  '0.0.0.0/8', // "this network"
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; a metadata service is in it
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // metadata service of a cloud, at a public address
  '169.254.0.0/16', // link-local; metadata services are in it
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocols; a metadata service is in it
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]);

/** The only part of IPv6 that is assigned to public servers: loopback, link-local, ULA, NAT64 … are all outside. */
const GLOBAL_6 = networks(['2000::/3']);

/** Exceptions in it, and networks that carry an IPv4 address inside. */
const INTERNAL_6 = networks([
  '2001::/23', // IETF protocols, with Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
]);

/**
 * True for an address that a public server may have: not of this machine, the own network or a cloud's internals.
 * An IPv4 address written as IPv6 is checked as the IPv4 address that it stands for.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(text: string): boolean {
  const address = readAddress(text);
  if (address === undefined) return false;
  if (address.family === 'ipv4') return !INTERNAL_4.has(address.text);
  return GLOBAL_6.has(address.text) && !INTERNAL_6.has(address.text);
}

/** Loopback, private, link-local and carrier-grade NAT networks, of both families. */
const OWN = networks([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]);

/**
 * True for an address that no client on the internet has: a request from it comes from a neighbour, such as a proxy
 * that isn't declared.
 */
export function isOfOwnNetwork(address: string): boolean {
  return OWN.has(address);
}
