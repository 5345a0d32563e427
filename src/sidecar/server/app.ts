import { randomUUID } from 'node:crypto';
import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express';
import type { Logger } from 'pino';
import { html } from '../../content/html/template.js';
import type { DatabaseProblem } from '../../storage/unavailable.js';
import { type AdminProblem, databaseAway, problemResponse } from './admin/problem.js';
import { sendPage } from './auth/page.js';
import { logFailure } from './log.js';

/** A part of the application and the path below which it answers. */
export interface Mount {
  /** With leading slash, below the base address. */
  readonly path: string;
  readonly router: Router;
}

interface AppOptions {
  /** Path of the site's address, without trailing slash. */
  readonly basePath: string;
  readonly restPrefix: string;
  /** Parts in the order in which they are tried. */
  readonly routers?: readonly Mount[];
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Returns true when requests can be answered. */
  isReady(): boolean;
  /** Returns why the database can't be used; absent without a database. */
  databaseProblem?(): DatabaseProblem | undefined;
  /** Returns the name of a folder that lacks files of the last build; absent if this can't happen. */
  missingFolder?(): string | undefined;
  /** Returns true when the last build failed, so that the content of an earlier one is served. */
  isBehind?(): boolean;
  readonly log: Logger;
}

/**
 * Creates the application behind the public handler; it answers everything except public documents. Routes:
 * `/svc/health/live` and `/svc/health/ready` (open to everyone), then the given parts, then 404.
 */
export function createApp(options: AppOptions): Express {
  const { basePath, restPrefix, routers = [], trustedProxies } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', trustedProxies.length === 0 ? false : [...trustedProxies]);
  app.use(requestLog(options.log));
  app.use(`${basePath}/svc/health`, healthRoutes(options));
  app.use(notReady(options));
  if (routers.length === 0) app.use(withoutDatabase(options));
  for (const { path, router } of routers) app.use(basePath + path, router);
  app.use(`${basePath}/${restPrefix}`, noRoute);
  app.use(warnOutside(options));
  app.use(notFound);
  app.use(failure(options.log));
  return app;
}

/** `live`: the process responds. `ready`: there is content to serve, its files exist, and the database is usable. */
function healthRoutes(options: AppOptions): Router {
  const router = express.Router();
  const answer = (response: Response, status: number, body: { readonly status: string }) =>
    response.status(status).set('Cache-Control', 'no-store').type('application/json').send(body);
  router.get('/live', (_, response) => void answer(response, 200, { status: 'ok' }));
  router.get('/ready', (_, response) => {
    const problem = readinessProblem(options);
    // The content of an earlier build can still be served, but monitoring should see the failure.
    const build = options.isBehind?.() && { build: 'The last build failed. The log says why.' };
    if (problem === undefined) answer(response, 200, { status: 'ok', ...build });
    else answer(response.set('Retry-After', '1'), 503, problem);
  });
  return router;
}

function readinessProblem({ isReady, databaseProblem, missingFolder }: AppOptions) {
  const database = databaseProblem?.();
  const about = database && { database: database.told, fix: database.fix };
  if (!isReady()) return { status: 'starting', ...about };
  if (about !== undefined) return { status: 'database unavailable', ...about };
  const folder = missingFolder?.();
  return folder === undefined ? undefined : { status: 'files missing', ...filesMissing(folder) };
}

/** Describes a folder that lacks files of the last build. */
function filesMissing(folder: string) {
  const fix = 'Put the folder back, or restart the server, which then builds it again.';
  return { files: `The folder "${folder}" or the files of the last build in it were removed.`, fix };
}

/** Answers for a server that started without its database and therefore has no other routes yet. */
function withoutDatabase({ databaseProblem }: AppOptions) {
  return function answerWithoutDatabase(request: Request, response: Response, next: NextFunction): void {
    const problem = databaseProblem?.();
    if (problem === undefined) next();
    else sendProblem(request, response, databaseAway(problem));
  };
}

/** Answers 503 until the first build has finished. */
function notReady({ isReady }: AppOptions) {
  return function answerNotReady(_: Request, response: Response, next: NextFunction): void {
    if (isReady()) next();
    else
      response
        .status(503)
        .set({ 'Retry-After': '1', 'Cache-Control': 'no-store' })
        .type('text')
        .send('Not ready\n');
  };
}

/** Logs requests without their query, which may contain tokens. */
function requestLog(log: Logger) {
  return function logRequest(request: Request, response: Response, next: NextFunction): void {
    const id = randomUUID();
    const began = performance.now();
    response.setHeader('X-Request-Id', id);
    response.once('finish', () => {
      const { method, ip } = request;
      const path = request.originalUrl.split('?', 1)[0];
      const ms = Math.round(performance.now() - began);
      log.info({ id, method, path, status: response.statusCode, ms, client: ip }, 'request');
    });
    next();
  };
}

/** Warns once of requests that lack the folder of the site's address: a proxy in front may cut it off. */
function warnOutside({ basePath, log }: AppOptions) {
  let isWarned = basePath === '';
  return function checkAddress({ path }: Request, _: Response, next: NextFunction): void {
    if (!isWarned && !`${path}/`.startsWith(`${basePath}/`)) {
      isWarned = true;
      const fix = `If a proxy in front cuts off ${basePath}, let it pass on the whole address (nginx: no path after the port in proxy_pass).`;
      log.warn({ path, fix }, `a request is outside of ${basePath}/, where this site is`);
    }
    next();
  };
}

function noRoute(_: Request, response: Response): void {
  sendError(response, 404, 'rest_no_route', 'No route was found matching the URL and request method.');
}

function notFound(_: Request, response: Response): void {
  response.status(404).set({ 'Cache-Control': 'no-store, max-age=0', 'X-Content-Type-Options': 'nosniff' });
  response.type('text/plain').send('Not found\n');
}

/** Logs unexpected errors without revealing their details. */
function failure(log: Logger) {
  return function answerFailure(
    error: unknown,
    request: Request,
    response: Response,
    next: NextFunction,
  ): void {
    logFailure(log, error, { id: response.getHeader('X-Request-Id') }, 'request failed');
    if (response.headersSent) next(error);
    else sendProblem(request, response, problemResponse(error));
  };
}

/** Sends HTML to browsers and JSON to programs. */
function sendProblem(request: Request, response: Response, problem: AdminProblem): void {
  const { status, code, message, headers } = problem;
  if (request.accepts('json', 'html') !== 'html') {
    sendError(response.set(headers), status, code, message);
    return;
  }
  const title = status === 503 ? 'Not available at the moment' : 'Something went wrong';
  sendPage(response, { title, body: html`<p>${message}</p>` }, { status, headers });
}

function sendError(response: Response, status: number, code: string, message: string): void {
  response
    .status(status)
    .set({ 'Cache-Control': 'no-store, max-age=0', 'X-Content-Type-Options': 'nosniff' });
  response.json({ code, message, data: { status } });
}
