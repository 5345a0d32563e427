import type { Verifier } from '../../../config/built-in-verifiers.js';
import { type Address, isOfOwnNetwork } from '../../../core/net/address.js';
import type { ActivityVerdict } from '../port.js';
import type { PublishedRanges } from './published-ranges.js';
import type { ReverseDns } from './reverse-dns.js';

/** The inputs of checking claims. */
export interface ClaimTools {
  readonly reverse: Pick<ReverseDns, 'confirm'>;
  readonly ranges: Pick<PublishedRanges, 'check' | 'isDue'>;
  /** Called when a copy of a range file is missing or old. */
  onDue(): void;
}

/**
 * Whether an address belongs to the bot that a client claims to be: by reverse DNS, and where that has no result by the
 * ranges that the operator publishes. An address in the own network never counts as an impostor: it may be an
 * undeclared proxy's and not the client's.
 * @param isFresh true: ignore remembered results
 */
export async function checkClaim(
  { domains, url }: Verifier,
  address: Address,
  { reverse, ranges, onDue }: ClaimTools,
  isFresh = false,
): Promise<ActivityVerdict> {
  const condemned = isOfOwnNetwork(address.text) ? 0 : 2;
  if (domains.length > 0) {
    const confirmation = await reverse.confirm(address, domains, isFresh);
    if (confirmation === 'confirmed') return 1;
    if (confirmation === 'refuted') return condemned;
  }
  if (url === '') return 0;
  if (ranges.isDue(url)) onDue();
  const place = ranges.check(url, address.text);
  if (place === 'inside') return 1;
  return place === 'outside' ? condemned : 0;
}
