import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type Response, type Router } from 'express';
import { parseJson, textOf } from '../../core/json.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { abilitiesHandler } from './abilities/handler.js';
import { adminHandler, isOwner } from './admin/dispatch.js';
import { adminRoutes } from './admin/table.js';
import type { Mount } from './app.js';
import { handleConsent, showConsent } from './auth/connect.js';
import { handleConnections, showConnections } from './auth/connections.js';
import type { PageCall } from './auth/page.js';
import {
  giveNonce,
  handleSessions,
  handleSignOut,
  showSessions,
  showSignOut,
} from './auth/session-routes.js';
import { handleFirstAccount, handleSignIn, showSignIn } from './auth/sign-in-routes.js';
import { queryOf, readBody } from './http/request.js';
import { mcpRouter } from './mcp/router.js';
import { oauthRouter } from './oauth/routes.js';
import { showOverview } from './overview/overview.js';
import type { Services } from './services.js';
import { showVerify } from './verify-live/page.js';

/** Returns all parts of the sidecar behind the public handler: its pages, and the admin API. */
export function sidecarMounts(services: Services): readonly Mount[] {
  const { restPrefix } = services.config;
  const api = `/${restPrefix}/svc/v1`;
  return [
    { path: '/svc', router: current(services, pageRouter(authPages, services)) },
    { path: `${api}/mcp`, router: current(services, mcpRouter(services)) },
    { path: `${api}/oauth`, router: current(services, oauthRouter(services)) },
    { path: `${api}/ai-hit`, router: aiHitRouter(services) },
    { path: api, router: current(services, adminRouter(services)) },
    { path: `/${restPrefix}/wp-abilities/v1`, router: current(services, abilitiesRouter(services)) },
  ];
}

/** Ensures read-your-writes: a response reflects everything stored before its request, by any sidecar. */
function current({ site }: Services, inner: Router): Router {
  const router = express.Router();
  router.use((_request, _response, next) => void site.catchUp().then(() => next(), next));
  router.use(inner);
  return router;
}

/** Handles a request of every visit, so it doesn't wait for the settings. */
function aiHitRouter(services: Services): Router {
  const router = express.Router();
  router.post('/', (request, response) => handleAiHit(request, response, services));
  return router;
}

/** Routes pages by path and method; passes other requests on to the next handler. */
function pageRouter(pages: readonly PageRoute[], services: Services): Router {
  const router = express.Router();
  for (const { path, method, handle } of pages) {
    const answer = (request: Request, response: Response) =>
      handle(callOf(request, response, services), services);
    const below = path.slice('/svc'.length);
    if (method === 'GET') router.get(below, answer);
    else router.post(below, answer);
  }
  return router;
}

function adminRouter(services: Services): Router {
  const router = express.Router();
  const answer = adminHandler(adminRoutes, services);
  router.get('/nonce', (request, response) => giveNonce(callOf(request, response, services), services));
  router.use((request, response) => answer({ request, response, path: request.path }));
  return router;
}

function abilitiesRouter(services: Services): Router {
  const router = express.Router();
  const answer = abilitiesHandler(services);
  router.use((request, response) => answer({ request, response, path: request.path }));
  return router;
}

function callOf(request: Request, response: Response, services: Services): PageCall {
  const query = new URLSearchParams(queryOf(request.originalUrl));
  return { request, response, query, address: services.addressOf(request) };
}

/** A page of the sidecar at a path below its base. */
interface PageRoute {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  handle(call: PageCall, services: Services): Promise<void>;
}

/** Sign-in, sign-out, sessions, the connected assistants, and the check of the live site. */
const authPages: readonly PageRoute[] = [
  { path: '/svc/', method: 'GET', handle: showOverview },
  { path: '/svc/login', method: 'GET', handle: showSignIn },
  { path: '/svc/login', method: 'POST', handle: handleSignIn },
  { path: '/svc/first-account', method: 'POST', handle: handleFirstAccount },
  { path: '/svc/logout', method: 'GET', handle: showSignOut },
  { path: '/svc/logout', method: 'POST', handle: handleSignOut },
  { path: '/svc/sessions', method: 'GET', handle: showSessions },
  { path: '/svc/sessions', method: 'POST', handle: handleSessions },
  { path: '/svc/connect', method: 'GET', handle: showConsent },
  { path: '/svc/connect', method: 'POST', handle: handleConsent },
  { path: '/svc/connections', method: 'GET', handle: showConnections },
  { path: '/svc/connections', method: 'POST', handle: handleConnections },
  { path: '/svc/verify', method: 'GET', handle: showVerify },
];

/** Maximum size of a message in bytes. */
const MAX_BYTES = 4096;

/**
 * `POST {admin_api}/ai-hit`: receives the reports of the page script in CDN mode. The response is always 204 without a
 * body, so that it doesn't reveal what was counted.
 */
async function handleAiHit(
  request: IncomingMessage,
  response: ServerResponse,
  services: Services,
): Promise<void> {
  try {
    const body = await readBody(request, MAX_BYTES);
    if (body.kind === 'read') await take(request, body.bytes, services);
  } catch (error) {
    services.logError(error, 'counting a visit from an assistant');
  }
  if (!response.destroyed) {
    response.writeHead(204, { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }).end();
  }
}

async function take(request: IncomingMessage, bytes: Buffer, services: Services): Promise<void> {
  const { ctx } = await services.site.documents();
  if (!ctx.served('arrivals-script') || !isOfSite(request, ctx.site.baseUrl)) return;
  const told = readMessage(bytes);
  if (told === undefined || (await isSkipped(request, services))) return;
  const userAgent = request.headers['user-agent'] ?? '';
  await services.referralCounter.take({ ...told, userAgent });
}

/** Checks whether a page of the site sent the report; the script sends none from other origins. */
function isOfSite({ headers: { origin, referer } }: IncomingMessage, baseUrl: string): boolean {
  const from = origin ?? referer ?? '';
  return isParsableUrl(from) && new URL(from).host === new URL(baseUrl).host;
}

function readMessage(bytes: Buffer) {
  const told = parseJson(bytes);
  if (typeof told !== 'object' || told === null) return undefined;
  const { ref, utm, path } = told as Readonly<Record<string, unknown>>;
  return typeof path === 'string' ? { referrer: textOf(ref), utm: textOf(utm), path } : undefined;
}

/** Checks whether the owner sent the request: the owner's own views aren't visits, unless a plugin counts them. */
async function isSkipped(request: IncomingMessage, { storage, hooks, now }: Services): Promise<boolean> {
  return (await isOwner(request, storage, now())) && hooks.apply('svc_activity_skip_self', true);
}
