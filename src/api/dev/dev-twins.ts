import { errorMessage } from '../../core/errors.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { prefersMarkdown } from '../../sidecar/server/public/variant.js';

/** A request to a development server for a document of this program. */
export interface DevRequest {
  /** Where the server listens, without a slash at the end. */
  readonly origin: string;
  /** Path of the document. */
  readonly path: string;
  /** Paths that the page of a twin may have; empty for a document about the whole site. */
  readonly pages: readonly string[];
}

/** Returns the text of a document; undefined where there is none. */
export type DevDocuments = (request: DevRequest) => Promise<string | undefined>;

/** The part of Node's request that a handler reads; projects may lack the types of Node. */
export interface DevMessage {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: {
    readonly accept?: string | undefined;
    readonly 'x-forwarded-host'?: string | string[] | undefined;
  };
  readonly socket: { readonly localAddress?: string | undefined; readonly localPort?: number | undefined };
}

interface OutgoingResponse {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  end(text?: string): unknown;
}

/** Documents about the whole site to which twins lead, as a pattern of their paths below the base. */
export const SITE_DOCUMENTS = 'llms\\.txt|llms-full\\.txt|\\.well-known/discovery\\.json';
const IS_SITE_DOCUMENT = new RegExp(`/(?:${SITE_DOCUMENTS})$`);

const TYPES: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.json': 'application/json',
};

/** A handler of a development server. */
export type DevHandler = (request: DevMessage, response: OutgoingResponse, next: () => void) => void;

/**
 * Answers requests for twins, `llms.txt`, `llms-full.txt` and the discovery document in a development server, and hands on
 * all others.
 * @param originOf where the server of the pages listens; by default where the request arrived
 */
export function devTwins(
  documents: DevDocuments,
  fail: (line: string) => void,
  originOf: (request: DevMessage) => string = arrivedAt,
): DevHandler {
  return (request, response, next) => {
    const asked = requestOf(request, originOf(request));
    if (asked === undefined) return next();
    documents(asked)
      .then((text) => {
        if (text === undefined) return next();
        const type = TYPES[asked.path.slice(asked.path.lastIndexOf('.'))];
        response.writeHead(200, {
          'content-type': `${type}; charset=utf-8`,
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
          vary: 'Accept',
        });
        response.end(request.method === 'HEAD' ? undefined : text);
      })
      .catch((error: unknown) => {
        fail(`${asked.path}: ${errorMessage(error)}`);
        next();
      });
  };
}

function arrivedAt({ socket }: DevMessage): string {
  const host = `${socket.localAddress ?? ''}`.replace(/^::ffff:/, '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${socket.localPort}`;
}

function requestOf(request: DevMessage, origin: string): DevRequest | undefined {
  const { method, headers } = request;
  // Vite's plugins change `url`.
  const { originalUrl = request.url ?? '/' } = request as { readonly originalUrl?: string };
  // A query is that of an import: the server answers with a module.
  if ((method !== 'GET' && method !== 'HEAD') || originalUrl.includes('?')) return undefined;
  // No page has such an address, and Eleventy's server never answers it.
  if (!isParsableUrl(originalUrl, origin) || /%(?:2e|2f|5c)/i.test(originalUrl)) return undefined;
  const { pathname: path, origin: target } = new URL(originalUrl, origin);
  if (target !== origin) return undefined;
  if (path.endsWith('.md')) return { origin, path, pages: pagesOf(path) };
  if (IS_SITE_DOCUMENT.test(path)) return { origin, path, pages: [] };
  if (!prefersMarkdown(headers.accept)) return undefined;
  return { origin, path: twinOf(path), pages: [path] };
}

/** `/a.md` is the twin of `/a` or `/a/`. `/a/index.md` is that of the front page if `/a/` is the base. */
function pagesOf(twin: string): readonly string[] {
  const page = twin.slice(0, -'.md'.length);
  if (page === '/index') return ['/'];
  if (page.endsWith('/index')) return [page.replace(/\/index$/, ''), page.replace(/index$/, '')];
  return page.endsWith('.html') ? [page] : [page, `${page}/`];
}

/** The path of a page's twin. */
export function twinOf(page: string): string {
  return page === '/' ? '/index.md' : `${page.replace(/\/$/, '')}.md`;
}
