import type { ServerResponse } from 'node:http';

/** Returns a signal that aborts when the client closes the connection before the response is sent. */
export function untilClosed(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
