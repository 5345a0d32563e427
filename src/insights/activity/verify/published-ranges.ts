import { type Networks, networks } from '../../../core/net/address.js';
import { FetchError } from '../../../core/net/fetch-error.js';
import type { GuardedFetch } from '../../../core/net/guarded-fetch.js';
import { MAX_RANGE_BYTES, readRangeFile } from './range-refresh.js';

/** A copy of an operator's range file. */
export interface RangeCopy {
  readonly url: string;
  /** Unix seconds. */
  readonly fetchedAt: number;
  /** CIDR. */
  readonly prefixes: readonly string[];
}

/** Persistent storage of copies. */
export interface RangeStore {
  load(): Promise<readonly RangeCopy[]>;
  save(copies: readonly RangeCopy[]): Promise<void>;
}

interface RangeOptions {
  readonly fetch: GuardedFetch;
  readonly store: RangeStore;
  /** Unix seconds. */
  now(): number;
  /** Called with the reason when a file could not be fetched. */
  onFailure(url: string, reason: string): void;
}

/** Seconds for which a copy refutes an address that is not in it, and after which it is fetched again. */
const FRESH_FOR = 2 * 86_400;
const FETCH_AFTER = 86_400;
/** How range files are fetched. */
const RANGE_FETCH = {
  httpsOnly: true,
  maxRedirects: 2,
  timeoutMs: 5000,
  maxBytes: MAX_RANGE_BYTES,
} as const;

interface Held extends RangeCopy {
  readonly set: Networks;
}

/**
 * The address ranges that operators publish: fetched in the background, kept until there is a newer copy. Offline
 * they are simply absent.
 */
export class PublishedRanges {
  readonly #copies = new Map<string, Held>();
  readonly #stop = new AbortController();
  #loaded: Promise<void> | undefined;

  constructor(private readonly options: RangeOptions) {}

  /** Loads the copies of an earlier run, once. */
  load(): Promise<void> {
    this.#loaded ??= this.options.store.load().then((copies) => {
      for (const copy of copies) this.#copies.set(copy.url, heldOf(copy));
    });
    return this.#loaded;
  }

  /** @returns `unsure` for an address outside a copy that is too old to refute it, or without a copy */
  check(url: string, address: string): 'inside' | 'outside' | 'unsure' {
    const copy = this.#copies.get(url);
    if (copy === undefined) return 'unsure';
    if (copy.set.has(address)) return 'inside';
    return this.options.now() - copy.fetchedAt <= FRESH_FOR ? 'outside' : 'unsure';
  }

  /** True where a copy is missing or more than a day old. */
  isDue(url: string): boolean {
    const copy = this.#copies.get(url);
    return copy === undefined || this.options.now() - copy.fetchedAt > FETCH_AFTER;
  }

  /**
   * Fetches the files that are due, forgets those that are no longer used, and stores the rest. A file
   * that cannot be fetched leaves its old copy where it is.
   */
  async refresh(urls: readonly string[]): Promise<void> {
    await this.load();
    const due = urls.filter((url) => this.isDue(url));
    for (const url of due) await this.#fetch(url);
    const gone = [...this.#copies.keys()].filter((url) => !urls.includes(url));
    for (const url of gone) this.#copies.delete(url);
    if (due.length > 0 || gone.length > 0) await this.#save();
  }

  /** Fetches a file, however fresh its copy is. */
  async fetchAgain(url: string): Promise<void> {
    await this.load();
    await this.#fetch(url);
    await this.#save();
  }

  /** Stops fetching: pending requests are aborted. */
  close(): void {
    this.#stop.abort();
  }

  #save(): Promise<void> {
    return this.options.store.save([...this.#copies.values()].map(copyOf));
  }

  async #fetch(url: string): Promise<void> {
    const { fetch, now, onFailure } = this.options;
    try {
      const { status, body } = await fetch(url, { ...RANGE_FETCH, signal: this.#stop.signal });
      const prefixes = status === 200 ? readRangeFile(body.toString('utf8')) : undefined;
      if (prefixes === undefined) onFailure(url, status === 200 ? 'no range file' : `status ${status}`);
      else this.#copies.set(url, heldOf({ url, fetchedAt: now(), prefixes }));
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      if (error.reason !== 'aborted') onFailure(url, error.message);
    }
  }
}

function heldOf(copy: RangeCopy): Held {
  return { ...copy, set: networks(copy.prefixes) };
}

function copyOf({ url, fetchedAt, prefixes }: Held): RangeCopy {
  return { url, fetchedAt, prefixes };
}

/** Whether an address has a range file, and the number of its networks. */
type ProbedRanges =
  | { readonly ok: true; readonly prefixes: number }
  | { readonly ok: false; readonly message: string };

/** Probes an address that the owner is about to add; nothing is kept. */
export async function probeRanges(fetch: GuardedFetch, url: string): Promise<ProbedRanges> {
  try {
    const { status, body } = await fetch(url, RANGE_FETCH);
    if (status !== 200) return { ok: false, message: `The address responds with status ${status}.` };
    const networks = readRangeFile(body.toString('utf8'));
    if (networks === undefined) return { ok: false, message: "It isn't a list of address ranges." };
    return { ok: true, prefixes: networks.length };
  } catch (error) {
    if (error instanceof FetchError) return { ok: false, message: MESSAGES[error.reason] };
    throw error;
  }
}

/** The message of a failure, without details of the own network. */
const MESSAGES: Readonly<Record<FetchError['reason'], string>> = {
  'bad-url': "This isn't an address.",
  scheme: 'The address must begin with https.',
  port: 'The address must use the default port of https.',
  'internal-address': "The address isn't on the internet.",
  unresolvable: 'The host of the address is unknown.',
  connection: "The host of the address can't be reached.",
  aborted: 'The request was cancelled.',
  timeout: "The host of the address didn't respond in time.",
  'too-big': 'The file is too long for a range file.',
  redirects: 'The address redirects too often.',
  'content-type': "It isn't a list of address ranges.",
  encoding: "The file can't be decoded.",
};
