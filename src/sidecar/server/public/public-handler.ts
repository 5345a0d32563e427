import type { IncomingMessage, ServerResponse } from 'node:http';
import { basePathOf } from '../../../core/paths.js';
import { NOT_FOUND_HEADERS, PREFLIGHT_HEADERS } from '../../../documents/headers.js';
import { type ClientGuard, type GuardOutcome, SERVED } from '../../../insights/activity/guard/guard.js';
import { type Answer, emptyAnswer, sendAnswer, textAnswer } from './answer.js';
import type { PublicSite, Snapshot } from './public-site.js';
import { isOfApplication, type ParsedRequest, resolve } from './resolve.js';
import { isOfReadApi } from './rest/list.js';
import { type ParsedTarget, readTarget } from './target.js';
import { type Variant, variantFor } from './variant.js';

/** Answers a request; returns false when another handler has to. */
export type PublicHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | Promise<boolean>;

interface PublicHandlerOptions {
  readonly site: PublicSite;
  /** Unix seconds. */
  now(): number;
  /** Returns the address of a file that exists only elsewhere, to redirect to it. */
  elsewhere?(pathname: string): string | undefined;
  /** Refuses guarded documents to clients; without a guard, all clients get everything. */
  readonly guard?: ClientGuard;
  /**
   * Called for every answer to `GET` and `HEAD` when it is sent, except for refusals by rules alone.
   * @param answer the requested answer, even if something else was sent
   */
  onAnswer?(request: IncomingMessage, answer: Answer, outcome: GuardOutcome): void;
}

const PREFLIGHT = emptyAnswer(204, PREFLIGHT_HEADERS);
const REFUSED: Readonly<Record<number, Answer>> = {
  400: textAnswer(400, 'Bad request\n', { 'Cache-Control': 'no-store, max-age=0' }),
  404: textAnswer(404, 'Not found\n', NOT_FOUND_HEADERS),
  414: textAnswer(414, 'URI too long\n', { 'Cache-Control': 'no-store, max-age=0', Connection: 'close' }),
};
/** For refused clients. */
const FORBIDDEN = textAnswer(403, '403 Forbidden\n', {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
});
const NOT_ALLOWED = emptyAnswer(405, { Allow: 'GET, HEAD', 'Content-Length': '0' });

/**
 * Creates the handler of the public documents, built from the table alone. Conditions are evaluated for each request
 * with the current settings. Cached answers are sent without further work.
 */
export function createPublicHandler(options: PublicHandlerOptions): PublicHandler {
  const handler = new Handler(options);
  return (request, response) => handler.answer(request, response);
}

class Handler {
  constructor(private readonly options: PublicHandlerOptions) {}

  answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
    const snapshot = this.options.site.current();
    if (snapshot === undefined) return false;
    if (snapshot instanceof Promise) return this.#later(snapshot, request, response);
    if (isRead(request)) {
      const key = variantOf(snapshot, request) + request.url;
      const answer = snapshot.answers.get(key, this.options.now());
      if (answer !== undefined) return this.#deliver(snapshot, request, response, answer);
    }
    return this.#slowly(snapshot, request, response);
  }

  async #later(
    coming: Promise<Snapshot | undefined>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const snapshot = await coming;
    return snapshot !== undefined && this.#slowly(snapshot, request, response);
  }

  async #slowly(snapshot: Snapshot, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { ctx } = snapshot.documents;
    const basePath = basePathOf(ctx.site.baseUrl);
    const asked = readTarget(request.url ?? '/', basePath);
    if (asked.kind === 'refused') return sent(request, response, REFUSED[asked.status] as Answer);
    if (asked.kind === 'base')
      return sent(request, response, toFrontPage(request.method, basePath, asked.query));
    const parsed = this.#parse(snapshot, asked, request);
    if (parsed === undefined) return false;
    const { path } = parsed.target;
    if (!isRead(request)) {
      const other = withoutReading(snapshot, request, path);
      return other !== undefined && sent(request, response, other);
    }
    const answer = await this.#answerTo(snapshot, parsed, basePath);
    if (answer === undefined) return false;
    const target = answer.status === 404 ? this.options.elsewhere?.(parsed.target.raw) : undefined;
    if (target !== undefined) return sent(request, response, redirect(target));
    return this.#deliver(snapshot, request, response, answer);
  }

  /** Sends the requested answer, unless the guard refuses the client. */
  #deliver(
    snapshot: Snapshot,
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
  ): true | Promise<true> {
    const { guard } = this.options;
    if (guard === undefined || answer.isGuarded !== true)
      return this.#finish(request, response, answer, SERVED);
    const outcome = guard.check(request, snapshot.documents.ctx.settings);
    if (!(outcome instanceof Promise)) return this.#finish(request, response, answer, outcome);
    return outcome.then((decided) => this.#finish(request, response, answer, decided));
  }

  #finish(request: IncomingMessage, response: ServerResponse, answer: Answer, outcome: GuardOutcome): true {
    const { refusal, finding } = outcome;
    sendAnswer(request, response, refusal === undefined ? answer : FORBIDDEN);
    // Refusals by the owner's rules aren't recorded; proven impostors are.
    if (refusal === undefined || finding?.verdict === 2) this.options.onAnswer?.(request, answer, outcome);
    return true;
  }

  #parse(
    { documents: { ctx } }: Snapshot,
    asked: Extract<ParsedTarget, { kind: 'inside' | 'outside' }>,
    request: IncomingMessage,
  ): ParsedRequest | undefined {
    const variant = variantFor(request, ctx.settings);
    if (asked.kind === 'inside')
      return { target: asked, variant, now: this.options.now(), isElsewhere: false };
    // A site below the root of its host also answers what clients look for at the root only.
    const root = readTarget(asked.raw, '');
    if (root.kind !== 'inside' || !root.path.startsWith('/.well-known/')) return undefined;
    return { target: { ...root, query: asked.query }, variant, now: this.options.now(), isElsewhere: true };
  }

  /** Concurrent requests for the same answer share one computation. */
  async #answerTo(snapshot: Snapshot, parsed: ParsedRequest, basePath: string): Promise<Answer | undefined> {
    const { target, variant, isElsewhere } = parsed;
    if (target.query !== '' && isAsked(snapshot, target.path)) {
      return (await resolve(snapshot, parsed))?.answer;
    }
    const { pending } = snapshot;
    const address = isElsewhere ? target.path : basePath + target.path;
    // In the form of a request, so that no other address matches: a name may contain a question mark.
    const key = letterOf(variant) + address.replace(/[?#%]/g, encodeURIComponent);
    const known = snapshot.answers.get(key, parsed.now) ?? pending.get(key);
    if (known !== undefined) return known;
    const work = resolve(snapshot, parsed).then((made) => {
      if (made?.held === true) snapshot.answers.set(key, made.answer, made);
      return made?.answer;
    });
    pending.set(key, work);
    try {
      return await work;
    } finally {
      pending.delete(key);
    }
  }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Returns the answer to a request with another method than GET and HEAD; undefined where the application answers. */
function withoutReading(
  { routes, documents: { ctx } }: Snapshot,
  { method }: IncomingMessage,
  path: string,
): Answer | undefined {
  if (method === 'OPTIONS') {
    if (routes.answersPreflight(path) || isOfReadApi(path, ctx)) return PREFLIGHT;
    if (routes.isMissing(path)) return REFUSED[404] as Answer;
  }
  return isOfApplication(path, ctx.restPrefix) ? undefined : NOT_ALLOWED;
}

/** Checks for an address whose answer depends on its query. */
function isAsked({ documents: { ctx } }: Snapshot, path: string): boolean {
  return path === '/svc-changes.json' || path.startsWith(`/${ctx.readPrefix}/content/`);
}

/** Returns the key prefix of a variant. No request address contains a space, so prefixes can't be forged. */
function letterOf(variant: Variant): string {
  return variant === 'page' ? '' : `${variant} `;
}

function variantOf({ documents: { ctx } }: Snapshot, request: IncomingMessage): string {
  return letterOf(variantFor(request, ctx.settings));
}

function sent(request: IncomingMessage, response: ServerResponse, answer: Answer): true {
  sendAnswer(request, response, answer);
  return true;
}

/** Redirects to the home page of a site in a folder when the slash is missing. */
function toFrontPage(method: string | undefined, basePath: string, query: string): Answer {
  if (method !== 'GET' && method !== 'HEAD') return NOT_ALLOWED;
  return redirect(`${basePath}/${query === '' ? '' : `?${query}`}`, 301);
}

function redirect(location: string, status = 302): Answer {
  const Location = location.replace(/[^\x21-\x7e]/g, (char) => encodeURIComponent(char));
  return emptyAnswer(status, { Location, 'Content-Length': '0' });
}
