import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../../../../src/config/config.js';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { defaultSettings, sanitiseSettings } from '../../../../../src/config/settings.js';
import { settingsStore } from '../../../../../src/config/settings-store.js';
import type { GuardedFetch } from '../../../../../src/core/net/guarded-fetch.js';
import { hashPassword } from '../../../../../src/sidecar/accounts/password.js';
import { SignInThrottle } from '../../../../../src/sidecar/accounts/throttle.js';
import { createCredentials } from '../../../../../src/sidecar/oauth/authenticate.js';
import { createApp } from '../../../../../src/sidecar/server/app.js';
import { createLog } from '../../../../../src/sidecar/server/log.js';
import { sidecarMounts } from '../../../../../src/sidecar/server/mounts.js';
import type { Services } from '../../../../../src/sidecar/server/services.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { settingsCell } from '../../../../../src/storage/settings-cell.js';
import { addUser } from '../../../../../src/storage/tables/users.js';

export const PASSWORD = 'fog signal at half past four';
const HASH = await hashPassword(PASSWORD);

/** A running application without content: pages and accounts work, nothing that needs a build does. */
export interface TestSidecar {
  readonly url: string;
  readonly storage: Storage;
  now: number;
  addUser(name: string, role: string): Promise<void>;
  /** Changes settings. */
  set(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** What routes work with. */
  readonly services: Services;
  /** A request that follows nothing and keeps nothing. */
  send(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** How a sidecar differs from the usual one. */
export interface SidecarSetup {
  /** Path of the site's address. */
  readonly basePath?: string;
  readonly database?: string;
  /** How addresses of others are fetched; by default not at all. */
  readonly fetch?: GuardedFetch;
  /** Takes lines of the log. */
  readonly log?: string[];
}

/** @param given a text is the path of the site's address */
export async function startSidecar(given: string | SidecarSetup = {}): Promise<TestSidecar> {
  const setup = typeof given === 'string' ? { basePath: given } : given;
  const { basePath = '', database = ':memory:', log } = setup;
  const storage = await openStorage(database);
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sidecar = { now: 1_800_000_000 };
  const hooks = new Hooks();
  const base = url + basePath;
  const settings = settingsStore(settingsCell(storage), { base: defaultSettings(), hooks });
  const services = {
    config: { restPrefix: 'api' } as Config,
    folder: '/nowhere',
    storage,
    settings,
    site: { settings: () => settings.read(), catchUp: async () => undefined },
    hooks,
    nonceKey: 'key of the tests',
    throttle: new SignInThrottle(storage),
    addressOf: ({ socket }: IncomingMessage) => socket.remoteAddress ?? '',
    base,
    basePath,
    adminApi: `${base}/api/svc/v1`,
    credentials: createCredentials(storage, `${base}/api/svc/v1/mcp`),
    fetch: setup.fetch ?? (() => Promise.reject(new Error('nothing is fetched here'))),
    now: () => sidecar.now,
    logError: (error: unknown) => void log?.push(String(error)),
  } as unknown as Services;
  const app = createApp({
    basePath,
    restPrefix: 'api',
    routers: sidecarMounts(services),
    trustedProxies: [],
    isReady: () => true,
    log: createLog(log === undefined ? 'silent' : 'trace', (line) => log?.push(line)),
  });
  server.on('request', app);
  return Object.assign(sidecar, {
    url: base,
    storage,
    async addUser(name: string, role: string) {
      const user = { name, displayName: name, email: '', role, password: HASH, created: sidecar.now };
      await addUser(storage.db, user);
    },
    async set(values: Readonly<Record<string, unknown>>) {
      await settings.update((current) => sanitiseSettings(values, current, { types: [] }));
    },
    services,
    send: (path: string, init: RequestInit = {}) => fetch(base + path, { redirect: 'manual', ...init }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await storage.close();
    },
  });
}

/** A browser: it keeps cookies, and fills in the hidden fields of forms. */
export class Browser {
  readonly #sidecar: TestSidecar;
  readonly cookies = new Map<string, string>();

  constructor(sidecar: TestSidecar) {
    this.#sidecar = sidecar;
  }

  async get(path: string): Promise<Response> {
    return this.#keep(await this.#sidecar.send(path, { headers: { Cookie: this.#cookie() } }));
  }

  /** Any request, with the browser's cookies. */
  async send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const init = { method, headers: { Cookie: this.#cookie(), ...headers } };
    return this.#keep(await this.#sidecar.send(path, init));
  }

  /** Sends the form of a page with its hidden fields. */
  async submit(
    page: string,
    fields: Readonly<Record<string, string>>,
    { action, headers = {} }: { readonly action?: string; readonly headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const text = await (await this.get(page)).text();
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
    const body = new URLSearchParams(
      hidden.map(([, name = '', value = '']): [string, string] => [name, plainText(value)]),
    );
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const target = action ?? /<form method="post" action="([^"]+)"/.exec(text)?.[1] ?? '';
    const path = new URL(plainText(target), this.#sidecar.url).href.slice(this.#sidecar.url.length);
    const init = { method: 'POST', body, headers: { Cookie: this.#cookie(), ...headers } };
    return this.#keep(await this.#sidecar.send(path, init));
  }

  async signIn(username: string, password = PASSWORD): Promise<Response> {
    return this.submit('/svc/login', { username, password });
  }

  #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=', 2);
      if (/Max-Age=0/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

function plainText(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
