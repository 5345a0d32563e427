import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A comment that a stand-in for GitHub or GitLab stores. */
export interface Comment {
  readonly id: number;
  body: string;
}

/** A stand-in for the API of GitHub or GitLab, as far as comments need it. */
export interface CodeHost {
  readonly url: string;
  readonly comments: Comment[];
  /** Method and path of every request. */
  readonly requests: string[];
  /** What a request needs: name and value of a header. */
  readonly key: readonly [header: string, value: string];
}

const PATHS = {
  github: /^\/repos\/ferry\/site\/issues\/(?:7\/comments|comments\/(\d+))$/,
  gitlab: /^\/projects\/42\/merge_requests\/7\/notes(?:\/(\d+))?$/,
};
const KEYS = { github: ['authorization', 'Bearer secret'], gitlab: ['private-token', 'secret'] } as const;
const UPDATE = { github: 'PATCH', gitlab: 'PUT' };

/** Starts a stand-in, which ends with the tests of the file. */
export async function startCodeHost(kind: 'github' | 'gitlab', others = 0): Promise<CodeHost> {
  const comments = Array.from({ length: others }, (_, at): Comment => ({ id: at + 1, body: 'Looks good.' }));
  const requests: string[] = [];
  const key = KEYS[kind];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    requests.push(`${method} ${pathname}`);
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const found = PATHS[kind].exec(pathname);
    if (headers[key[0]] !== key[1]) return void send(401, { message: 'Unauthorized' });
    if (found === null) return void send(404, { message: 'Not Found' });
    if (method === 'GET') {
      const size = Number(searchParams.get('per_page') ?? 20);
      const at = (Number(searchParams.get('page') ?? 1) - 1) * size;
      return void send(200, comments.slice(at, at + size));
    }
    const { body } = JSON.parse(await textOf(request)) as { body: string };
    if (method === 'POST') {
      const comment = { id: comments.length + 1, body };
      comments.push(comment);
      return void send(201, comment);
    }
    const comment = comments.find(({ id }) => id === Number(found[1]));
    if (method !== UPDATE[kind] || comment === undefined) return void send(404, { message: 'Not Found' });
    comment.body = body;
    send(200, comment);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, comments, requests, key };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
