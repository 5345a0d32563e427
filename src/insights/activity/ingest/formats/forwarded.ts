import { firstAddress } from '../../../../core/net/client-address.js';
import { networks } from '../../../../core/net/networks.js';

/** Addresses that no client on the internet has: those of a site's own proxies. */
const PRIVATE = networks([
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]);

/**
 * The client of a request: behind a proxy with a private address, the first address of `X-Forwarded-For`, which any
 * client could write if it connected by itself.
 * @param forwarded value of the header; empty without one
 */
export function clientOf(address: string, forwarded: string): string {
  if (forwarded === '' || !PRIVATE.has(firstAddress(address))) return address;
  const client = firstAddress(forwarded);
  return client === '' || PRIVATE.has(client) ? address : client;
}
