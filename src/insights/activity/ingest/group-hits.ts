import type { HitGroups } from '../log/hit-log.js';
import { type Finding, type Hit, UNCHECKED } from '../port.js';
import type { Client, PendingHit } from './log-importer.js';

/** A visit of a client that is flagged. */
export interface FlaggedVisit {
  readonly userAgent: string;
  readonly address: string;
  /** Unix seconds. */
  readonly at: number;
}

/** Few clients, documents and findings make up most visits, so each of them is one object here. */
export function groupHits(hits: readonly PendingHit[], found: readonly Finding[]): HitGroups {
  const places = new Map<Client, Map<string, Map<Finding, number>>>();
  const kinds: Hit[] = [];
  const of = hits.map(({ at, endpoint, client }, index) => {
    const finding = found[index] ?? UNCHECKED;
    const ofClient = inMap(places, client, () => new Map<string, Map<Finding, number>>());
    const ofDocument = inMap(ofClient, endpoint, () => new Map<Finding, number>());
    return inMap(ofDocument, finding, () => {
      const { verdict, network, signer } = finding;
      const { agent, ua } = client;
      return kinds.push({ at, endpoint, agent, ua, network, verdict, signer, refused: false }) - 1;
    });
  });
  return { kinds, at: hits.map(({ at }) => at), of };
}

function inMap<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** The visits of flagged clients whose address is known. */
export function flaggedVisits(
  hits: readonly PendingHit[],
  found: readonly Finding[],
): readonly FlaggedVisit[] {
  return hits.flatMap(({ client, address, at }, index) => {
    const isFlagged = address !== '' && (client.isLegacy || found[index]?.verdict === 2);
    return isFlagged ? [{ userAgent: client.ua, address, at }] : [];
  });
}
