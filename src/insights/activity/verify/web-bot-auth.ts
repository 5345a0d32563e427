import { ExpiringMap } from '../../../core/expiring-map.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import type { PublicKey } from '../../../documents/document-row.js';
import { verifyMessage } from '../../../documents/signing/verify.js';
import type { KeyDirectories } from './key-directory.js';
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

export interface WebBotAuthOptions {
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
