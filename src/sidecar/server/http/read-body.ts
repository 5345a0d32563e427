import type { IncomingMessage } from 'node:http';

/** A request body, or the reason why there is none. */
export type RawBody = { readonly kind: 'read'; readonly bytes: Buffer } | { readonly kind: 'too-large' };

/** The client has disconnected, which isn't a failure of the server. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * Reads a body up to a limit. The rest of a longer body is read and discarded while the response is sent: closing the
 * connection would reset it for a client that is still sending. The timeout of requests ends one that never stops.
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
      else {
        chunks.length = 0;
        resolve({ kind: 'too-large' });
      }
    });
    request.once('end', () => resolve({ kind: 'read', bytes: Buffer.concat(chunks) }));
    const gone = () => reject(new ClientGone('the client has disconnected'));
    request.once('error', gone);
    request.once('close', gone);
  });
}
