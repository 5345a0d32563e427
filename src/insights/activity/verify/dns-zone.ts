import { type Address, reverseName } from '../../../core/net/address.js';
import { registrableDomain } from './registrable-domain.js';

/** Labels of `4.3.2.1.in-addr.arpa` and of a nibble name that tell an address from its neighbours in a zone. */
const HOST_LABELS = { ipv4: 1, ipv6: 20 } as const;

/** The zone that names an address, as networks are usually delegated: its /24, or its /48 for IPv6. */
export function reverseZone(address: Address): string {
  return reverseName(address).split('.').slice(HOST_LABELS[address.family]).join('.');
}

/** The zone that holds a host: the domain above it, but never one that domains are registered in. */
export function hostZone(host: string): string {
  const above = host.slice(host.indexOf('.') + 1);
  const domain = registrableDomain(host);
  return above.length < domain.length ? domain : above;
}
