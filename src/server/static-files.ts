import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Settings } from '../config/settings.js';
import { type Headers, surfaceHeaders } from '../surfaces/headers.js';
import { surfaces } from '../surfaces/table.js';
import { contentTypeOf } from './content-types.js';
import { type Found, findFile } from './find-file.js';

export interface StaticFilesOptions {
  /** Folders, absolute; the first that has a file gives it. */
  readonly roots: readonly string[];
  readonly settings: Pick<Settings, 'bypass_shared_cache'>;
  readonly restPrefix: string;
  /** Where a file may be found that is not here; it is redirected to. */
  elsewhere?(pathname: string): string | undefined;
}

/** Answers a request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves the files of a build: documents of the surfaces with their headers, pages, and whatever else is there.
 * Missing pages are 404 with the site's own page for that.
 */
export function staticFiles(options: StaticFilesOptions): RequestHandler {
  const headersOf = surfaceHeaderRules(options);
  return function serveStaticFile(request, response) {
    const { method = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': '0' }).end();
      return;
    }
    const [pathname = '/', query = ''] = splitUrl(request.url ?? '/');
    const found = findFile(options.roots, pathname);
    if (found.kind === 'folder') redirect(response, `${pathname}/${query}`, 301);
    else if (found.kind === 'file') send(response, method, 200, found, headersOf(pathname, found.file));
    else {
      const elsewhere = options.elsewhere?.(pathname);
      if (elsewhere === undefined) sendMissing(response, method, options);
      else redirect(response, elsewhere, 302);
    }
  };
}

function splitUrl(url: string): readonly [pathname: string, query: string] {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split('#', 1)[0] || '/';
  const mark = path.indexOf('?');
  return mark === -1 ? [path, ''] : [path.slice(0, mark) || '/', path.slice(mark)];
}

function redirect(response: ServerResponse, location: string, status: 301 | 302): void {
  // Two slashes at the start would name another host.
  const target = location.replace(/^\/{2,}/, '/').replace(/[\s\\]/g, encodeURIComponent);
  response.writeHead(status, { Location: target, 'Content-Length': '0' }).end();
}

function sendMissing(response: ServerResponse, method: string, { roots }: StaticFilesOptions): void {
  const page = findFile(roots, '/404.html');
  if (page.kind === 'file') send(response, method, 404, page, { 'Content-Type': contentTypeOf(page.file) });
  else {
    const text = 'Not found\n';
    const headers = { 'Content-Type': 'text/plain; charset=UTF-8', 'Content-Length': String(text.length) };
    response.writeHead(404, headers).end(method === 'HEAD' ? undefined : text);
  }
}

function send(
  response: ServerResponse,
  method: string,
  status: number,
  { path, size }: Extract<Found, { kind: 'file' }>,
  headers: Headers,
): void {
  response.writeHead(status, {
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    'Content-Length': String(size),
  });
  if (method === 'HEAD') response.end();
  // The other side may go away at any time; there is nobody to tell.
  else pipeline(createReadStream(path), response, () => undefined);
}

/** Finds the headers of a path in the table of surfaces; other files are asked for anew each time. */
function surfaceHeaderRules({
  settings,
  restPrefix,
}: StaticFilesOptions): (path: string, file: string) => Headers {
  const rules = surfaces.flatMap((surface) =>
    [surface.path, ...(surface.aliases ?? [])].map((path) => ({
      pattern: toPattern(path, restPrefix),
      headers: surfaceHeaders(surface, settings),
    })),
  );
  return (path, file) =>
    rules.find(({ pattern }) => pattern.test(path))?.headers ?? {
      'Content-Type': contentTypeOf(file),
      'Cache-Control': 'no-cache',
    };
}

function toPattern(path: string, restPrefix: string): RegExp {
  const parts = path
    .replace('{rest_prefix}', restPrefix)
    .split(/\{[^}]+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}
