import type { Verifier } from '../../../config/built-in-verifiers.js';
import { ExpiringMap } from '../../../core/expiring-map.js';
import { type Address, isSameAddress, reverseName } from '../../../core/net/address.js';
import { FixedWindowLimiter } from '../../../core/rate-limiter.js';
import type { DnsAnswer, DnsClient } from './dns.js';
import { isBelow, type VerifyLimits, verifierOfHost } from './policy.js';

/** Whether an address belongs to the claimed owner: certain either way, or inconclusive. */
type Confirmation = 'confirmed' | 'refuted' | 'unsure';

/** The result of looking an address up by name. */
export interface Identity {
  readonly host: string;
  readonly network: string;
  /** Token of the bot that the host belongs to by its name. */
  readonly engine: string;
  readonly verdict: 0 | 1 | 2;
  /** True where a name server failed or took too long. */
  readonly slow: boolean;
}

interface ReverseDnsOptions {
  readonly dns: DnsClient;
  limits(): Promise<VerifyLimits>;
  /** Unix seconds. */
  now(): number;
}

const MINUTE = 60;
/** Seconds that certain answers are cached. */
const REMEMBER = 6 * 3600;
const MAX_REMEMBERED = 20_000;
/** Seconds for which an address isn't looked up again after its name servers failed: a visit needs several lookups. */
const RETRY = 5;
/** Maximum number of names of one address that are looked up: the owner of an address can give it any number. */
const MAX_NAMES = 4;

/** The result of the names of an address. */
interface ForwardLookup {
  /** The confirmed name, else the first; undefined where there is none. */
  readonly host: string | undefined;
  readonly found: Confirmation;
  /** True where a name server failed or took too long. */
  readonly slow: boolean;
}

/** Forward-confirmed reverse DNS: the name of an address counts only if it resolves to the address. */
export class ReverseDns {
  readonly #names = new ExpiringMap<readonly string[]>(MAX_REMEMBERED);
  readonly #confirmed = new ExpiringMap<Confirmation>(MAX_REMEMBERED);
  readonly #running = new Map<string, Promise<Confirmation>>();
  readonly #budget = new FixedWindowLimiter(MINUTE);
  readonly #failed = new ExpiringMap<true>(MAX_REMEMBERED);
  readonly #breaker = new ZoneBreaker();

  constructor(private readonly options: ReverseDnsOptions) {}

  /** The cached result of `confirm`, without a lookup. */
  known(address: Address, suffixes: readonly string[]): Confirmation | undefined {
    return this.#confirmed.get(keyOf(address, suffixes), this.options.now());
  }

  /**
   * Whether an address belongs to hosts below one of these suffixes. Beyond its limits the result is inconclusive.
   * @param isFresh true: ignore cached results
   */
  async confirm(address: Address, suffixes: readonly string[], isFresh = false): Promise<Confirmation> {
    const known = isFresh ? undefined : this.known(address, suffixes);
    if (known !== undefined) return known;
    const key = keyOf(address, suffixes);
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const work = this.#confirmNow(address, suffixes, isFresh).finally(() => this.#running.delete(key));
    this.#running.set(key, work);
    return work;
  }

  async #confirmNow(address: Address, suffixes: readonly string[], isFresh: boolean): Promise<Confirmation> {
    const allowed = await this.options.limits();
    if (!this.#mayAsk(address, allowed, isFresh)) return 'unsure';
    const { now } = this.options;
    const names = await this.#namesOf(address, allowed, isFresh);
    if (names === undefined) return 'unsure';
    const hosts = names.filter((name) => isBelow(name, suffixes));
    const { found } = await this.#firstThatLeadsBack(hosts, address, allowed);
    if (found !== 'unsure') {
      this.#confirmed.set(keyOf(address, suffixes), found, now() + REMEMBER);
    }
    return found;
  }

  /** The registrable domain of an address' name; empty where there is none, or the result is inconclusive. */
  async network(address: Address): Promise<string> {
    const { limits, now } = this.options;
    let names = this.#names.get(address.text, now());
    if (names === undefined) {
      const allowed = await limits();
      if (!this.#mayAsk(address, allowed, false)) return '';
      names = await this.#namesOf(address, allowed, false);
    }
    return registrableDomain(names?.[0] ?? '');
  }

  /** Takes one lookup from the budget unless the zone of the address is paused or has only just failed. */
  #mayAsk(address: Address, { lookups }: VerifyLimits, isFresh: boolean): boolean {
    const now = this.options.now();
    if (!isFresh && this.#failed.get(address.text, now) === true) return false;
    return !this.#breaker.isOpen(reverseZone(address), now) && this.#budget.take(lookups, now);
  }

  /** Looks an address up on a user's request: at once, whatever the limits for visits say. */
  async identify(address: Address, registry: readonly Verifier[]): Promise<Identity> {
    const allowed = await this.options.limits();
    const names = await this.#namesOf(address, allowed, true);
    if (names === undefined) return { ...NOBODY, slow: true };
    const hosts = names.filter((name) => verifierOfHost(name, registry));
    const { host = names[0], found, slow } = await this.#firstThatLeadsBack(hosts, address, allowed, true);
    if (host === undefined) return NOBODY;
    const network = registrableDomain(host);
    const engine = verifierOfHost(host, registry)?.token ?? '';
    if (engine === '') return { ...NOBODY, host, network };
    const verdict = { confirmed: 1, refuted: 2, unsure: 0 }[found] as 0 | 1 | 2;
    return { host, network, engine, verdict, slow };
  }

  /** @returns undefined for an inconclusive result; no name at all where that is certain */
  async #namesOf(
    address: Address,
    { slowMs, strikes }: VerifyLimits,
    isFresh: boolean,
  ): Promise<readonly string[] | undefined> {
    const { dns, now } = this.options;
    const known = isFresh ? undefined : this.#names.get(address.text, now());
    if (known !== undefined) return known;
    const answer = await dns.names(address, slowMs);
    if (answer.kind === 'unsure') {
      this.#breaker.strike(reverseZone(address), strikes, now());
      this.#failed.set(address.text, true, now() + RETRY);
      return undefined;
    }
    const values = answer.kind === 'found' ? answer.values : [];
    const names = values.map(plainHost).filter((name) => name !== '' && !isSameAddress(name, address.text));
    this.#names.set(address.text, names, now() + REMEMBER);
    return names;
  }

