import { firstAddress } from '../../../core/net/client-address.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { lastName } from '../../../core/paths.js';
import { detachString } from '../../../core/text.js';
import { apiFolders } from '../../../documents/rest-addresses.js';
import type { ReferralTally, UnknownTally } from '../../../storage/tables/referrals.js';
import type { AgentClassifier } from '../agents/classifier.js';
import { BROWSER } from '../agents/unknown-agent.js';
import { DAY, dayOf, dayText } from '../days.js';
import type { EndpointFinder } from '../endpoints.js';
import {
  landingPath,
  type ReferralSource,
  recogniseOrigin,
  utmSourceOf,
  type VisitOrigin,
} from '../referrals/recognise.js';
import type { LogLine } from './line.js';

/** A client, from its User-Agent. */
export interface Client {
  readonly ua: string;
  readonly agent: string;
  readonly isBrowser: boolean;
  readonly isLegacy: boolean;
  /** Token of the bot that it claims to be, if that is verifiable; empty for others. */
  readonly claim: string;
}

/** A visit to be written. */
export interface PendingHit {
  readonly at: number;
  readonly endpoint: string;
  readonly client: Client;
  /** Empty where it is never read. */
  readonly address: string;
}

/** How visits from assistants are counted. */
interface IntakeReferrals {
  readonly sources: readonly ReferralSource[];
  /** Whether unknown sources are counted too. */
  readonly unknown: boolean;
}

interface IntakeOptions extends PlaceOptions {
  readonly agents: AgentClassifier;
  /** Token of the verifiable bot that a User-Agent claims to be; empty for none. */
  claimOf(userAgent: string): string;
  needsAddress(client: Client): boolean;
  /** Lines that name another host than this are left out; undefined: all count. */
  readonly onlyHost: string | undefined;
  /** Undefined while browsers count them. */
  readonly referrals: IntakeReferrals | undefined;
  /** Unix seconds before which nothing is kept. */
  readonly floor: number;
  /** Unix seconds. */
  readonly now: number;
}

/** Counts of lines by result. */
interface IntakeCounts {
  /** Visits to documents. */
  hits: number;
  /** Readers that assistants sent. */
  referrals: number;
  /** Other lines: pages, images, errors. */
  other: number;
  /** Lines older than the retention of visits. */
  tooOld: number;
  /** Lines from the future: a clock was wrong. */
  tooNew: number;
}

/** Length of the part of a User-Agent that is read. */
const MAX_UA = 1000;
/** Number of cached clients and referrers. */
const MAX_KEPT = 20_000;

/** Takes lines in, sorts them, and holds the rows to write. */
export class LogImporter {
  readonly counts: IntakeCounts = { hits: 0, referrals: 0, other: 0, tooOld: 0, tooNew: 0 };
  readonly #place: (target: string) => Place;
  readonly #clients = new Map<string, Client>();
  readonly #origins = new Map<string, VisitOrigin>();
  #hits: PendingHit[] = [];
  #known = new Map<string, ReferralTally>();
  #unknown = new Map<string, UnknownTally>();

  constructor(private readonly options: IntakeOptions) {
    this.#place = placeFinder(options);
  }

  /** Pending visits. */
  get size(): number {
    return this.#hits.length;
  }

