import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Router } from 'express';
import { answerPreflight } from '../preflight.js';
import type { Services } from '../services.js';
import { registerEndpoint } from './register.js';
import { revokeEndpoint } from './revoke.js';
import { tokenEndpoint } from './token.js';

/** A request to one of the endpoints. */
export interface OauthCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Client address, as reported by trusted proxies. */
  readonly address: string;
}

/** Answers a `POST`. */
export type OauthEndpoint = (call: OauthCall, services: Services) => Promise<void>;

/**
 * Creates the authorization server's endpoints for programs, below `{admin_api}/oauth`: open to everyone and without
 * cookies. When the MCP server is off, and for other methods, the request passes to the next handler, as if the route
 * didn't exist.
 * @see spec sections 4.1 and 7
 */
export function oauthRouter(services: Services): Router {
  const router = express.Router();
  const endpoints = new Map<string, OauthEndpoint>([
    ['/register', registerEndpoint(services.storage)],
    ['/token', tokenEndpoint],
    ['/revoke', revokeEndpoint],
  ]);
  // A single handler instead of one route each: with routes, Express answers OPTIONS by itself.
  router.use(async (request, response, next) => {
    const { method, path } = request;
    const answer = endpoints.get(path.replace(/\/$/, ''));
    const isKnown = answer !== undefined && (method === 'POST' || method === 'OPTIONS');
    if (!isKnown || !(await services.site.settings()).enable_mcp_server) next();
    else if (method === 'OPTIONS') answerPreflight(response);
    else await answer({ request, response, address: services.addressOf(request) }, services);
  });
  return router;
}
