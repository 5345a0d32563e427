/** Runs a job once a slot is free. */
export type Limiter = <T>(job: () => Promise<T>) => Promise<T>;

/** Runs at most `most` jobs at a time; the others wait in order. */
export function limiter(most: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (job) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await job();
    } finally {
      // The next in the queue takes the slot.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
