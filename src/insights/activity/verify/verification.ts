import type { Verifier } from '../../../config/built-in-verifiers.js';
import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import type { Background } from '../../../core/clock.js';
import { memoisedByObject } from '../../../core/memoised.js';
import { type Address, isOfOwnNetwork, readAddress } from '../../../core/net/address.js';
import type { GuardedFetch } from '../../../core/net/guarded-fetch.js';
import {
  type ActivityVerdict,
  UNCHECKED,
  type VerificationResult,
  type Visit,
  type VisitVerifier,
} from '../port.js';
import type { DnsClient } from './dns.js';
import { claimedVerifier, type VerifyPolicy, verifyLimits, verifyPolicy } from './policy.js';
import { PublishedRanges, type RangeStore } from './published-ranges.js';
import { RangeRefresh } from './range-refresh.js';
import { type Identity, ReverseDns } from './reverse-dns.js';
import { KeyDirectories, type SignatureState, WebBotAuth } from './web-bot-auth.js';

interface VerificationOptions extends Background {
  settings(): Promise<Settings>;
  readonly hooks: Pick<Hooks, 'apply'>;
  readonly dns: DnsClient;
  readonly fetch: GuardedFetch;
  readonly store: RangeStore;
  /** Origins of the site. */
  origins(): Promise<readonly string[]>;
  /** Milliseconds; by default half a minute. */
  readonly catchUpMs?: number;
}

/** The owner of an address, looked up by name. */
export interface BotIdentity extends Identity {
  readonly ip: string;
}

/** The result of checking an address again. */
export interface RecheckedAddress {
  readonly ip: string;
  readonly verdict: ActivityVerdict;
}

/** The request parts that verification looks at. */
type VisitFacts = Pick<Visit, 'userAgent' | 'method' | 'target' | 'headers'>;

/** Verifies clients: by reverse DNS, published ranges and signatures. */
export class Verification implements VisitVerifier {
  readonly #reverse: ReverseDns;
  readonly #ranges: PublishedRanges;
  readonly #refresh: RangeRefresh;
  readonly #signatures: WebBotAuth;
  readonly #tools: ClaimTools;

  constructor(private readonly options: VerificationOptions) {
    const { hooks, dns, fetch, store, origins, now, logError } = options;
    const limits = () => verifyLimits(hooks);
    const limit = async () => (await limits()).directories;
    this.#reverse = new ReverseDns({ dns, limits, now });
    const onFailure = (url: string, reason: string) =>
      logError(new Error(`${url}: ${reason}`), 'published address ranges');
    this.#ranges = new PublishedRanges({ fetch, store, now, onFailure });
    this.#refresh = new RangeRefresh({
      ranges: this.#ranges,
      wanted: () => this.#wantedRanges(),
      logError,
      ...(options.catchUpMs !== undefined && { catchUpMs: options.catchUpMs }),
    });
    const directories = new KeyDirectories({ fetch, limit, now });
    this.#signatures = new WebBotAuth({ directories, origins, now });
    this.#tools = { reverse: this.#reverse, ranges: this.#ranges, onDue: () => this.#refresh.needed() };
  }

  /** What is currently verified. */
  async policy(): Promise<VerifyPolicy> {
    return this.policyOf(await this.options.settings());
  }

  /** What is verified under some settings; computed once for each. */
  readonly policyOf = memoisedByObject((settings: Settings) => verifyPolicy(settings, this.options.hooks));

  /** True while no client is verified. */
  async isIdle(): Promise<boolean> {
    const { verifies, identifies } = await this.policy();
    return !verifies && !identifies;
  }

  /** Never throws: undecidable claims are unchecked. */
  async check(visit: VisitFacts, address: string): Promise<VerificationResult> {
    try {
      const policy = await this.policy();
      if (!policy.verifies && !policy.identifies) return UNCHECKED;
      return await this.#check(visit, readAddress(address), policy);
    } catch (error) {
      this.options.logError(error, 'verification');
      return UNCHECKED;
    }
  }

  async #check(
    visit: VisitFacts,
    address: Address | undefined,
    policy: VerifyPolicy,
  ): Promise<VerificationResult> {
    const signature: SignatureState = policy.verifies
      ? await this.#signatures.check(visit, policy.signers)
      : { state: 'unsigned' };
    const isSigned = signature.state === 'verified' || signature.state === 'failed';
    const verdict = isSigned
      ? ({ verified: 1, failed: 2 } as const)[signature.state]
      : await this.#claimVerdict(visit.userAgent, address, policy);
    const network = policy.identifies && address !== undefined ? await this.#reverse.network(address) : '';
    return { verdict, network: network.slice(0, 128), signer: isSigned ? signature.signer.slice(0, 64) : '' };
  }

  async #claimVerdict(
    userAgent: string,
    address: Address | undefined,
    { registry }: VerifyPolicy,
  ): Promise<ActivityVerdict> {
    const claim = claimedVerifier(userAgent, registry);
    if (claim === undefined || address === undefined) return 0;
    await this.#ranges.load();
    return checkClaim(claim, address, this.#tools);
  }

  /**
   * Checks the claim of a client again for its addresses; its range file is fetched again.
   * @returns undefined when it makes no verifiable claim
   */
  async recheck(
    userAgent: string,
    addresses: readonly string[],
  ): Promise<readonly RecheckedAddress[] | undefined> {
    const { registry } = await this.policy();
    const claim = claimedVerifier(userAgent, registry);
    if (claim === undefined) return undefined;
    await this.#ranges.load();
    if (claim.url !== '' && addresses.length > 0) await this.#ranges.fetchAgain(claim.url);
    const found: RecheckedAddress[] = [];
    for (const ip of addresses) {
      const address = readAddress(ip);
      if (address !== undefined) {
        found.push({ ip, verdict: await checkClaim(claim, address, this.#tools, true) });
      }
    }
    return found;
  }

  /** The owner of an address, by its name alone. Returns undefined for an invalid address. */
  async identify(ip: string): Promise<BotIdentity | undefined> {
    const address = readAddress(ip.trim());
    if (address === undefined) return undefined;
    const { registry } = await this.policy();
    return { ip: address.text, ...(await this.#reverse.identify(address, registry)) };
  }

  /** Fetches the range files that are due. */
  refreshRanges(): Promise<void> {
    return this.#refresh.now();
  }

  close(): Promise<void> {
    return this.#refresh.close();
  }

  /** None while verification is off: then no lookups are made. */
  async #wantedRanges(): Promise<readonly string[]> {
    const { verifies, identifies, registry } = await this.policy();
    if (!verifies && !identifies) return [];
    return [...new Set(registry.map(({ url }) => url).filter((url) => url !== ''))];
  }
}

/** The inputs of checking claims. */
interface ClaimTools {
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
async function checkClaim(
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
