import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  /** Values by lower-case name, each field of its own. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Buffer;
}

/**
 * One request; the path is sent as it is.
 * @param origin with the base path of the site, if it has one
 */
export function ask(
  origin: string,
  path: string,
  options: { method?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {} } = options;
  const { hostname, port, pathname } = new URL(origin);
  const whole = (pathname.replace(/\/$/, '') + path).replace(/^(?![/])/, '/');
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, path: whole, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const fields: Record<string, string[]> = {};
        for (let index = 0; index < response.rawHeaders.length; index += 2) {
          const name = (response.rawHeaders[index] ?? '').toLowerCase();
          fields[name] = [...(fields[name] ?? []), response.rawHeaders[index + 1] ?? ''];
        }
        resolve({ status: response.statusCode ?? 0, headers: fields, body: Buffer.concat(chunks) });
      });
    });
    // A server may close a connection that has been idle in the moment in which it is used again.
    sent.on('error', (error) => (sent.reusedSocket ? resolve(ask(origin, path, options)) : reject(error)));
    sent.end();
  });
}
