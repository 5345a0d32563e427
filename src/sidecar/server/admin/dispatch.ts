/** Handles requests to the admin API: finds the row, checks the caller, calls the row. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Storage } from '../../../storage/port.js';
import type { Session } from '../../../storage/tables/sessions.js';
import { type Actor, can } from '../../accounts/can.js';
import {
  isNonce,
  mintNonce,
  type NonceScope,
  resumeSession,
  type SignedIn,
} from '../../accounts/sessions.js';
import { readCookie } from '../http/request.js';
import type { Services } from '../services.js';
import { forbidden, invalidNonce, noRoute, problemResponse } from './problem.js';
import { type Params, readParams, readRequest, sendApi } from './read-request.js';

/** A request below `{admin_api}`. */
interface AdminCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Path below `{admin_api}`. */
  readonly path: string;
}

/** A handler of requests below `{admin_api}`. */
type AdminHandler = (call: AdminCall) => Promise<void>;

/**
 * Creates the handler of all routes. The order is always the same: existence of the route, its feature for routes that
 * hide, authentication, permission, parameters, and only then the work.
 */
export function adminHandler(routes: readonly AdminRoute[], services: Services): AdminHandler {
  const table = new Map(
    routes.flatMap((row) => {
      const { methods, path } = splitRoute(row);
      return methods.map((method) => [`${method} ${path}`, row]);
    }),
  );
  return async function answerAdminCall(call) {
    const method = call.request.method === 'HEAD' ? 'GET' : call.request.method;
    try {
      const body = await answer(call, table.get(`${method} ${call.path.replace(/\/$/, '')}`), services);
      sendApi(call, 200, body);
    } catch (error) {
      const problem = problemResponse(error);
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

/** The caller, after the session and its nonce have been checked. */
export interface Caller {
  readonly actor: Actor;
  readonly session: Session;
}

/** A request that has passed the guard. */
export interface AdminRequest {
  readonly caller: Caller;
  /** The declared parameters, validated. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The JSON body as received, or the form, for routes that accept more than declared parameters. */
  readonly body: unknown;
  /** Unix seconds. */
  readonly now: number;
}

/** The facts that are known before parameters are validated: enough to check permissions. */
export interface GuardRequest {
  readonly caller: Caller;
  /** Parameters as received. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** Decides whether a signed-in caller may send a request. */
export type Guard = (request: GuardRequest, services: Services) => boolean | Promise<boolean>;

/** A route of the admin API, declared once for the server, the docs and the tests. */
export interface AdminRoute {
  /** Methods and path below `{admin_api}`, such as `POST, PUT /settings`; `GET` answers `HEAD` too. */
  readonly route: `${string} /${string}`;
  /** One sentence for the docs. */
  readonly summary: string;
  /** Administrators (`manage_options`) unless given. */
  readonly guard?: Guard;
  readonly params?: Params;
  /** File in `schemas/` for the body of a successful response. */
  readonly schema: string;
  /** Returns false while a feature is off: the route is then 404 for everyone, before any other check. */
  when?(services: Services): boolean | Promise<boolean>;
  /**
   * @returns the JSON body of a 200
   * @throws AdminProblem for everything else
   */
  handle(request: AdminRequest, services: Services): Promise<unknown>;
}

/** Splits the `route` of a row into its methods and its path. */
export function splitRoute({ route }: Pick<AdminRoute, 'route'>): {
  readonly methods: readonly string[];
  readonly path: string;
} {
  const [methods = '', path = ''] = route.split(/ (?=\/)/);
  return { methods: methods.split(', '), path };
}

/** Name of the session cookie. */
export const SESSION_COOKIE = 'svc_session';
/** Action of the nonces of the admin API. */
const REST_ACTION = 'rest';

type Secrets = Pick<Services, 'storage' | 'nonceKey'>;

/** Returns the signed-in user by the cookie alone: enough for pages, never for the admin API. */
export async function signedIn(
  request: Pick<IncomingMessage, 'headers'>,
  { storage }: Pick<Secrets, 'storage'>,
  now: number,
): Promise<SignedIn | undefined> {
  const secret = readCookie(request.headers.cookie, SESSION_COOKIE);
  return secret === undefined ? undefined : resumeSession(storage, secret, now);
}

/**
 * Authenticates a call of the admin API. A cookie without a nonce is anonymous, since another site could have sent it.
 * @param given parameters; `_nonce` among them is equivalent to the header
 * @throws AdminProblem `rest_cookie_invalid_nonce` for a nonce that has expired or isn't of this session
 */
export async function authenticate(
  request: Pick<IncomingMessage, 'headers'>,
  given: Readonly<Record<string, unknown>>,
  { storage, nonceKey }: Secrets,
  now: number,
): Promise<Caller | undefined> {
  const found = await signedIn(request, { storage }, now);
  const nonce = request.headers['x-platform-nonce'] ?? given['_nonce'];
  if (found === undefined || nonce === undefined || nonce === '') return undefined;
  const { user, session } = found;
  if (typeof nonce !== 'string' || !isNonce(nonce, scopeOf(nonceKey, session.id), now)) throw invalidNonce();
  return { actor: { id: user.id, name: user.name, role: user.role }, session };
}

/**
 * Returns the nonce that lets a session call the admin API.
 * @param session id of the session
 */
export function restNonce({ nonceKey, now }: Pick<Services, 'nonceKey' | 'now'>, session: string): string {
  return mintNonce(scopeOf(nonceKey, session), now());
}

function scopeOf(key: string, session: string): NonceScope {
  return { key, session, action: REST_ACTION };
}

/**
 * Checks whether a request comes from a browser in which an administrator is signed in: the owner's own views aren't
 * visits. The cookie alone is enough, since it changes nothing here.
 * @param now Unix seconds
 */
export async function isOwner(
  request: Pick<IncomingMessage, 'headers'>,
  storage: Storage,
  now: number,
): Promise<boolean> {
  const found = await signedIn(request, { storage }, now);
  if (found === undefined) return false;
  const { id, name, role } = found.user;
  return can({ id, name, role }, 'manage_options');
}
