import { SvcError } from '../../core/errors.js';

/** What a log may say of a failure. */
export function failureFacts(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof SvcError)) return { err: error };
  const { code, message, fix, location } = error;
  return { code, message, fix, ...location };
}
