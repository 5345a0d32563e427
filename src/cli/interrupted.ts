/** Milliseconds in which a second signal is ignored: the terminal and npm both forward Ctrl-C. */
const SAME = 1000;

/**
 * Returns a signal that aborts on SIGINT or SIGTERM. A later signal ends the program immediately. SIGHUP does the same in
 * a terminal, which is closed then; otherwise it's ignored, because scripts send it to servers that go on after it.
 */
export function interrupted(): AbortSignal {
  const ending = new AbortController();
  let first: number | undefined;
  const isInTerminal = process.stdin.isTTY;
  if (!isInTerminal) process.on('SIGHUP', () => undefined);
  for (const name of ['SIGINT', 'SIGTERM', ...(isInTerminal ? ['SIGHUP' as const] : [])] as const) {
    process.on(name, function end() {
      first ??= performance.now();
      ending.abort();
      if (performance.now() - first < SAME) return;
      process.off(name, end);
      process.kill(process.pid, name);
    });
  }
  return ending.signal;
}
