import { ExpiringMap } from '../../../core/expiring-map.js';
import { listOf, withoutUndefined } from '../../../core/json.js';
import { FetchError } from '../../../core/net/fetch-error.js';
import type { GuardedFetch } from '../../../core/net/guarded-fetch.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { FixedWindowLimiter } from '../../../core/rate-limiter.js';
import type { PublicKey } from '../../../documents/document-row.js';
import { thumbprint } from '../../../documents/signing/key.js';
import { verifyMessage } from '../../../documents/signing/verify.js';
import {
  type BotSignature,
  readBotSignature,
  requestMessage,
  type SignedFacts,
  SKEW,
} from './signed-request.js';

/**
 * The verdict on the signature of a request. `verified`: the label of a recognised signer. `failed`: the host of a
 * recognised signer that the sender falsely claims to be.
 */
export type SignatureState =
  | { readonly state: 'unsigned' | 'indeterminate' }
  | { readonly state: 'verified' | 'failed'; readonly signer: string };

/** Labels of recognised signers by origin: `https://bot.example`. */
export type KnownSigners = Readonly<Record<string, string>>;

interface WebBotAuthOptions {
  readonly directories: Pick<KeyDirectories, 'find'>;
  /** Origins of this site: `https://harbour.example`. */
  origins(): Promise<readonly string[]>;
  /** Unix seconds. */
  now(): number;
}

/** Minimum time in seconds that a nonce is remembered, and the number of nonces. */
const NONCE_AT_LEAST = 60;
const MAX_NONCES = 50_000;
const INDETERMINATE: SignatureState = { state: 'indeterminate' };

/** Verifies the signatures of bots' requests (Web Bot Auth on RFC 9421). */
export class WebBotAuth {
  readonly #nonces = new ExpiringMap<true>(MAX_NONCES);

  constructor(private readonly options: WebBotAuthOptions) {}

  /**
   * Never throws, whatever a request contains. Only signatures of recognised signers are verified: others
   * prove nothing here, and a request must not decide what the service fetches.
   */
  async check(facts: SignedFacts, known: KnownSigners): Promise<SignatureState> {
    const { directories, now } = this.options;
    const signature = readBotSignature(facts, now());
    if (signature === 'unsigned') return { state: 'unsigned' };
    if (signature === 'unusable' || !Object.hasOwn(known, signature.signer)) return INDETERMINATE;
    const key = await directories.find(signature.signer, signature.keyid);
    if (key === undefined) return INDETERMINATE;
    const outcome = this.#verify(facts, signature, key, await this.options.origins());
    if (outcome === 'failed') return { state: 'failed', signer: new URL(signature.signer).hostname };
    if (outcome === 'unclear' || this.#isReplayed(signature)) return INDETERMINATE;
    return { state: 'verified', signer: known[signature.signer] ?? '' };
  }

  /**
   * A signature for another site proves nothing about the sender here, but is not forged either: it
   * may have come through a proxy that changed the host.
   */
  #verify(
    facts: SignedFacts,
    { label }: BotSignature,
    key: PublicKey,
    own: readonly string[],
  ): 'verified' | 'failed' | 'unclear' {
    const asked = askedOrigins(facts, own);
    let isClear = true;
    for (const origin of [...own, ...asked.loopback, ...asked.foreign]) {
      const message = requestMessage(facts, origin);
      const verdict = verifyMessage(message, {
        keys: [key],
        label,
        now: this.options.now(),
        skew: Infinity,
      });
      if (verdict.outcome === 'verified') return asked.foreign.includes(origin) ? 'unclear' : 'verified';
      if (verdict.outcome !== 'invalid' || verdict.reason !== 'bad-signature') isClear = false;
    }
    return isClear ? 'failed' : 'unclear';
  }

  /** A nonce counts once it has been seen in a valid signature: a forged one can't use up a real one. */
  #isReplayed({ signer, nonce, expires }: BotSignature): boolean {
    if (nonce === undefined) return false;
    const now = this.options.now();
    const key = `${signer} ${nonce}`;
    if (this.#nonces.get(key, now) === true) return true;
    this.#nonces.set(key, true, Math.max(now + NONCE_AT_LEAST, expires + SKEW));
    return false;
  }
}

interface RequestOrigins {
  /** No bot signs requests to such a host by mistake. */
  readonly loopback: readonly string[];
  readonly foreign: readonly string[];
}

/** The origins of a request's `Host`, by https and by http, where they aren't the site's own. */
function askedOrigins({ headers: { host } }: SignedFacts, own: readonly string[]): RequestOrigins {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return { loopback: [], foreign: [] };
  const named = ['https', 'http'].flatMap((scheme) => {
    const address = `${scheme}://${host}`;
    return isParsableUrl(address) ? [new URL(address)] : [];
  });
  const others = named.filter(({ origin }) => !own.includes(origin));
  const isLoopback = ({ hostname }: URL) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return {
    loopback: others.filter(isLoopback).map(({ origin }) => origin),
    foreign: others.filter((url) => !isLoopback(url)).map(({ origin }) => origin),
  };
}

interface DirectoryOptions {
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
    return listOf(keys);
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
