/** The errors of the admin API. */

import { fileProblemText, SvcError } from '../../../core/errors.js';
import { type DatabaseProblem, DatabaseUnavailable, RETRY_AFTER } from '../../../storage/unavailable.js';

/** The body of every error of the admin API. */
interface ProblemBody {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number } & Readonly<Record<string, unknown>>;
}

/** An error response of the admin API. Its message, code, data and headers are sent to the client; nothing else is. */
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

/** Returns 401 for signed-out callers, 403 for signed-in callers without permission. */
export function forbidden(isSignedIn: boolean): AdminProblem {
  return isSignedIn
    ? new AdminProblem(403, 'rest_forbidden', "Your account isn't allowed to do this.")
    : new AdminProblem(401, 'rest_forbidden', 'Sign in, and send the nonce in X-Platform-Nonce.');
}

/** Returns 403 for a nonce that has expired or isn't of this session. */
export function invalidNonce(): AdminProblem {
  const message = 'The nonce is invalid or has expired. Fetch a new one.';
  return new AdminProblem(403, 'rest_cookie_invalid_nonce', message);
}

/** Returns 404 for an address or a method that doesn't exist. */
export function noRoute(): AdminProblem {
  return new AdminProblem(404, 'rest_no_route', 'There is no route with this address and method.');
}

/** Returns 400 for missing required parameters. */
export function missingParams(names: readonly string[]): AdminProblem {
  const message = `Missing: ${names.join(', ')}.`;
  return new AdminProblem(400, 'rest_missing_callback_param', message, { data: { params: names } });
}

/**
 * Returns 400 for invalid parameters.
 * @param problems what is expected instead, by name
 */
export function invalidParams(problems: Readonly<Record<string, string>>): AdminProblem {
  const sentences = Object.entries(problems).map(([name, problem]) => `\`${name}\` ${problem}.`);
  return new AdminProblem(400, 'rest_invalid_param', sentences.join(' '), {
    data: { params: problems },
  });
}

/**
 * Returns the response to an error: the problem of a route, 503 while the database is unavailable or a file can't be
 * written, otherwise 500.
 */
export function problemResponse(error: unknown): AdminProblem {
  if (error instanceof AdminProblem) return error;
  return error instanceof DatabaseUnavailable ? databaseAway(error.problem, error) : internalError(error);
}

/** Returns 503 with the problem of the database, and the time to wait before a retry. */
export function databaseAway({ told }: DatabaseProblem, cause?: unknown): AdminProblem {
  return new AdminProblem(503, 'svc_database_unavailable', told, {
    headers: { 'Retry-After': String(RETRY_AFTER) },
    cause,
  });
}

/** Returns 500 without details, except for what the owner of the site has to fix. */
function internalError(cause: unknown): AdminProblem {
  const told = fileProblemText(cause);
  if (told !== undefined) {
    return new AdminProblem(503, 'svc_files_unavailable', told, {
      headers: { 'Retry-After': String(RETRY_AFTER) },
      cause,
    });
  }
  if (cause instanceof SvcError && cause.code === 'SVC_SETTINGS_INVALID') return settingsInvalid(cause);
  return new AdminProblem(500, 'internal_server_error', 'An internal error occurred.', { cause });
}

function settingsInvalid(error: SvcError): AdminProblem {
  const { file = '', line, column } = error.location;
  const where = line === undefined ? file : `${file}, line ${line}, column ${column}`;
  const message = `${where}: ${error.message}. ${error.fix ?? ''} Until then, the last valid settings stay in force.`;
  return new AdminProblem(500, 'svc_settings_invalid', message, { cause: error });
}