  /**
   * Looks up the addresses of each name in turn until one confirms: an address may have several names.
   * @param hosts none: the address is refuted
   * @param isAsked true: on a user's request, which paused zones don't delay
   */
  async #firstThatLeadsBack(
    hosts: readonly string[],
    address: Address,
    limits: VerifyLimits,
    isAsked = false,
  ): Promise<ForwardLookup> {
    const [host] = hosts;
    let isUnsure = hosts.length > MAX_NAMES;
    for (const one of hosts.slice(0, MAX_NAMES)) {
      const answer = await this.#addressesOf(one, address, limits, isAsked);
      const found = confirmationOf(answer, address);
      if (found === 'confirmed') return { host: one, found, slow: false };
      isUnsure ||= found === 'unsure';
      // A slow name server would be slow for the next name, too.
      if (answer.kind === 'unsure') return { host, found: 'unsure', slow: true };
    }
    return { host, found: isUnsure ? 'unsure' : 'refuted', slow: false };
  }

  /** Only addresses of the same family can equal an address, or refute it. */
  async #addressesOf(
    host: string,
    { family }: Address,
    { slowMs, strikes }: VerifyLimits,
    isAsked: boolean,
  ): Promise<DnsAnswer> {
    const { dns, now } = this.options;
    if (!isAsked && this.#breaker.isOpen(hostZone(host), now())) return { kind: 'unsure' };
    const answer = await dns.addresses(host, family, slowMs);
    if (answer.kind === 'unsure') this.#breaker.strike(hostZone(host), strikes, now());
    return answer;
  }
}

const NOBODY: Identity = { host: '', network: '', engine: '', verdict: 0, slow: false };

function confirmationOf(answer: DnsAnswer, address: Address): Confirmation {
  if (answer.kind !== 'found') return 'unsure';
  return answer.values.some((one) => isSameAddress(one, address.text)) ? 'confirmed' : 'refuted';
}

function plainHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

function keyOf({ text }: Address, suffixes: readonly string[]): string {
  return [text, ...suffixes].join(' ');
}

/** Seconds within which strikes add up, and for which a zone isn't queried after too many of them. */
const STRIKES_WITHIN = 120;
const OPEN_FOR = 300;
/** Number of zones with remembered strikes. */
const MAX_ZONES = 2000;

/**
 * Pauses queries of a zone whose name servers failed or answered too late. Each zone counts separately: the
 * owner of an address decides how its zone answers, and must not be able to stop the verification of others.
 */
class ZoneBreaker {
  readonly #strikes = new ExpiringMap<readonly number[]>(MAX_ZONES);
  readonly #open = new ExpiringMap<true>(MAX_ZONES);

  /** @param now Unix seconds */
  isOpen(zone: string, now: number): boolean {
    return this.#open.get(zone, now) === true;
  }

  /** @param trip strikes that are too many */
  strike(zone: string, trip: number, now: number): void {
    const strikes = [...(this.#strikes.get(zone, now) ?? []).filter((at) => now - at < STRIKES_WITHIN), now];
    if (strikes.length < trip) {
      this.#strikes.set(zone, strikes, now + STRIKES_WITHIN);
      return;
    }
    this.#open.set(zone, true, now + OPEN_FOR);
    this.#strikes.set(zone, [], now);
  }
}

/** Labels of `4.3.2.1.in-addr.arpa` and of a nibble name that distinguish an address from its neighbours in a zone. */
const HOST_LABELS = { ipv4: 1, ipv6: 20 } as const;

/** The zone with the name of an address, as networks are usually delegated: its /24, or its /48 for IPv6. */
function reverseZone(address: Address): string {
  return reverseName(address).split('.').slice(HOST_LABELS[address.family]).join('.');
}

/** The zone of a host: the domain above it, but never one below which domains are registered. */
function hostZone(host: string): string {
  const above = host.slice(host.indexOf('.') + 1);
  const domain = registrableDomain(host);
  return above.length < domain.length ? domain : above;
}

/** Suffixes of two labels below which names are registered. */
const TWO_LABELS: ReadonlySet<string> = new Set(
  [
    'co.uk org.uk com.au net.au co.jp co.nz co.za com.br',
    'co.in com.cn co.kr com.mx com.tr com.sg com.hk',
  ].flatMap((line) => line.split(' ')),
);

/**
 * The registrable domain of a host name: `crawl-1.googlebot.com` belongs to `googlebot.com`; empty for an invalid name.
 */
export function registrableDomain(host: string): string {
  if (!host.includes('.') || host.includes(' ')) return '';
  const labels = host.split('.');
  return labels.slice(TWO_LABELS.has(labels.slice(-2).join('.')) ? -3 : -2).join('.');
}
