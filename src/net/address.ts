import { isIP, SocketAddress } from 'node:net';

/** An address in the one spelling that addresses are compared in. */
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
