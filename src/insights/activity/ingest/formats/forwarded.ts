import { networks } from '../../../../core/net/address.js';
import {
  CLOUDFLARE_NETWORKS,
  clientAddressFinder,
  firstAddress,
} from '../../../../core/net/client-address.js';

/** Networks of proxies: those that no client on the internet has, and those of a service in front of sites. */
const PROXIES: readonly string[] = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
  ...CLOUDFLARE_NETWORKS,
];
const ofProxies = networks(PROXIES);
const findClient = clientAddressFinder(PROXIES);

/**
 * The client of a request: behind a proxy, the last address of `X-Forwarded-For` that isn't a proxy's. Proxies append
 * to the header, so a client can write the first addresses itself.
 * @param address empty, `-` or a socket's where the log has only headers
 * @param headers values of `X-Forwarded-For` and of fields like it. The first that names a client counts, or else the
 *   first that names a proxy
 */
export function clientOf(address: string, headers: Iterable<string>): string {
  const peer = /^(?:-|unix:.*)?$/.test(address) ? '127.0.0.1' : firstAddress(address);
  if (!ofProxies.has(peer)) return address;
  let found = address;
  for (const forwarded of headers) {
    if (firstAddress(forwarded) === '') continue;
    const client = findClient(peer, { 'x-forwarded-for': forwarded });
    if (!ofProxies.has(client)) return client;
    if (found === address) found = client;
  }
  return found;
}
