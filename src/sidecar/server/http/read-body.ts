import type { IncomingMessage } from 'node:http';

/** A request body, or the reason why there is none. */
export type RawBody = { readonly kind: 'read'; readonly bytes: Buffer } | { readonly kind: 'too-large' };

/** The client has disconnected, which isn't a failure of the server. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * Reads a body up to a limit. A longer body is read to its end and discarded, so that the response reaches a client
 * that is still sending; beyond four times the limit the connection is closed.
 * @param limit bytes
 * @throws ClientGone when the client closes the connection before its body is complete
 */
export function readBody(request: IncomingMessage, limit: number): Promise<RawBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else if (size > limit * 4) request.destroy();
    });
    request.once('end', () =>
      resolve(size > limit ? { kind: 'too-large' } : { kind: 'read', bytes: Buffer.concat(chunks) }),
    );
    const gone = () => reject(new ClientGone('the client has disconnected'));
    request.once('error', gone);
    request.once('close', gone);
  });
}
