import { networks } from './networks.js';

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
