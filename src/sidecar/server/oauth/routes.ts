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
  /** Of the client, as trusted proxies tell it. */
  readonly address: string;
}

/** Answers a `POST`. */
export type OauthEndpoint = (call: OauthCall, services: Services) => Promise<void>;

/**
 * The endpoints of the authorization server that programs use, below `{admin_api}/oauth`: open to everybody, and
 * without cookies. While the MCP server is off, and for other methods, the next one answers: there is no such route.
 * @see spec sections 4.1 and 7
 */
export function oauthRouter(services: Services): Router {
  const router = express.Router();
  const endpoints = new Map<string, OauthEndpoint>([
    ['/register', registerEndpoint(services.storage)],
    ['/token', tokenEndpoint],
    ['/revoke', revokeEndpoint],
  ]);
  // Not one route each: with routes the framework answers OPTIONS by itself.
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
