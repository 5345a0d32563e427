import { setTimeout } from 'node:timers/promises';

/**
 * Waits for a result, at most the given number of milliseconds.
 * @param late makes the result when it takes longer; the work goes on
 */
export async function within<T>(milliseconds: number, work: Promise<T>, late: () => T): Promise<T> {
  const ending = new AbortController();
  try {
    return await Promise.race([
      work,
      setTimeout(milliseconds, undefined, { signal: ending.signal }).then(late),
    ]);
  } finally {
    ending.abort();
  }
}
