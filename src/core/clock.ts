import { SvcError } from './errors.js';

/** The only source of the present time. Seconds since 1970-01-01T00:00:00Z, whole. */
export interface Clock {
  now(): number;
}

/** What a part that works beside the requests needs: the time, and where its errors go. */
export interface Background extends Clock {
  /** @param what names the work that failed */
  logError(error: unknown, what: string): void;
}

/**
 * The clock of a run: `SOURCE_DATE_EPOCH` when set (reproducible-builds.org), else the system's.
 * It is read once, so that every document of one run agrees on the time.
 * @throws SvcError `SVC_USAGE` when the variable is not a whole number of seconds
 */
export function systemClock(env: Readonly<Record<string, string | undefined>> = process.env): Clock {
  const fixed = env['SOURCE_DATE_EPOCH'];
  if (fixed === undefined || fixed === '') return fixedClock(Math.floor(Date.now() / 1000));
  if (!/^\d{1,12}$/.test(fixed)) {
    throw new SvcError('SVC_USAGE', `SOURCE_DATE_EPOCH is "${fixed}", not a whole number of seconds`, {
      fix: 'Set it to seconds since 1970, for example 1767225600, or unset it.',
    });
  }
  return fixedClock(Number(fixed));
}

/**
 * A clock for long-running programs. The variable is read once: reading it takes ten times as
 * long as reading the time.
 * @throws SvcError `SVC_USAGE` when the variable is not a whole number of seconds
 */
export function systemClocks(env: Readonly<Record<string, string | undefined>>): () => Clock {
  const first = systemClock(env);
  const fixed = env['SOURCE_DATE_EPOCH'];
  return fixed === undefined || fixed === '' ? () => systemClock({}) : () => first;
}

/** A clock that always shows the same time. */
export function fixedClock(seconds: number): Clock {
  return { now: () => seconds };
}
