import { placeEntry } from '../../site/address.js';
import { type GateContext, hiddenReason } from '../../site/gate.js';
import type { HiddenEntry } from '../scan.js';

/** Where the addresses of entries stand. */
export interface PrivatePlaces {
  readonly gate: GateContext;
  readonly baseUrl: string;
  /** Base address of each source, if it has one. */
  readonly sourceBases: readonly (string | undefined)[];
}

/**
 * Addresses of entries that the gate holds back, of which a built site may have a page all the same: one that is
 * scheduled, say. A type that agents may not see is no secret.
 * @returns paths below the base
 */
export function* privatePaths(
  hidden: Iterable<HiddenEntry>,
  { gate, baseUrl, sourceBases }: PrivatePlaces,
): Iterable<string> {
  for (const entry of hidden) {
    if (entry.url === undefined || hiddenReason(entry, gate) === 'type') continue;
    const base = sourceBases[entry.source];
    const address = placeEntry(entry.url, base === undefined ? [baseUrl] : [base, baseUrl]);
    if ('path' in address) yield address.path;
  }
}
