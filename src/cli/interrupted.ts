/** Milliseconds during which a second signal is a copy: Ctrl-C reaches the program from its terminal and from npm. */
const SAME = 1000;

/**
 * Returns a signal that is aborted when the program is told to end. If it is told again later, it ends at once.
 * @param now milliseconds
 */
export function interrupted(now: () => number = () => performance.now()): AbortSignal {
  const ending = new AbortController();
  let first: number | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, function end() {
      first ??= now();
      ending.abort();
      if (now() - first < SAME) return;
      process.off(name, end);
      process.kill(process.pid, name);
    });
  }
  return ending.signal;
}
