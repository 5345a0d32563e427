import type { Session } from '../../../storage/tables/sessions.js';
import type { Actor } from '../../accounts/can.js';
import type { Services } from '../services.js';
import type { Params } from './params.js';

/** Methods of the admin API; `GET` answers `HEAD` too. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who asks, once the session and its nonce have been checked. */
export interface Caller {
  readonly actor: Actor;
  readonly session: Session;
}

/** A request that has been let in. */
export interface AdminRequest {
  /** Undefined on public routes. */
  readonly caller: Caller | undefined;
  /** The declared parameters, valid. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The JSON body as it came, or the form, for routes that take more than declared parameters. */
  readonly body: unknown;
  readonly address: string;
  readonly userAgent: string;
  /** Unix seconds. */
  readonly now: number;
}

/** What is known before parameters are valid: enough to decide who may go on. */
export interface GuardRequest {
  readonly caller: Caller | undefined;
  /** Parameters as they came. */
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * Lets a request in or not.
 * `admin`: capability `manage_options`. `public`: everybody, without a nonce. A function: decides for itself about a
 * caller who is signed in.
 */
export type Guard =
  | 'admin'
  | 'public'
  | ((request: GuardRequest & { readonly caller: Caller }, services: Services) => boolean | Promise<boolean>);

/** One route of the admin API, declared once: for the server, the docs and the tests. */
export interface AdminRoute {
  readonly methods: readonly Method[];
  /** Below `{admin_api}`, with leading slash. */
  readonly path: string;
  /** One sentence for the docs. */
  readonly summary: string;
  readonly guard: Guard;
  readonly params?: Params;
  /** File in `schemas/` of a successful answer's body. */
  readonly schema: string;
  /** False while a feature is off: the route is then 404 for everybody, before anything else is looked at. */
  when?(services: Services): boolean | Promise<boolean>;
  /**
   * @returns the JSON body of a 200
   * @throws AdminProblem for everything else
   */
  handle(request: AdminRequest, services: Services): Promise<unknown>;
}
