import { Resolver } from 'node:dns/promises';
import { type Address, reverseName } from '../../../core/net/address.js';
import type { ResolveHost } from '../../../core/net/target.js';
import { within } from '../../../core/within.js';

/**
 * The answer of a name server: names or addresses; that there are none, which is certain; or nothing reliable,
 * since it failed or took too long.
 */
export type DnsAnswer =
  | { readonly kind: 'found'; readonly values: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unsure' };

/** Queries name servers. */
export interface DnsClient {
  /** Names of an address (PTR). */
  names(address: Address, slowMs: number): Promise<DnsAnswer>;
  /** Addresses of a name, of one family. */
  addresses(host: string, family: 'ipv4' | 'ipv6', slowMs: number): Promise<DnsAnswer>;
}

/** The name does not exist, or has no such record: RFC 8020, RFC 2308. */
const CERTAIN: readonly string[] = ['ENOTFOUND', 'ENODATA'];

/**
 * Queries name servers over the network.
 * @param servers `address` or `address:port`; those of the system when empty
 */
export function dnsClient(servers: readonly string[]): DnsClient {
  const resolver = newResolver(servers);
  return {
    // The record itself: the system's address lookup also reads the hosts file.
    names: (address, slowMs) => answerOf(resolver.resolvePtr(reverseName(address)), slowMs),
    addresses: (host, family, slowMs) =>
      answerOf(family === 'ipv4' ? resolver.resolve4(host) : resolver.resolve6(host), slowMs),
  };
}

/** Finds addresses for outbound requests with the given servers instead of the system's. */
export function resolveWith(servers: readonly string[]): ResolveHost {
  const resolver = newResolver(servers);
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  };
}

function newResolver(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers.length > 0) resolver.setServers([...servers]);
  return resolver;
}

function answerOf(asked: Promise<readonly string[]>, slowMs: number): Promise<DnsAnswer> {
  const answer = asked.then(
    (values): DnsAnswer => (values.length === 0 ? { kind: 'none' } : { kind: 'found', values }),
    (error: NodeJS.ErrnoException): DnsAnswer =>
      CERTAIN.includes(error.code ?? '') ? { kind: 'none' } : { kind: 'unsure' },
  );
  return within(slowMs, answer, () => ({ kind: 'unsure' }));
}
