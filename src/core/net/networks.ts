import { BlockList } from 'node:net';
import { readAddress } from './address.js';

/** A network: an address and the number of bits that its members share. */
export interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/**
 * Reads a network in CIDR form (`192.0.2.0/24`); an address alone is a network of one.
 * @returns undefined for everything else
 */
export function readNetwork(text: string): Network | undefined {
  const [, written = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = readAddress(written);
  // `::ffff:a.b.c.d/n` counts bits of another address than the one it is.
  if (address === undefined || (written.includes(':') && address.family === 'ipv4')) return undefined;
  const whole = address.family === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? whole : Number(length);
  return bits > whole ? undefined : { address: address.text, bits, family: address.family };
}

/** A set of networks. */
export interface Networks {
  /** False for a text that isn't an address. */
  has(address: string): boolean;
}

/**
 * A set of networks to look addresses up in.
 * @param list in CIDR form; invalid items are left out
 */
export function networks(list: Iterable<string>): Networks {
  const known = new BlockList();
  for (const text of list) {
    const network = readNetwork(text);
    if (network !== undefined) known.addSubnet(network.address, network.bits, network.family);
  }
  return {
    has(text) {
      const address = readAddress(text);
      return address !== undefined && known.check(address.text, address.family);
    },
  };
}
