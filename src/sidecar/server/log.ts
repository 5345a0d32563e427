/** The log of the server. */

import { type Logger, pino } from 'pino';
import { fileProblem, SvcError } from '../../core/errors.js';
import { DatabaseUnavailable } from '../../storage/unavailable.js';
import { AdminProblem } from './admin/problem.js';
import { ClientGone } from './http/request.js';

/** Levels of the log, from everything to nothing. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/** Fields that contain secrets wherever they occur. */
const SECRET = ['authorization', 'cookie', 'token', 'password', 'secret', 'set-cookie'];

/**
 * Creates the log of a server: one JSON object per line on standard error.
 * @param level one of `LOG_LEVELS`
 * @param write receives one line
 */
export function createLog(level: string, write: (line: string) => void): Logger {
  const paths = SECRET.flatMap((name) => [`["${name}"]`, `*["${name}"]`]);
  return pino(
    {
      // pino adds the messages of causes to the message, although they are in the stack.
      serializers: {
        err: (error: unknown) =>
          error instanceof Error ? { ...pino.stdSerializers.err(error), message: error.message } : error,
      },
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, remove: true },
    },
    { write },
  );
}

/**
 * Logs unexpected errors with their stack. Expected ones need none: disconnecting clients could fill the log, an
 * unavailable database is logged once when it begins, and a service that isn't configured isn't a failure.
 */
export function logFailure(log: Logger, error: unknown, facts: object, text: string): void {
  if (error instanceof ClientGone || error instanceof DatabaseUnavailable) log.debug(facts, error.message);
  else if (error instanceof AdminProblem && error.status === 503) {
    log.info({ code: error.code, ...facts }, error.message);
  } else log.error({ ...(fileProblem(error) ? failureFacts(error) : { err: error }), ...facts }, text);
}

/** Creates a log that writes nothing. */
export function silentLog(): Logger {
  return createLog('silent', () => undefined);
}

/** Returns the loggable facts of a failure, without a stack if the user can fix the cause. */
export function failureFacts(error: unknown): Readonly<Record<string, unknown>> {
  const known = error instanceof SvcError ? error : fileProblem(error);
  if (known === undefined) return { err: error };
  const { code, message, fix, location } = known;
  return { code, message, fix, ...location };
}
