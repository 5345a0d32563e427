/** Runs a job once there is room for it. */
export type Limiter = <T>(job: () => Promise<T>) => Promise<T>;

/** Lets at most `most` jobs run at a time; the others wait in the order in which they came. */
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
