import { SvcError } from '../../core/errors.js';

/** Returns the facts of a failure that a log may contain. */
export function failureFacts(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof SvcError)) return { err: error };
  const { code, message, fix, location } = error;
  return { code, message, fix, ...location };
}
