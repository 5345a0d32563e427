import { readNetwork } from '../../../core/net/address.js';
import { parseJson } from '../../../core/parse-json.js';

/** Maximum length of a range file, and maximum number of its networks. */
export const MAX_RANGE_BYTES = 262_144;
const MAX_PREFIXES = 5000;
/** No crawler owns a larger part of the internet: a shorter prefix is a mistake that would verify every client. */
const FEWEST_BITS = { ipv4: 8, ipv6: 16 };

/**
 * Reads an operator's list of address ranges: `{"prefixes": [{"ipv4Prefix": …}, {"ipv6Prefix": …}]}`, or a plain
 * list of networks. An address without a length is a network of one.
 * @param text JSON
 * @returns networks in CIDR form; undefined when it isn't a range file
 */
export function readRangeFile(text: string): readonly string[] | undefined {
  const networks = written(parseJson(text)).filter(isRange);
  return networks.length === 0 ? undefined : networks.slice(0, MAX_PREFIXES);
}

function isRange(text: string): boolean {
  const network = readNetwork(text);
  return network !== undefined && network.bits >= FEWEST_BITS[network.family];
}

function written(content: unknown): readonly string[] {
  const list = Array.isArray(content) ? content : (content as { prefixes?: unknown } | null)?.prefixes;
  if (!Array.isArray(list)) return [];
  return list.flatMap((row: unknown) => {
    if (typeof row === 'string') return [row];
    const { ipv4Prefix, ipv6Prefix } = (row ?? {}) as { ipv4Prefix?: unknown; ipv6Prefix?: unknown };
    return [ipv4Prefix, ipv6Prefix].filter((one) => typeof one === 'string');
  });
}
