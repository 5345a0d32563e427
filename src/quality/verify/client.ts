import PQueue from 'p-queue';
import { isParsableUrl } from '../../core/parsable-url.js';
import { Answer, type Failure, type FetchPort, type FetchRequest } from './answer.js';

const MEGABYTE = 1024 * 1024;
const MAX_REDIRECTS = 5;

/** Maximum number of concurrent requests. */
export const CONCURRENCY = 8;

/** The options of a request. */
export interface VisitOptions {
  readonly method?: FetchRequest['method'];
  /** By default any type. */
  readonly accept?: string;
  /** By default `identity`: the bytes that were signed. */
  readonly encoding?: string;
  /** By default that of this program. */
  readonly userAgent?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a `POST` sends. */
  readonly body?: string;
  /** False: a redirect is the answer. */
  readonly follow?: boolean;
  /** True: up to 50 MB are read, of which 5 MB are kept. */
  readonly isBig?: boolean;
}

/** A redirect before an answer. */
interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

/** The result of a request. */
export interface Visit {
  /** The request address. */
  readonly asked: string;
  /** The address that answered, or failed. */
  readonly url: string;
  readonly options: VisitOptions;
  readonly redirects: readonly Redirect[];
  readonly answer: Answer | undefined;
  readonly failure: Failure | undefined;
  /** Unix seconds of the answer. */
  readonly at: number;
}

interface ClientOptions {
  readonly send: FetchPort;
  readonly userAgent: string;
  readonly timeoutMs: number;
  /** Unix seconds. */
  now(): number;
}

/** Sends requests: each only once, a few at a time, without cookies. */
export class Client {
  readonly #queue = new PQueue({ concurrency: CONCURRENCY });
  readonly #known = new Map<string, Promise<Visit>>();
  readonly #visits: Visit[] = [];
  #requests = 0;

  constructor(private readonly options: ClientOptions) {}

  get requests(): number {
    return this.#requests;
  }

  /** Every visit so far, in the order of their addresses. */
  get visits(): readonly Visit[] {
    return [...this.#visits].sort((a, b) => (a.asked < b.asked ? -1 : a.asked > b.asked ? 1 : 0));
  }

  /** Requests an address and follows redirects; a repeated request returns the first result. */
  visit(url: string, options: VisitOptions = {}): Promise<Visit> {
    const key = JSON.stringify([url.split('#', 1)[0], options]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const visit = this.#queue.add(() => this.#go(url, options));
    this.#known.set(key, visit);
    return visit;
  }

  /** Like `visit`, but always sends a new request. */
  async visitAgain(url: string): Promise<Visit> {
    return this.#queue.add(() => this.#go(url, {}));
  }

  async #go(asked: string, options: VisitOptions): Promise<Visit> {
    const redirects: Redirect[] = [];
    const seen = (url: string, end: { answer?: Answer; failure?: Failure }): Visit => {
      const at = this.options.now();
      const { answer, failure } = end;
      const visit = { asked, url, options, redirects, answer, failure, at };
      this.#visits.push(visit);
      return visit;
    };
    let url = asked;
    for (;;) {
      const end = await this.#send(url, options);
      const to = options.follow === false ? undefined : targetOf(url, end.answer);
      if (to === undefined || end.answer === undefined) return seen(url, end);
      redirects.push({ from: url, to, status: end.answer.status });
      if (redirects.length > MAX_REDIRECTS) return seen(url, { failure: tooMany });
      url = to;
    }
  }

  async #send(url: string, options: VisitOptions): Promise<{ answer?: Answer; failure?: Failure }> {
    const { method = 'GET', accept = '*/*', encoding = 'identity', headers = {}, isBig = false } = options;
    const { send, timeoutMs, userAgent } = this.options;
    this.#requests += 1;
    const { answer, failure } = await send({
      method,
      url,
      ...(options.body !== undefined && { body: options.body }),
      headers: {
        'User-Agent': options.userAgent ?? userAgent,
        Accept: accept,
        'Accept-Encoding': encoding,
        ...headers,
      },
      timeoutMs: isBig ? 6 * timeoutMs : timeoutMs,
      keepBytes: 5 * MEGABYTE,
      maxBytes: (isBig ? 50 : 5) * MEGABYTE,
    });
    return failure === undefined ? { answer: new Answer(answer) } : { failure };
  }
}

const tooMany: Failure = { kind: 'redirects', message: `more than ${MAX_REDIRECTS} redirects` };

/** The target of a redirect; undefined for any other answer. */
function targetOf(url: string, answer: Answer | undefined): string | undefined {
  if (answer === undefined || ![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  const location = answer.header('location');
  if (location === undefined || !isParsableUrl(location, url)) return undefined;
  const target = new URL(location, url);
  return /^https?:$/.test(target.protocol) ? target.href : undefined;
}
