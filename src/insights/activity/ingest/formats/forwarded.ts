import { clientAddressFinder, firstAddress } from '../../../../core/net/client-address.js';

/** Addresses that no client on the internet has: those of a site's own proxies. */
const findClient = clientAddressFinder([
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]);

/**
 * The client of a request: behind a proxy with a private address, the last address of `X-Forwarded-For` that isn't
 * private either. Proxies append to the header, so a client can write the first addresses itself.
 * @param address empty where the log has only the header
 * @param forwarded value of the header; empty without one
 */
export function clientOf(address: string, forwarded: string): string {
  return forwarded === ''
    ? address
    : findClient(firstAddress(address || '127.0.0.1'), { 'x-forwarded-for': forwarded });
}
