import type { ServerResponse } from 'node:http';

/** Tells what works on an answer that nobody waits for it any more. */
export function untilClosed(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
