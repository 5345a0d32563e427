import { ExpiringMap } from '../../../core/expiring-map.js';
import { withoutUndefined } from '../../../core/json.js';
import { FetchError } from '../../../core/net/fetch-error.js';
import type { GuardedFetch } from '../../../core/net/guarded-fetch.js';
import { FixedWindowLimiter } from '../../../core/rate-limiter.js';
import type { PublicKey } from '../../../documents/document-row.js';
import { thumbprint } from '../../../documents/signing/key.js';

export interface DirectoryOptions {
  readonly fetch: GuardedFetch;
  /** New directories that may be fetched per minute. */
  limit(): Promise<number>;
  /** Unix seconds. */
  now(): number;
}

const PATH = '/.well-known/http-message-signatures-directory';
const FETCH = {
  httpsOnly: true,
  maxRedirects: 1,
  timeoutMs: 3000,
  maxBytes: 65_536,
  headers: { Accept: 'application/http-message-signatures-directory+json, application/json;q=0.9' },
} as const;
const MINUTE = 60;
/** Seconds that a directory is cached, and that an unavailable one is not requested again. */
const KEEP = 6 * 3600;
const KEEP_MISS = 300;
/** Maximum number of cached directories, and of keys of one. */
const MAX_DIRECTORIES = 500;
const MAX_KEYS = 50;

/** The keys that bots publish: fetched within limits, cached for a while. */
export class KeyDirectories {
  readonly #known = new ExpiringMap<readonly PublicKey[]>(MAX_DIRECTORIES);
  readonly #running = new Map<string, Promise<readonly PublicKey[]>>();
  readonly #budget = new FixedWindowLimiter(MINUTE);

  constructor(private readonly options: DirectoryOptions) {}

  /**
   * The currently valid key with this thumbprint; undefined where it isn't available.
   * @param origin `https://host`
   */
  async find(origin: string, keyid: string): Promise<PublicKey | undefined> {
    const now = this.options.now();
    const keys = this.#known.get(origin, now) ?? (await this.#fetchOnce(origin));
    return keys.find(
      ({ kid, nbf, exp }) => kid === keyid && (nbf ?? now) <= now && (exp ?? Number.POSITIVE_INFINITY) > now,
    );
  }

  /** Concurrent requests for the same directory share one answer. */
  #fetchOnce(origin: string): Promise<readonly PublicKey[]> {
    const running = this.#running.get(origin);
    if (running !== undefined) return running;
    const work = this.#fetch(origin).finally(() => this.#running.delete(origin));
    this.#running.set(origin, work);
    return work;
  }

  async #fetch(origin: string): Promise<readonly PublicKey[]> {
    const { fetch, limit, now } = this.options;
    if (!this.#budget.take(await limit(), now())) return [];
    let keys: readonly PublicKey[] = [];
    try {
      const { status, body } = await fetch(origin + PATH, FETCH);
      if (status === 200) keys = await readKeySet(body.toString('utf8'));
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
    }
    this.#known.set(origin, keys, now() + (keys.length === 0 ? KEEP_MISS : KEEP));
    return keys;
  }
}

/**
 * The Ed25519 keys of a JWK set, by their thumbprints: the set's own key ids are ignored.
 * @param text JSON
 * @see https://www.rfc-editor.org/rfc/rfc7517#section-5
 */
export async function readKeySet(text: string): Promise<readonly PublicKey[]> {
  const rows = rowsOf(text).slice(0, MAX_KEYS);
  const keys = await Promise.all(rows.map(readKey));
  return keys.filter((key) => key !== undefined);
}

function rowsOf(text: string): readonly unknown[] {
  try {
    const { keys } = (JSON.parse(text) ?? {}) as { readonly keys?: unknown };
    return Array.isArray(keys) ? keys : [];
  } catch {
    return [];
  }
}

async function readKey(row: unknown): Promise<PublicKey | undefined> {
  const { kty, crv, x, nbf, exp, use } = (row ?? {}) as Readonly<Record<string, unknown>>;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || !/^[\w-]{43}$/.test(x)) return undefined;
  if ((use !== undefined && use !== 'sig') || !isTime(nbf) || !isTime(exp)) return undefined;
  return {
    kid: await thumbprint(x),
    kty,
    crv,
    x,
    ...withoutUndefined({ nbf, exp }),
  };
}

function isTime(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value));
}
