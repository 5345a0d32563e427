import { SvcError } from '../../../core/errors.js';
import { type DatabaseProblem, DatabaseUnavailable, RETRY_AFTER } from '../../../storage/unavailable.js';

/** The body of every error of the admin API (reference/admin-api.md section 1.2). */
export interface ProblemBody {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number } & Readonly<Record<string, unknown>>;
}

/** An answer of the admin API that is an error. What it says goes to the client; nothing else does. */
export class AdminProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param code stable machine-readable code
   * @param message one sentence for people
   * @param more further members of `data`, and headers
   */
  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      readonly data?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'AdminProblem';
    this.status = status;
    this.code = code;
    this.data = more.data ?? {};
    this.headers = more.headers ?? {};
  }

  toBody(): ProblemBody {
    return { code: this.code, message: this.message, data: { status: this.status, ...this.data } };
  }
}

/** 401: not signed in. 403: signed in, but not allowed. */
export function forbidden(isSignedIn: boolean): AdminProblem {
  return isSignedIn
    ? new AdminProblem(403, 'rest_forbidden', 'Your account may not do this.')
    : new AdminProblem(401, 'rest_forbidden', 'Sign in, and send the nonce in X-Platform-Nonce.');
}

/** 403 for a nonce that is not of this session, or too old. */
export function invalidNonce(): AdminProblem {
  return new AdminProblem(
    403,
    'rest_cookie_invalid_nonce',
    'The nonce is not valid (any more). Fetch a new one.',
  );
}

/** 404 for an address or a method that does not exist. */
export function noRoute(): AdminProblem {
  return new AdminProblem(404, 'rest_no_route', 'There is no such route, or not with this method.');
}

/** 400 for parameters that have to be there. */
export function missingParams(names: readonly string[]): AdminProblem {
  const message = `Missing: ${names.join(', ')}.`;
  return new AdminProblem(400, 'rest_missing_callback_param', message, { data: { params: names } });
}

/** 400 for parameters of the wrong kind. @param problems by name */
export function invalidParams(problems: Readonly<Record<string, string>>): AdminProblem {
  const message = `Invalid: ${Object.keys(problems).join(', ')}.`;
  return new AdminProblem(400, 'rest_invalid_param', message, { data: { params: problems } });
}

/** What is answered to an error: what a route said itself, 503 while the database is away, and else 500. */
export function problemOf(error: unknown): AdminProblem {
  if (error instanceof AdminProblem) return error;
  return error instanceof DatabaseUnavailable ? databaseAway(error.problem, error) : internalError(error);
}

/** 503 that names the database, and says when to come again. */
export function databaseAway({ told }: DatabaseProblem, cause?: unknown): AdminProblem {
  return new AdminProblem(503, 'svc_database_unavailable', told, {
    headers: { 'Retry-After': String(RETRY_AFTER) },
    cause,
  });
}

/** 500 without details, except for a settings file that its owner has to fix. */
function internalError(cause: unknown): AdminProblem {
  if (cause instanceof SvcError && cause.code === 'SVC_SETTINGS_INVALID') return settingsInvalid(cause);
  return new AdminProblem(500, 'internal_server_error', 'Something went wrong here.', { cause });
}

function settingsInvalid(error: SvcError): AdminProblem {
  const { file = '', line, column } = error.location;
  const where = line === undefined ? file : `${file}, line ${line}, column ${column}`;
  const message = `${where}: ${error.message}. ${error.fix ?? ''} Until then the settings that were read last stay in force.`;
  return new AdminProblem(500, 'svc_settings_invalid', message, { cause: error });
}
