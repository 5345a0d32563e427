import { isIP, SocketAddress } from 'node:net';

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
function hexDigits(text: string): string {
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
