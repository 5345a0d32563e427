import { join } from 'node:path';
import { hashPassword } from '../../../../../src/sidecar/accounts/password.js';
import { openStorage } from '../../../../../src/storage/open.js';
import { addUser } from '../../../../../src/storage/tables/users.js';
import type { TestSite } from '../serving.js';

const PASSWORD = 'low water at ten past six';
const HASH = await hashPassword(PASSWORD);

/** Who asks, and what they bring. */
export type Credentials = Readonly<Record<string, string>>;

/** A JSON answer of the admin API. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** `code` of an error; undefined for anything else. */
  readonly code: string | undefined;
}

/** Talks to the admin API of a running site. */
export class AdminClient {
  readonly #site: Pick<TestSite, 'folder' | 'url'>;
  readonly api: string;

  constructor(site: Pick<TestSite, 'folder' | 'url'>) {
    this.#site = site;
    this.api = `${site.url}api/svc/v1`;
  }

  /**
   * Makes an account and signs it in.
   * @param database by default the site's own file
   */
  async as(
    name: string,
    role: string,
    database = join(this.#site.folder, '.svc/svc.db'),
  ): Promise<Credentials> {
    const storage = await openStorage(database);
    const user = { name, displayName: name, email: '', role, password: HASH, created: 1 };
    await addUser(storage.db, user);
    await storage.close();
    const response = await fetch(`${this.#site.url}svc/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: name, password: PASSWORD }),
    });
    const { nonce } = (await response.json()) as { nonce: string };
    const [cookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';', 1);
    return { Cookie: cookie, 'X-Platform-Nonce': nonce };
  }

  /** @param body a text is sent as it is, anything else as JSON */
  async call(method: string, path: string, credentials: Credentials = {}, body?: unknown): Promise<Reply> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { ...(text === undefined ? {} : { 'Content-Type': 'application/json' }), ...credentials };
    const response = await fetch(this.api + path, {
      method,
      headers,
      ...(text !== undefined && { body: text }),
    });
    const answer = await response.text();
    const parsed = answer === '' ? undefined : (JSON.parse(answer) as unknown);
    const code = response.status >= 400 ? (parsed as { code?: string } | undefined)?.code : undefined;
    return { status: response.status, headers: response.headers, body: parsed, code };
  }
}
