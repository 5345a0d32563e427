import type { IncomingMessage, ServerResponse } from 'node:http';
import { can } from '../../accounts/can.js';
import type { Services } from '../services.js';
import { authenticate } from './authenticate.js';
import { readParams } from './params.js';
import { forbidden, noRoute, problemOf } from './problem.js';
import { readRequest } from './read-request.js';
import { type AdminRoute, type Guard, partsOf } from './route.js';
import { sendApi } from './send-api.js';

/** A request below `{admin_api}`. */
export interface AdminCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Path below `{admin_api}`. */
  readonly path: string;
}

/** A handler of requests below `{admin_api}`. */
export type AdminHandler = (call: AdminCall) => Promise<void>;

/**
 * Creates the handler of all routes. The order is always the same: existence of the route, its feature for routes that
 * hide, authentication, permission, parameters, and only then the work.
 */
export function adminHandler(routes: readonly AdminRoute[], services: Services): AdminHandler {
  const table = new Map(
    routes.flatMap((row) => {
      const { methods, path } = partsOf(row);
      return methods.map((method) => [`${method} ${path}`, row]);
    }),
  );
  return async function answerAdminCall(call) {
    const method = call.request.method === 'HEAD' ? 'GET' : call.request.method;
    try {
      const body = await answer(call, table.get(`${method} ${call.path.replace(/\/$/, '')}`), services);
      sendApi(call, 200, body);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status >= 500) services.logError(error, call.path);
      sendApi(call, problem.status, problem.toBody(), problem.headers);
    }
  };
}

async function answer(
  { request }: AdminCall,
  route: AdminRoute | undefined,
  services: Services,
): Promise<unknown> {
  if (route === undefined || (await route.when?.(services)) === false) throw noRoute();
  const now = services.now();
  const given = await readRequest(request);
  const caller = await authenticate(request, given.params, services, now);
  if (caller === undefined) throw forbidden(false);
  const { guard = isAdmin } = route;
  if (!(await guard({ caller, given: given.params }, services))) throw forbidden(true);
  if (given.problem !== undefined) throw given.problem;
  const params = readParams(route.params ?? {}, given.params);
  return route.handle({ caller, params, body: given.body, now }, services);
}

const isAdmin: Guard = ({ caller }) => can(caller.actor, 'manage_options');
