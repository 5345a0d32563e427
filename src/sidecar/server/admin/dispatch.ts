import type { IncomingMessage, ServerResponse } from 'node:http';
import { can } from '../../accounts/can.js';
import type { Services } from '../services.js';
import { authenticate } from './authenticate.js';
import { readParams } from './params.js';
import { forbidden, noRoute, problemOf } from './problem.js';
import { type ReadRequest, readRequest } from './read-request.js';
import type { AdminRoute, Caller, Guard, Method } from './route.js';
import { sendApi } from './send-api.js';

/** A request with the client's address as reported by trusted proxies. */
export interface AdminCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Path below `{admin_api}`. */
  readonly path: string;
  readonly address: string;
}

/** A handler of requests below `{admin_api}`. */
export type AdminHandler = (call: AdminCall) => Promise<void>;

/**
 * Creates the handler of all routes. The order is always the same: existence of the route, its feature for routes that
 * hide, authentication, permission, parameters, and only then the work.
 */
export function adminHandler(routes: readonly AdminRoute[], services: Services): AdminHandler {
  const table = new Map(routes.map((route) => [route.path, [] as AdminRoute[]]));
  for (const route of routes) table.get(route.path)?.push(route);
  return async function answerAdminCall(call) {
    try {
      const body = await answer(call, table.get(call.path.replace(/\/$/, '')) ?? [], services);
      sendApi(call, 200, body);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status >= 500) services.logError(error, call.path);
      sendApi(call, problem.status, problem.toBody(), problem.headers);
    }
  };
}

async function answer(
  { request, address }: AdminCall,
  routes: readonly AdminRoute[],
  services: Services,
): Promise<unknown> {
  const method = (request.method === 'HEAD' ? 'GET' : request.method) as Method;
  const route = routes.find(({ methods }) => methods.includes(method));
  if (route === undefined || (await route.when?.(services)) === false) throw noRoute();
  const now = services.now();
  const given = await readRequest(request);
  const caller =
    route.guard === 'public' ? undefined : await authenticate(request, given.params, services, now);
  if (!(await isAllowed(route.guard, caller, given, services))) throw forbidden(caller !== undefined);
  if (given.problem !== undefined) throw given.problem;
  const params = readParams(route.params ?? {}, given.params);
  const userAgent = request.headers['user-agent'] ?? '';
  return route.handle({ caller, params, body: given.body, address, userAgent, now }, services);
}

async function isAllowed(
  guard: Guard,
  caller: Caller | undefined,
  { params }: ReadRequest,
  services: Services,
): Promise<boolean> {
  if (guard === 'public') return true;
  if (caller === undefined) return false;
  if (guard === 'admin') return can(caller.actor, 'manage_options');
  return guard({ caller, given: params }, services);
}
