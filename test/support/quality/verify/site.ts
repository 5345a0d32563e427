import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServe } from '../../../../src/cli/serve.js';
import type { VerifyReport } from '../../../../src/quality/verify/report.js';
import { type Files, workspace, writeFiles } from '../../build/workspace.js';
import { build, NOW, type Run, runSvc, TEST_KEY } from '../../cli/run-svc.js';
import {
  type Listening,
  listen,
  type Request,
  type Served,
  served,
  staticDeployment,
} from './static-deployment.js';

/** A bell foundry with a shop, a sidecar with its MCP server on, and a page that went. */
export function bellFoundry(url: string): Files {
  return {
    'svc.config.json': JSON.stringify({
      site: { url, name: 'Kesselring Bells', description: 'Bells cast on Thursdays.', lang: 'en' },
      source: { type: 'files', path: 'content' },
      publicDir: 'public',
      html: 'render',
      sidecar: true,
      resources: [
        {
          id: 'bell-shop',
          title: 'Bell shop',
          type: 'commerce',
          capabilities: ['commerce.products.search'],
          endpoints: [
            { url: '/shop/api', type: 'rest', methods: ['GET'], auth: 'none' },
            { url: '/shop/orders', type: 'rest', methods: ['POST'], auth: 'apikey' },
          ],
          tools: [{ name: 'find_bell', description: 'Finds a bell by its note.' }],
          agent: {
            name: 'Shop hand',
            description: 'Knows every bell.',
            skills: [{ id: 'find-bell', description: 'Finds a bell by its note.' }],
            endpoint: '/shop/agent',
          },
        },
      ],
    }),
    'svc.settings.json': JSON.stringify({
      enable_mcp_server: true,
      enable_security_txt: true,
      security: { contacts: ['mailto:odile@bells.example'] },
    }),
    'public/.well-known/assetlinks.json': '[]\n',
    'content/index.md': '---\ntitle: Welcome\nid: 1\n---\n\nMind the furnace.\n',
    'content/about.md': '---\ntitle: About us\nid: 2\ndate: 2026-01-05\n---\n\nThree founders and a dog.\n',
    'content/posts/e-flat.md':
      '---\ntitle: The E flat\nid: 3\ndate: 2026-02-01\nlastmod: 2026-03-01\n---\n\nIt took four pours.\n',
    'content/posts/the-crack.md': '---\ntitle: The crack\nid: 4\ndate: 2026-04-11\n---\n\nHeard, not seen.\n',
    'content/posts/größe.md': '---\ntitle: Größe\nid: 5\ndate: 2026-05-02\n---\n\nSmaller than it sounds.\n',
    'content/posts/retired.md': '---\ntitle: Retired bell\nid: 6\ndate: 2026-05-03\n---\n\nMelted again.\n',
  };
}

/** Changes an answer on its way. */
export type Tamper = (request: Request, answer: Served) => Served | 'hang-up' | Promise<Served | 'hang-up'>;

/** A clean deployment behind a proxy that may change one thing. */
export class Deployment {
  readonly cwd: string;
  readonly #proxy: Listening;
  readonly #origin: Pick<Listening, 'url' | 'close'>;

  readonly #below: string;

  private constructor(
    cwd: string,
    proxy: Listening,
    origin: Pick<Listening, 'url' | 'close'>,
    below: string,
  ) {
    this.#below = below;
    this.cwd = cwd;
    this.#proxy = proxy;
    this.#origin = origin;
  }

  /**
   * Builds the site for the address of the proxy and starts both servers.
   * @param below path of the site on its host
   */
  static async start(files: (url: string) => Files = bellFoundry, below = ''): Promise<Deployment> {
    const proxy = await listen(() => served(503, {}), NOW);
    const cwd = join(workspace(), 'site');
    const all = files(proxy.url);
    writeFiles(cwd, all);
    await build([], { cwd });
    // The second build finds one entry gone, which leaves a tombstone.
    if (files === bellFoundry) {
      writeFiles(cwd, {
        'content/posts/retired.md': '---\ntitle: Retired bell\nid: 6\ndraft: true\n---\n\nMelted.\n',
      });
      await build([], { cwd });
    }
    const origin = await listen(staticDeployment(cwd, answersOfOthers(cwd)), NOW);
    const deployment = new Deployment(cwd, proxy, origin, below);
    deployment.reset();
    return deployment;
  }

  /** The same behind the same proxy, answered by `svc serve`. */
  static async serve(files: (url: string) => Files): Promise<Deployment> {
    const proxy = await listen(() => served(503, {}), NOW);
    const cwd = join(workspace(), 'site');
    writeFiles(cwd, files(proxy.url));
    const env = { SOURCE_DATE_EPOCH: String(NOW), SVC_SIGNING_KEY: TEST_KEY };
    const silent = () => undefined;
    const terminal = { env, cwd, out: silent, err: silent, isTty: false };
    const serving = await startServe({ port: '0', json: true }, terminal);
    const deployment = new Deployment(cwd, proxy, serving, '');
    deployment.reset();
    return deployment;
  }

