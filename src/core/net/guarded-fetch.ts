import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isParsableUrl } from '../parsable-url.js';
import { networks } from './address.js';
import { FetchError } from './fetch-error.js';
import { acceptsType } from './media-type.js';
import { checkTarget, type ResolveHost, resolveBySystem, type Target, type TargetRules } from './target.js';

/** The guard's options for a process. */
export interface GuardOptions {
  /** Resolves names; by default the system does. */
  readonly resolve?: ResolveHost;
  /**
   * Internal networks in CIDR form that requests may go to, by http and at any port: for sites whose
   * counterparts are in the own network, and for tests. No other internal address is ever let through.
   */
  readonly allowPrivate?: readonly string[];
  readonly userAgent?: string;
}

/** Limits of one request. */
export interface FetchOptions {
  readonly method?: 'GET' | 'HEAD';
  /** Content, decompressed; by default 1 MiB. */
  readonly maxBytes?: number;
  /** For everything together: names, connections, redirects, content; by default 10 s. */
  readonly timeoutMs?: number;
  /** By default 2. */
  readonly maxRedirects?: number;
  /** Accepted media types of a 2xx answer: `application/json`, `image/*`, `application/*+json`. */
  readonly accept?: readonly string[];
  /** By default http is accepted too. */
  readonly httpsOnly?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** An answer, whatever its status. */
export interface Fetched {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/** Fetches an address that comes from outside. @throws FetchError */
export type GuardedFetch = (url: string, options?: FetchOptions) => Promise<Fetched>;

const MEGABYTE = 1024 * 1024;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Makes a fetch that can't be turned against the own network: the name is resolved here, every address of it has to
 * be public, and the connection goes to the addresses that were checked, so a second answer of the name server
 * changes nothing. Every redirect is checked again. No cookies or credentials are sent.
 */
export function guardedFetch(guard: GuardOptions = {}): GuardedFetch {
  const { resolve = resolveBySystem, allowPrivate = [], userAgent = 'svc' } = guard;
  const allowed = networks(allowPrivate);
  return async function fetchGuarded(url, options = {}) {
    const { timeoutMs = 10_000, httpsOnly = false } = options;
    const time = limitedTime(url, timeoutMs, options.signal);
    try {
      const rules = { resolve, httpsOnly, allowed };
      return await time.within(follow(url, { ...options, userAgent, rules, signal: time.signal }));
    } finally {
      time.end();
    }
  };
}

interface Hop extends Omit<FetchOptions, 'signal'> {
  readonly userAgent: string;
  readonly rules: TargetRules;
  readonly signal: AbortSignal;
}

async function follow(asked: string, hop: Hop): Promise<Fetched> {
  const { maxRedirects = 2, rules } = hop;
  let next = asked;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const target = await checkTarget(next, rules);
    const answer = await send(target, hop);
    const to = redirectOf(answer, target.url);
    if (to === undefined) return finish(answer, target.url.href, hop);
    answer.destroy();
    if (target.url.protocol === 'https:' && /^http:/i.test(to)) {
      throw new FetchError('scheme', `${target.url.origin} redirects from https to http`);
    }
    next = to;
  }
  throw new FetchError('redirects', `${new URL(asked).origin} redirects more than ${maxRedirects} times`);
}

function redirectOf(
  { statusCode = 0, headers: { location } }: IncomingMessage,
  from: URL,
): string | undefined {
  if (!REDIRECTS.includes(statusCode) || location === undefined) return undefined;
  if (!isParsableUrl(location, from.href))
    throw new FetchError('bad-url', `${from.origin} redirects without a valid address`);
  return new URL(location, from).href;
}

/** Connects to the checked addresses without another name lookup. A connection is used once. */
function send({ url, addresses }: Target, hop: Hop): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, userAgent, accept, signal } = hop;
  return new Promise((resolve, reject) => {
    const options = {
      method,
      agent: false,
      signal,
      lookup: lookupOf(addresses),
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: {
        'User-Agent': userAgent,
        Accept: accept?.join(', ') ?? '*/*',
        'Accept-Encoding': ACCEPT_ENCODING,
        ...headers,
      },
    };
    const sent = url.protocol === 'https:' ? https.request(url, options) : http.request(url, options);
    sent.once('response', (answer) => {
      // Failures surface at the reader of the content; between two readers there is none.
      answer.on('error', () => undefined);
      resolve(answer);
    });
    sent.once('upgrade', (_, socket) => socket.destroy());
    // Failures after the answer has begun surface at its reader too.
    sent.on('error', (cause) => {
      reject(new FetchError('connection', `${url.origin} can't be reached`, cause));
    });
    sent.end();
  });
}

