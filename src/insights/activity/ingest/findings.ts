import { type Finding, UNCHECKED } from '../port.js';
import type { PendingHit } from './log-importer.js';

/** Verifies the claim of a client that came from an address. */
export type ClientCheck = (userAgent: string, address: string) => Promise<Finding>;

/** Number of cached findings. */
const MAX_KEPT = 100_000;
/** Clients that are verified at the same time. */
const AT_ONCE = 16;

/** The findings about clients, each looked up once. */
export class Findings {
  readonly #kept = new Map<string, Finding>();

  constructor(private readonly check: ClientCheck) {}

  /** @returns findings in the order of the visits */
  async of(hits: readonly PendingHit[]): Promise<readonly Finding[]> {
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
