import type { Session } from '../../../storage/tables/sessions.js';
import type { Actor } from '../../accounts/can.js';
import type { Services } from '../services.js';
import type { Params } from './params.js';

/** Methods of the admin API; `GET` answers `HEAD` too. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The caller, after the session and its nonce have been checked. */
export interface Caller {
  readonly actor: Actor;
  readonly session: Session;
}

/** A request that has passed the guard. */
export interface AdminRequest {
  /** Undefined on public routes. */
  readonly caller: Caller | undefined;
  /** The declared parameters, validated. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The JSON body as received, or the form, for routes that accept more than declared parameters. */
  readonly body: unknown;
  readonly address: string;
  readonly userAgent: string;
  /** Unix seconds. */
  readonly now: number;
}

/** The facts that are known before parameters are validated: enough to check permissions. */
export interface GuardRequest {
  readonly caller: Caller | undefined;
  /** Parameters as received. */
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * Determines whether a request is allowed.
 * `admin`: capability `manage_options`. `public`: everyone, without a nonce. A function: decides about a signed-in
 * caller itself.
 */
export type Guard =
  | 'admin'
  | 'public'
  | ((request: GuardRequest & { readonly caller: Caller }, services: Services) => boolean | Promise<boolean>);

/** A route of the admin API, declared once for the server, the docs and the tests. */
export interface AdminRoute {
  readonly methods: readonly Method[];
  /** Below `{admin_api}`, with leading slash. */
  readonly path: string;
  /** One sentence for the docs. */
  readonly summary: string;
  readonly guard: Guard;
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
