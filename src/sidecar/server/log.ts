import { type Logger, pino } from 'pino';
import { DatabaseUnavailable } from '../../storage/unavailable.js';
import { AdminProblem } from './admin/problem.js';
import { ClientGone } from './http/read-body.js';

/** Levels of the log, from everything to nothing. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/** Fields that hold secrets wherever they occur. */
const SECRET = ['authorization', 'cookie', 'token', 'password', 'secret', 'set-cookie'];

/**
 * The log of a server: one JSON object a line on standard error.
 * @param level one of `LOG_LEVELS`
 * @param write takes one line
 */
export function createLog(level: string, write: (line: string) => void): Logger {
  const paths = SECRET.flatMap((name) => [`["${name}"]`, `*["${name}"]`]);
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, remove: true } },
    { write },
  );
}

/**
 * Logs what was not foreseen. What is foreseen needs no stack: a client that goes away could fill the log with it, that
 * the database is away is logged once when it begins, and a service that is not set up is not a failure.
 */
export function logFailure(log: Logger, error: unknown, facts: object, text: string): void {
  if (error instanceof ClientGone || error instanceof DatabaseUnavailable) log.debug(facts, error.message);
  else if (error instanceof AdminProblem && error.status === 503) {
    log.info({ code: error.code, ...facts }, error.message);
  } else log.error({ err: error, ...facts }, text);
}

/** A log for those who want none. */
export function silentLog(): Logger {
  return createLog('silent', () => undefined);
}
