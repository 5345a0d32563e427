import { isIPv6 } from 'node:net';

/**
 * The key under which an address is counted: an IPv6 network of 64 bits belongs to one subscriber, who can use any
 * address in it.
 */
export function clientKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [left, right] = plain.split('::', 2).map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => '0');
  const network = [...(left ?? []), ...zeros, ...(right ?? [])].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
