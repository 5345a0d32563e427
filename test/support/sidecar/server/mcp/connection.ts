import { join } from 'node:path';
import type { AccessScope } from '../../../../../src/sidecar/abilities/ability.js';
import { secretHash } from '../../../../../src/sidecar/accounts/sessions.js';
import { makeSharedToken } from '../../../../../src/sidecar/oauth/authenticate.js';
import { newToken } from '../../../../../src/sidecar/oauth/secrets.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { putClient } from '../../../../../src/storage/tables/oauth-clients.js';
import { addTokens } from '../../../../../src/storage/tables/oauth-tokens.js';
import { findUser } from '../../../../../src/storage/tables/users.js';
import { NOW, type TestSite } from '../serving.js';

/** Headers that prove who somebody is. */
export type Proof = Readonly<Record<string, string>>;

/** Works in the database of a running site. */
export async function inStorage<T>(site: TestSite, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(join(site.folder, '.svc/svc.db'));
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/**
 * A token of an assistant that an account has connected.
 * @param clientId by default a client of its own
 */
export function oauthToken(
  site: TestSite,
  account: string,
  scope: AccessScope,
  clientId = newToken('client'),
): Promise<Proof> {
  return inStorage(site, async ({ db }) => {
    const user = await findUser(db, account);
    if (user === undefined) throw new Error(`there is no account ${account}`);
    const token = newToken('access');
    await putClient(db, {
      id: clientId,
      name: 'Teapot',
      redirectUris: ['https://kettle.example/back'],
      created: NOW,
      freshUntil: 0,
    });
    await addTokens(db, [
      {
        hash: secretHash(token),
        kind: 'access',
        pair: newToken('client'),
        clientId,
        userId: user.id,
        scope,
        resource: 'https://harbour.example/api/svc/v1/mcp',
        isRotated: false,
        rotatedAt: 0,
        family: 'one authorization',
        expires: NOW + 3600,
      },
    ]);
    return { Authorization: `Bearer ${token}` };
  });
}

/** The shared token of the site, in place of the one before. */
export function sharedToken(site: TestSite, account: string, scope: AccessScope): Promise<Proof> {
  return inStorage(site, async (storage) => {
    const user = await findUser(storage.db, account);
    const token = await makeSharedToken(storage, { scope, userId: user?.id ?? 0 }, NOW);
    return { Authorization: `Bearer ${token}` };
  });
}

/** What came back for a message. */
export interface McpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined for an empty answer. */
  readonly body: Body | undefined;
}

interface Body {
  readonly code?: string;
  readonly id?: unknown;
  readonly result?: Result;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

interface Result {
  readonly isError?: boolean;
  readonly content?: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly tools?: readonly ToolEntry[];
  readonly resources?: readonly { readonly uri: string; readonly mimeType: string; readonly name: string }[];
  readonly contents?: readonly { readonly uri: string; readonly mimeType: string; readonly text: string }[];
  readonly [member: string]: unknown;
}

export interface ToolEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, unknown>>;
}

/** Versions of the protocol, by how a message of them looks. */
export type Version = '2025-06-18' | '2025-11-25' | '2026-07-28';

/** Sends messages to the MCP server of a site, as plainly as possible. */
export class Connection {
  readonly #site: Pick<TestSite, 'url'>;
  readonly #proof: Proof;
  readonly version: Version;
  #id = 0;

  constructor(site: Pick<TestSite, 'url'>, proof: Proof, version: Version = '2025-11-25') {
    this.#site = site;
    this.#proof = proof;
    this.version = version;
  }

  /** A request of the protocol, in the form of its version. */
  rpc(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<McpReply> {
    this.#id += 1;
    const isModern = this.version === '2026-07-28';
    const name = params['name'] ?? params['uri'];
    const meta = {
      'io.modelcontextprotocol/protocolVersion': this.version,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return this.send(
      { jsonrpc: '2.0', id: this.#id, method, params: isModern ? { ...params, _meta: meta } : params },
      {
        'MCP-Protocol-Version': this.version,
        ...(isModern && { 'Mcp-Method': method, ...(typeof name === 'string' && { 'Mcp-Name': name }) }),
      },
    );
  }

  call(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<McpReply> {
    return this.rpc('tools/call', { name, arguments: given });
  }

  async tools(): Promise<readonly ToolEntry[]> {
    return (await this.rpc('tools/list')).body?.result?.tools ?? [];
  }

  /** Any message at all. */
  async send(message: unknown, headers: Proof = {}, method = 'POST'): Promise<McpReply> {
    const response = await fetch(`${this.#site.url}api/svc/v1/mcp`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...this.#proof,
        ...headers,
      },
      ...(method !== 'GET' &&
        method !== 'HEAD' && {
          body: typeof message === 'string' ? message : JSON.stringify(message),
        }),
    });
    const text = await response.text();
    const body = text === '' ? undefined : (JSON.parse(text) as Body);
    return { status: response.status, headers: response.headers, text, body };
  }
}