  get url(): string {
    return this.#proxy.url + this.#below;
  }

  reset(): void {
    this.#proxy.answer = (request) => forward(this.#origin.url, request);
  }

  /** What the origin answers, as nobody on the way has changed it. */
  read(file: string): Buffer {
    return readFileSync(join(this.cwd, 'out', file));
  }

  /** Runs `svc verify --json` while something is changed on the way. */
  async verifyWith(
    tamper: Tamper,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<VerifyReport> {
    this.#proxy.answer = async (request) => tamper(request, await forward(this.#origin.url, request));
    try {
      return await this.verify(args, NOW, env);
    } finally {
      this.reset();
    }
  }

  /** Runs `svc verify` as people do while something is changed on the way. */
  async runWith(tamper: Tamper, env: Readonly<Record<string, string>> = {}): Promise<Run> {
    this.#proxy.answer = async (request) => tamper(request, await forward(this.#origin.url, request));
    try {
      return await runSvc(['verify', this.url], { cwd: this.cwd, env });
    } finally {
      this.reset();
    }
  }

  /** Runs `svc verify --json`. */
  async verify(
    args: readonly string[] = [],
    now = NOW,
    env: Readonly<Record<string, string>> = {},
  ): Promise<VerifyReport> {
    const { stdout, stderr } = await runSvc(['verify', this.url, '--json', ...args], {
      cwd: this.cwd,
      now,
      env,
    });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as VerifyReport;
  }

  async close(): Promise<void> {
    await this.#proxy.close();
    await this.#origin.close();
  }
}

/** The sidecar and the shop, as far as strangers see them. */
function answersOfOthers(cwd: string): Readonly<Record<string, () => Served>> {
  const json = { 'Content-Type': 'application/json; charset=UTF-8' };
  const discovery = () => served(200, json, readFileSync(join(cwd, 'out/.well-known/discovery.json')));
  const refused = () => served(401, { ...json, 'WWW-Authenticate': 'Bearer' }, '{}');
  return {
    '/api/svc/v1/discovery': discovery,
    '/api/svc/v1/mcp': refused,
    '/api/svc/v1/oauth/token': () => served(400, json, '{"error":"invalid_request"}'),
    '/api/svc/v1/oauth/register': () => served(400, json, '{"error":"invalid_request"}'),
    '/api/svc/v1/oauth/revoke': () => served(400, json, '{"error":"invalid_request"}'),
    '/svc/connect': () => served(400, { 'Content-Type': 'text/html; charset=UTF-8' }, '<p>Sign in</p>'),
    '/shop/api': () => served(200, json, '{}'),
    '/shop/orders': () => served(405, json, '{}'),
    '/shop/agent': refused,
  };
}

/** Fields of requests to the sidecar that are handed on. */
const PASSED = [
  'content-type',
  'authorization',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'origin',
  'x-svc-selfcheck',
];

/** Hands a request on, and its answer back; the proxy has a clock of its own. */
async function forward(origin: string, { method, url, headers, body }: Request): Promise<Served> {
  const { accept = '*/*', 'user-agent': agent = '' } = headers;
  const more = PASSED.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  const answer = await fetch(origin.replace(/\/$/, '') + url, {
    // The proxy itself leaves the body away.
    method: method === 'HEAD' ? 'GET' : method,
    headers: {
      ...(Object.fromEntries(more) as Record<string, string>),
      ...{ Accept: accept, 'User-Agent': agent, 'Accept-Encoding': 'identity' },
    },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  });
  const fields: [string, string][] = [...answer.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'].includes(name),
  );
  return { status: answer.status, headers: fields, body: Buffer.from(await answer.arrayBuffer()) };
}

/** The value of a header of an answer; empty when it is not there. */
export function headerOf({ headers }: Served, name: string): string {
  return headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? '';
}

/** An answer with a header set, or taken away with undefined. */
export function withHeader(answer: Served, name: string, value: string | undefined): Served {
  const others = answer.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return { ...answer, headers: value === undefined ? others : [...others, [name, value]] };
}

/** An answer with another text. */
export function withText(answer: Served, change: (text: string) => string): Served {
  return { ...answer, body: Buffer.from(change(answer.body.toString('utf8'))) };
}

/** Rows of a report that are not as they should be: `id: codes`. */
export function faultsOf({ checks }: VerifyReport): readonly string[] {
  return checks
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .map(
      ({ id, status, findings }) =>
        `${status} ${id}: ${[...new Set(findings.map(({ code }) => code))].join(' ')}`,
    );
}
