import { createHash } from 'node:crypto';
import type { Browser, TestSidecar } from '../server/auth/harness.js';

/** A verifier, and its challenge with S256. */
export const VERIFIER = 'the-kettle-knows-when-the-tea-is-ready~2026.ok';
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
export const CALLBACK = 'https://kettle.example/back';

/** A JSON answer of an endpoint. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Two tokens. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

type Fields = Readonly<Record<string, string>>;

/** A program that connects to a site. */
export class Assistant {
  readonly #sidecar: Pick<TestSidecar, 'send' | 'url'>;
  clientId = '';

  constructor(sidecar: Pick<TestSidecar, 'send' | 'url'>) {
    this.#sidecar = sidecar;
  }

  /** Registers, with JSON. */
  async register(metadata: unknown = {}): Promise<Reply> {
    const isObject = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata);
    const body = isObject ? { client_name: 'Kettle', redirect_uris: [CALLBACK], ...metadata } : metadata;
    const reply = await this.#send('register', JSON.stringify(body), 'application/json');
    if (reply.status === 201) this.clientId = String(reply.body['client_id']);
    return reply;
  }

  /** Path and query of an authorize request; an empty text takes a parameter away. */
  request(change: Fields = {}): string {
    const parameters = {
      client_id: this.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      state: 'what we were doing',
      ...change,
    };
    const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
    return `/svc/connect?${query}`;
  }

  /** Has an owner approve, and returns the code. */
  async approvedBy(owner: Browser, grant = 'read', change: Fields = {}): Promise<string> {
    const response = await owner.submit(this.request(change), { decision: 'approve', grant });
    const location = response.headers.get('location') ?? '';
    if (response.status !== 303) throw new Error(`${response.status}: ${await response.text()}`);
    return new URL(location).searchParams.get('code') ?? '';
  }

  /** Redeems a code. */
  redeem(code: string, change: Fields = {}): Promise<Reply> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      client_id: this.clientId,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...change,
    });
  }

  refresh(token: string, change: Fields = {}): Promise<Reply> {
    return this.token({
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: this.clientId,
      ...change,
    });
  }

  /** Registers, is approved and redeems. */
  async connect(owner: Browser, grant = 'read'): Promise<Tokens> {
    if (this.clientId === '') await this.register();
    return tokensOf(await this.redeem(await this.approvedBy(owner, grant)));
  }

  /** A request to the token endpoint; an empty text takes a field away. */
  token(fields: Fields): Promise<Reply> {
    return this.post('token', fields);
  }

  post(endpoint: string, fields: Fields): Promise<Reply> {
    const body = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''));
    return this.#send(endpoint, body.toString(), 'application/x-www-form-urlencoded');
  }

  async #send(endpoint: string, body: string, type: string): Promise<Reply> {
    const response = await this.#sidecar.send(`/api/svc/v1/oauth/${endpoint}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  }
}

/** The tokens of an answer that has to have some. */
export function tokensOf({ status, body }: Reply): Tokens {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) };
}
