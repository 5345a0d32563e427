import { parseJson } from '../../../core/json.js';
import { readNetwork } from '../../../core/net/address.js';
import type { Storage } from '../../../storage/port.js';
import { readOption, writeOption } from '../../../storage/tables/options.js';
import type { PublishedRanges, RangeCopy, RangeStore } from './published-ranges.js';

interface RefreshOptions {
  readonly ranges: PublishedRanges;
  /** Addresses of the range files in use; none while verification is off. */
  wanted(): Promise<readonly string[]>;
  logError(error: unknown, what: string): void;
  /** Milliseconds between a missing copy and its fetch; by default half a minute. */
  readonly catchUpMs?: number;
}

const MINUTE = 60_000;
const CATCH_UP = 30_000;
const CATCH_UP_EVERY = 15 * MINUTE;
const LOOK_EVERY = 60 * MINUTE;

/**
 * Fetches range files when they are due: checked every hour, and soon after one was missed. Never while a request
 * waits.
 */
export class RangeRefresh {
  readonly #hourly: NodeJS.Timeout;
  #catchUp: NodeJS.Timeout | undefined;
  #mayCatchUpAt = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly options: RefreshOptions) {
    this.#hourly = setInterval(() => void this.now(), LOOK_EVERY).unref();
  }

  /** A copy was missing or too old: it is fetched soon, but not again and again. */
  needed(): void {
    const time = performance.now();
    if (this.#catchUp !== undefined || time < this.#mayCatchUpAt) return;
    this.#mayCatchUpAt = time + CATCH_UP_EVERY;
    this.#catchUp = setTimeout(() => {
      this.#catchUp = undefined;
      void this.now();
    }, this.options.catchUpMs ?? CATCH_UP).unref();
  }

  /** Fetches the files that are due; waits for a run in progress. */
  now(): Promise<void> {
    const { ranges, wanted, logError } = this.options;
    const work = this.#running.then(async () => {
      const urls = await wanted();
      if (urls.length > 0) await ranges.refresh(urls);
    });
    this.#running = work.catch((error: unknown) => logError(error, 'published address ranges'));
    return this.#running;
  }

  /** Stops fetching; a run in progress ends at once, and its results so far are stored. */
  async close(): Promise<void> {
    clearInterval(this.#hourly);
    clearTimeout(this.#catchUp);
    this.options.ranges.close();
    await this.#running;
  }
}

/** Maximum length of a range file, and maximum number of its networks. */
export const MAX_RANGE_BYTES = 262_144;
const MAX_PREFIXES = 5000;
/** No crawler owns a larger part of the internet: a shorter prefix is a mistake that would verify every client. */
const MIN_BITS = { ipv4: 8, ipv6: 16 };

/**
 * Reads an operator's list of address ranges: `{"prefixes": [{"ipv4Prefix": …}, {"ipv6Prefix": …}]}`, or a plain
 * list of networks. An address without a length is a network of one.
 * @param text JSON
 * @returns networks in CIDR form; undefined when it isn't a range file
 */
export function readRangeFile(text: string): readonly string[] | undefined {
  const networks = written(parseJson(text)).filter(isRange);
  return networks.length === 0 ? undefined : networks.slice(0, MAX_PREFIXES);
}

function isRange(text: string): boolean {
  const network = readNetwork(text);
  return network !== undefined && network.bits >= MIN_BITS[network.family];
}

function written(content: unknown): readonly string[] {
  const list = Array.isArray(content) ? content : (content as { prefixes?: unknown } | null)?.prefixes;
  if (!Array.isArray(list)) return [];
  return list.flatMap((row: unknown) => {
    if (typeof row === 'string') return [row];
    const { ipv4Prefix, ipv6Prefix } = (row ?? {}) as { ipv4Prefix?: unknown; ipv6Prefix?: unknown };
    return [ipv4Prefix, ipv6Prefix].filter((one) => typeof one === 'string');
  });
}

const NAME = 'verifier_ranges';

/** Keeps copies of range files in the database. */
export function databaseRanges({ db }: Pick<Storage, 'db'>): RangeStore {
  return {
    async load() {
      const stored = (await readOption(db, NAME))?.value;
      return Array.isArray(stored) ? (stored as readonly RangeCopy[]) : [];
    },
    save: (copies) => writeOption(db, NAME, copies),
  };
}
