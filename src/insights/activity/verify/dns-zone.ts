import { type Address, reverseName } from '../../../core/net/address.js';
import { registrableDomain } from './registrable-domain.js';

/** Labels of `4.3.2.1.in-addr.arpa` and of a nibble name that distinguish an address from its neighbours in a zone. */
const HOST_LABELS = { ipv4: 1, ipv6: 20 } as const;

/** The zone with the name of an address, as networks are usually delegated: its /24, or its /48 for IPv6. */
export function reverseZone(address: Address): string {
  return reverseName(address).split('.').slice(HOST_LABELS[address.family]).join('.');
}

/** The zone of a host: the domain above it, but never one below which domains are registered. */
export function hostZone(host: string): string {
  const above = host.slice(host.indexOf('.') + 1);
  const domain = registrableDomain(host);
  return above.length < domain.length ? domain : above;
}
