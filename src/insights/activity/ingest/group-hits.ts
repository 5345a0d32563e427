import type { HitGroups } from '../log/hit-log.js';
import { type Hit, UNCHECKED, type VerificationResult } from '../port.js';
import type { Client, PendingHit } from './log-importer.js';

/** A visit of a client that is flagged. */
export interface FlaggedVisit {
  readonly userAgent: string;
  readonly address: string;
  /** Unix seconds. */
  readonly at: number;
}

/** Few clients, documents and findings make up most visits, so each of them is one object here. */
export function groupHits(hits: readonly PendingHit[], found: readonly VerificationResult[]): HitGroups {
  const places = new Map<Client, Map<string, Map<VerificationResult, number>>>();
  const kinds: Hit[] = [];
  const of = hits.map(({ at, endpoint, client }, index) => {
    const finding = found[index] ?? UNCHECKED;
    const ofClient = inMap(places, client, () => new Map<string, Map<VerificationResult, number>>());
    const ofDocument = inMap(ofClient, endpoint, () => new Map<VerificationResult, number>());
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
  found: readonly VerificationResult[],
): readonly FlaggedVisit[] {
  return hits.flatMap(({ client, address, at }, index) => {
    const isFlagged = address !== '' && (client.isLegacy || found[index]?.verdict === 2);
    return isFlagged ? [{ userAgent: client.ua, address, at }] : [];
  });
}

/** Verifies the claim of a client that came from an address. */
type ClientCheck = (userAgent: string, address: string) => Promise<VerificationResult>;

/** Number of cached findings. */
const MAX_KEPT = 100_000;
/** Clients that are verified at the same time. */
const AT_ONCE = 16;

/** The findings about clients, each looked up once. */
export class Findings {
  readonly #kept = new Map<string, VerificationResult>();

  constructor(private readonly check: ClientCheck) {}

  /** @returns findings in the order of the visits */
  async of(hits: readonly PendingHit[]): Promise<readonly VerificationResult[]> {
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const wanted = new Map<string, PendingHit>();
    for (const hit of hits) {
      const key = keyOf(hit);
      if (key !== '' && !this.#kept.has(key)) wanted.set(key, hit);
    }
    const queue = [...wanted].values();
    const work = async () => {
      for (const [key, { client, address }] of queue)
        this.#kept.set(key, await this.check(client.ua, address));
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.size) }, work));
    return hits.map((hit) => this.#kept.get(keyOf(hit)) ?? UNCHECKED);
  }
}

/** The same claim from the same address is the same client. */
function keyOf({ client, address }: PendingHit): string {
  return address === '' ? '' : `${address} ${client.claim}`;
}
