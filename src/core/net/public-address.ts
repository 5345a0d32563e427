import { readAddress } from './address.js';
import { networks } from './networks.js';

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