  /** @param isCounted true for a line whose referral has been counted before */
  take(line: LogLine, isCounted = false): void {
    const { status, method } = line;
    const isServed = (status >= 200 && status < 300) || status === 304;
    const isRead = isServed && (method === 'GET' || method === 'HEAD');
    const place = isRead && this.#isOfSite(line.host) ? this.#place(line.target) : undefined;
    if (place === undefined) this.counts.other += 1;
    else if (line.at < this.options.floor) this.counts.tooOld += 1;
    else if (line.at > this.options.now + DAY) this.counts.tooNew += 1;
    else if (place.kind === 'document') this.#takeHit(line, place.endpoint);
    else if (isCounted || method !== 'GET' || !this.#takeArrival(line, place.path)) this.counts.other += 1;
  }

  /** Returns and clears the pending visits. */
  drain(): {
    readonly hits: readonly PendingHit[];
    readonly known: readonly ReferralTally[];
    readonly unknown: readonly UnknownTally[];
  } {
    const drained = {
      hits: this.#hits,
      known: [...this.#known.values()],
      unknown: [...this.#unknown.values()],
    };
    this.#hits = [];
    this.#known = new Map();
    this.#unknown = new Map();
    return drained;
  }

  #isOfSite(host: string): boolean {
    const { onlyHost } = this.options;
    return onlyHost === undefined || host === '' || isSameHost(host, onlyHost);
  }

  #takeHit({ at, userAgent, address }: LogLine, endpoint: string): void {
    const client = this.#client(userAgent);
    const kept = this.options.needsAddress(client) ? detachString(firstAddress(address)) : '';
    this.#hits.push({ at, endpoint, client, address: kept });
    this.counts.hits += 1;
  }

  /** @returns false for a visit without a known sender */
  #takeArrival({ at, referrer, target, userAgent }: LogLine, path: string): boolean {
    const { referrals } = this.options;
    const mark = target.indexOf('?');
    const utm = mark === -1 ? '' : utmSourceOf(target.slice(mark + 1));
    if (referrals === undefined || (referrer === '' && utm === '')) return false;
    const origin = this.#origin(referrer, utm, referrals);
    if (origin === undefined || !this.#client(userAgent).isBrowser) return false;
    const day = dayText(dayOf(at));
    if (origin.kind === 'assistant') {
      addOne(this.#known, `${day} ${origin.label} ${path}`, () => {
        return { day, source: origin.label, path: landingPath(path), hits: 1 };
      });
      this.counts.referrals += 1;
      return true;
    }
    if (referrals.unknown) {
      addOne(this.#unknown, `${day} ${origin.kind} ${origin.token}`, () => ({ day, ...origin, hits: 1 }));
    }
    return false;
  }

  #client(userAgent: string): Client {
    const known = this.#clients.get(userAgent);
    if (known !== undefined) return known;
    if (this.#clients.size >= MAX_KEPT) this.#clients.clear();
    const ua = detachString(userAgent.slice(0, MAX_UA));
    const { agent, legacy } = this.options.agents.classify(ua);
    const claim = this.options.claimOf(ua);
    const client = { ua, agent, isBrowser: agent === BROWSER, isLegacy: legacy, claim };
    this.#clients.set(detachString(userAgent), client);
    return client;
  }

  #origin(referrer: string, utm: string, { sources }: IntakeReferrals): VisitOrigin {
    const key = `${referrer}\n${utm}`;
    if (this.#origins.has(key)) return this.#origins.get(key);
    if (this.#origins.size >= MAX_KEPT) this.#origins.clear();
    const origin = recogniseOrigin({ referrer, utm }, sources, this.options.host);
    this.#origins.set(detachString(key), origin);
    return origin;
  }
}

function addOne<T extends { readonly hits: number }>(
  tallies: Map<string, T>,
  key: string,
  first: () => T,
): void {
  const before = tallies.get(key);
  tallies.set(key, before === undefined ? first() : { ...before, hits: before.hits + 1 });
}

/** The target of an address in a log: a document, a page, or something that is not recorded. */
type Place =
  | { readonly kind: 'document'; readonly endpoint: string }
  | { readonly kind: 'page'; readonly path: string }
  | undefined;

/** Number of cached addresses. */
const MAX_PLACES = 50_000;

interface PlaceOptions {
  readonly endpoints: EndpointFinder;
  /** Host of the site, possibly with a port; empty where it is unknown. */
  readonly host: string;
  /** Path of the site's address, without trailing slash. */
  readonly basePath: string;
  readonly restPrefix: string;
}

/**
 * Makes a finder of places. Pages can only be guessed from their addresses: one without an ending, or with that
 * of HTML.
 */
export function placeFinder(options: PlaceOptions): (target: string) => Place {
  const kept = new Map<string, Place>();
  return function findPlace(target) {
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    const known = kept.get(path);
    if (known !== undefined || kept.has(path)) return known;
    if (kept.size >= MAX_PLACES) kept.clear();
    const own = detachString(path);
    const place = placeOf(own, options);
    kept.set(own, place);
    return place;
  };
}

function placeOf(target: string, { endpoints, host, basePath, restPrefix }: PlaceOptions): Place {
  const whole = isElsewhere(target, host) ? undefined : pathOf(target);
  if (whole === undefined) return undefined;
  const path = below(whole, basePath);
  if (path === undefined) return undefined;
  const endpoint = endpoints(path);
  if (endpoint !== undefined) return { kind: 'document', endpoint };
  return isPage(path, restPrefix) ? { kind: 'page', path: target } : undefined;
}

/** Scanners for open proxies request addresses of other hosts. */
function isElsewhere(target: string, host: string): boolean {
  if (target.startsWith('/') || host === '' || !isParsableUrl(target)) return false;
  return !isSameHost(new URL(target).host, host);
}

/** Whether two hosts are one, with or without `www.` and whatever the port. */
function isSameHost(one: string, other: string): boolean {
  const plain = (host: string) =>
    host
      .toLowerCase()
      .replace(/:\d+$/, '')
      .replace(/^www\./, '')
      .replace(/\.$/, '');
  return plain(one) === plain(other);
}

/** Decoded once, as the server reads it; web servers merge slashes. */
function pathOf(target: string): string | undefined {
  const written = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/]*/i, '') || '/';
  if (!written.startsWith('/')) return undefined;
  const local = written.replace(/\/{2,}/g, '/');
  try {
    return local.includes('%') ? decodeURIComponent(local).normalize('NFC') : local;
  } catch {
    return undefined;
  }
}

function below(path: string, basePath: string): string | undefined {
  if (basePath === '') return path;
  const base = decodeURIComponent(basePath);
  return `${path}/`.startsWith(`${base}/`) ? path.slice(base.length) || '/' : undefined;
}

function isPage(path: string, restPrefix: string): boolean {
  if (path.replace(/\/$/, '') === `/${restPrefix}`) return false;
  const folders = [...apiFolders({ restPrefix, readPrefix: restPrefix }), '/svc/', '/.well-known/'];
  const isOfService = folders.some((folder) => `${path}/`.startsWith(folder));
  if (isOfService || /(?:^|\/)feed(?:\/|$)/.test(path)) return false;
  const name = lastName(path);
  return !name.includes('.') || /\.html?$/i.test(name);
}
