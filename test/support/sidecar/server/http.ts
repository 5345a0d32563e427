import { request } from 'node:http';

/** An answer as it came, names of headers in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Values of `Link`, each field for itself. */
  readonly links: readonly string[];
  readonly body: Buffer;
  readonly text: string;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request whose path nothing tidies up on the way. */
export function ask(
  base: string,
  path: string,
  { method = 'GET', headers = {} }: AskOptions = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const asked = request({ host: hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        const fields = Object.entries(response.headersDistinct).map(([name, values = []]) => [
          name,
          values.join(', '),
        ]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(fields) as Record<string, string>,
          links: response.headersDistinct['link'] ?? [],
          body,
          text: body.toString('utf8'),
        });
      });
    });
    asked.on('error', reject).end();
  });
}