function lookupOf(addresses: Target['addresses']): LookupFunction {
  const [first] = addresses;
  return (_, { all }, done) => {
    if (all === true) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
}

async function finish(answer: IncomingMessage, url: string, hop: Hop): Promise<Fetched> {
  const { maxBytes = MEGABYTE, accept, method } = hop;
  const status = answer.statusCode ?? 0;
  try {
    if (accept !== undefined && status >= 200 && status < 300) {
      const type = answer.headers['content-type'] ?? '';
      if (!acceptsType(accept, type))
        throw new FetchError('content-type', `${url} is "${type.slice(0, 80)}"`);
    }
    const body = method === 'HEAD' ? Buffer.alloc(0) : await readContent(answer, url, maxBytes);
    return { status, headers: plainHeaders(answer), body, url };
  } finally {
    answer.destroy();
  }
}

function plainHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value ?? '')] as const);
  return Object.fromEntries(pairs);
}

interface LimitedTime {
  readonly signal: AbortSignal;
  /** The result of some work, or a failure as soon as the time is over. */
  within<T>(work: Promise<T>): Promise<T>;
  end(): void;
}

/** Name lookups share the same time limit, though a running lookup can't be stopped. */
function limitedTime(url: string, timeoutMs: number, signal: AbortSignal | undefined): LimitedTime {
  const control = new AbortController();
  let giveUp = (_: FetchError): void => undefined;
  const over = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const stop = (error: FetchError): void => {
    giveUp(error);
    control.abort();
  };
  const timer = setTimeout(() => {
    stop(new FetchError('timeout', `no complete response of ${shown(url)} within ${timeoutMs / 1000} s`));
  }, timeoutMs);
  const abort = () => stop(new FetchError('aborted', `${shown(url)} isn't requested any more`));
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();
  return {
    signal: control.signal,
    within: (work) => Promise.race([work, over]),
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

function shown(url: string): string {
  return isParsableUrl(url) ? new URL(url).origin : 'an address';
}

/** Content codings that requests accept. */
const ACCEPT_ENCODING = 'gzip, br, deflate';

/**
 * Reads the content of an answer, decompressed; never holds more than the allowed size.
 * @throws FetchError `too-big` as soon as the limit is passed, `encoding`, `connection`
 */
async function readContent(answer: IncomingMessage, url: string, maxBytes: number): Promise<Buffer> {
  const announced = Number(answer.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw tooBig(url, maxBytes);
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of decoded(answer, url) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) throw tooBig(url, maxBytes);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    const isCoding = (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true;
    if (isCoding) throw new FetchError('encoding', `the response of ${url} can't be decompressed`, error);
    throw new FetchError('connection', `the response of ${url} ended early`, error);
  }
  return Buffer.concat(pieces);
}

/** Failures of the connection reach the reader through the decompressor. */
function decoded(answer: IncomingMessage, url: string): Readable {
  const coding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const ignore = (): void => undefined;
  switch (coding) {
    case '':
    case 'identity':
      return answer;
    case 'gzip':
    case 'x-gzip':
      return pipeline(answer, createGunzip(), ignore);
    case 'br':
      return pipeline(answer, createBrotliDecompress(), ignore);
    case 'deflate':
      return pipeline(answer, createInflate(), ignore);
    default:
      throw new FetchError('encoding', `${url} responds in the unknown encoding "${coding.slice(0, 40)}"`);
  }
}

function tooBig(url: string, maxBytes: number): FetchError {
  return new FetchError('too-big', `the response of ${url} is larger than ${maxBytes} bytes`);
}
