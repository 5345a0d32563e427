import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';

/** What a web server makes of a request. */
export interface Served {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

/** A request as the server sees it. */
export interface Request {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** Of a POST. */
  readonly body?: Buffer;
}

/** Answers a request. */
export type Answering = (request: Request) => Served | 'hang-up' | Promise<Served | 'hang-up'>;

interface Rule {
  readonly path?: string;
  readonly pattern?: string;
  readonly file: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly preflight: boolean;
}

interface Manifest {
  readonly basePath: string;
  readonly rules: readonly Rule[];
  readonly signed: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[];
  readonly preflight: { readonly headers: Readonly<Record<string, string>> };
  readonly pages: {
    readonly headers: Readonly<Record<string, string>>;
    readonly links: readonly string[];
    readonly alternate: string | null;
    readonly negotiation: {
      readonly contentType: string;
      readonly headers: Readonly<Record<string, string>>;
    } | null;
  };
  readonly redirects: readonly { readonly from: string; readonly to: string }[];
}

/**
 * A web server in small that keeps to `deploy/headers.json`, as nginx does with the rules that are made from it.
 * @param cwd with `out/` and `deploy/headers.json`
 * @param more answers to what no file answers: the sidecar, endpoints of providers
 */
export function staticDeployment(cwd: string, more: Readonly<Record<string, () => Served>> = {}): Answering {
  const manifest = JSON.parse(readFileSync(join(cwd, 'deploy', 'headers.json'), 'utf8')) as Manifest;
  const rules = manifest.rules.map((rule) => ({ rule, match: matcher(rule) }));
  const out = join(cwd, 'out');
  return ({ method, url, headers: { accept = '*/*' } }) => {
    const [asked = '/'] = url.split('?', 1);
    const extra = more[asked];
    if (extra !== undefined) return extra();
    const isBelow = asked === manifest.basePath || asked.startsWith(`${manifest.basePath}/`);
    const path = isBelow ? asked.slice(manifest.basePath.length) || '/' : '/..';
    const found = rules.flatMap(({ rule, match }) => {
      const file = match(path);
      return file === undefined ? [] : [{ rule, file }];
    })[0];
    if (method === 'OPTIONS') {
      if (found?.rule.preflight === true) return served(204, manifest.preflight.headers);
      return served(405, { Allow: 'GET, HEAD' });
    }
    const redirect = manifest.redirects.find(({ from }) => from === path);
    if (redirect !== undefined) return served(302, { Location: redirect.to });
    if (found !== undefined && isFile(join(out, found.file))) {
      const { contentType, headers } = found.rule;
      const signature = manifest.signed.find((one) => one.path === path)?.headers;
      return served(
        200,
        { 'Content-Type': contentType, ...headers, ...signature },
        readFileSync(join(out, found.file)),
      );
    }
    return page(manifest, out, path, accept);
  };
}

function page({ pages }: Manifest, out: string, path: string, accept: string): Served {
  const name = decodeURIComponent(path).replace(/^\/|\/$/g, '');
  const html = join(out, name, 'index.html');
  const twin = join(out, name === '' ? 'index.md' : `${name}.md`);
  const { negotiation } = pages;
  if (negotiation !== null && isFile(twin) && isFile(html) && wantsMarkdown(accept)) {
    return served(
      200,
      { 'Content-Type': negotiation.contentType, ...negotiation.headers },
      readFileSync(twin),
    );
  }
  if (isFile(html)) {
    const answer = served(
      200,
      { 'Content-Type': 'text/html; charset=UTF-8', ...pages.headers },
      readFileSync(html),
    );
    const alternate = pages.alternate?.replace('{+path}', path.replace(/^\/|\/$/g, ''));
    const links = [
      ...pages.links,
      ...(alternate !== undefined && name !== '' && isFile(twin) ? [alternate] : []),
    ];
    for (const link of links) answer.headers.push(['Link', link]);
    return answer;
  }
  const other = join(out, name);
  if (isFile(other)) return served(200, { 'Content-Type': 'application/octet-stream' }, readFileSync(other));
  return served(
    404,
    { 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'no-store' },
    'Not found\n',
  );
}

function wantsMarkdown(accept: string): boolean {
  const weights = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      const q = parameters.find((one) => one.startsWith('q='));
      return [type, q === undefined ? 1 : Number(q.slice(2))] as const;
    }),
  );
  const own = weights.get('text/markdown') ?? 0;
  return own > 0 && own >= (weights.get('text/html') ?? 0);
}

/** An answer. */
export function served(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string = '',
): Served {
  return { status, headers: Object.entries(headers), body: Buffer.from(body) };
}

function matcher({ path, pattern, file }: Rule): (path: string) => string | undefined {
  if (pattern === undefined) return (asked) => (asked === path ? file : undefined);
  const names: string[] = [];
  const source = pattern
    .split(/(\{\+?\w+\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
      names.push(part);
      return part.startsWith('{+') ? '(.+)' : '([^/]+)';
    })
    .join('');
  const regex = new RegExp(`^${source}$`);
  return (asked) => {
    const values = regex.exec(asked)?.slice(1);
    if (values === undefined) return undefined;
    return names.reduce((name, key, at) => name.replace(key, decodeURIComponent(values[at] ?? '')), file);
  };
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** Something that listens. */
export interface Listening {
  readonly url: string;
  answer: Answering;
  close(): Promise<void>;
}

/** Starts a server whose answers may be exchanged; its clock stands still. */
export async function listen(answer: Answering, now: number): Promise<Listening> {
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request;
    const body = method === 'POST' ? await bodyOf(request) : undefined;
    const result = await listening.answer({ method, url, headers, ...(body !== undefined && { body }) });
    if (result === 'hang-up') {
      request.socket.destroy();
      return;
    }
    response.sendDate = false;
    const dated = result.headers.some(([name]) => name.toLowerCase() === 'date');
    const fields = dated ? result.headers : [...result.headers, ['Date', new Date(now * 1000).toUTCString()]];
    const length = result.status === 204 ? [] : [['Content-Length', String(result.body.length)]];
    response.writeHead(result.status, [...fields, ...length].flat() as string[]);
    response.end(method === 'HEAD' ? undefined : result.body);
  };
  const port = await start(server);
  const listening: Listening = {
    url: `http://127.0.0.1:${port}`,
    answer,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return listening;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function start(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
