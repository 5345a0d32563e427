import express, { type Request, type Response, type Router } from 'express';
import { abilitiesHandler } from './abilities/handler.js';
import { adminHandler } from './admin/dispatch.js';
import { adminRoutes } from './admin/table.js';
import { handleAiHit } from './ai-hit.js';
import type { Mount } from './app.js';
import type { PageCall } from './auth/page.js';
import { authPages, type PageRoute } from './auth/routes.js';
import { giveNonce } from './auth/session-routes.js';
import { queryOf } from './http/request.js';
import { mcpRouter } from './mcp/router.js';
import { oauthRouter } from './oauth/routes.js';
import type { Services } from './services.js';

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
