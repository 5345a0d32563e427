import type { Session } from '../../../storage/tables/sessions.js';
import type { Actor } from '../../accounts/can.js';
import type { Services } from '../services.js';
import type { Params } from './params.js';

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
export function partsOf({ route }: Pick<AdminRoute, 'route'>): {
  readonly methods: readonly string[];
  readonly path: string;
} {
  const [methods = '', path = ''] = route.split(/ (?=\/)/);
  return { methods: methods.split(', '), path };
}
