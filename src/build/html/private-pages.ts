import { placeEntry } from '../../site/address.js';
import { type GateContext, hiddenReason } from '../../site/gate.js';
import type { HiddenEntry } from '../scan.js';

/** The inputs for addresses of entries. */
interface PrivatePlaces {
  readonly gate: GateContext;
  readonly baseUrl: string;
  readonly sourceBases: readonly (string | undefined)[];
}

/**
 * Addresses of entries that the gate holds back, although a built site may have a page of them: a scheduled
 * entry, for example. Types hidden from agents are not private.
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
