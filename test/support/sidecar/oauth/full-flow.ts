import * as oauth from 'oauth4webapi';
import { expect } from 'vitest';
import { hashPassword } from '../../../../src/sidecar/accounts/password.js';
import { openStorage } from '../../../../src/storage/open.js';
import { addUser } from '../../../../src/storage/tables/users.js';
import { Browser, PASSWORD, type TestSidecar } from '../server/auth/harness.js';

/** What was sent and answered, so that it can be searched for secrets. */
export interface Exchange {
  readonly url: string;
  readonly status: number;
  readonly location: string;
  readonly body: string;
}

/** What a run through everything has left. */
export interface FlowResult {
  /** Every secret that was given out, by what it is. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly exchanges: readonly Exchange[];
}

/** Makes the administrator of a site. */
export async function addOwner(database: string, name = 'ada'): Promise<void> {
  const storage = await openStorage(database);
  const password = await hashPassword(PASSWORD);
  const owner = { name, displayName: name, email: '', role: 'administrator', password, created: 1 };
  await addUser(storage.db, owner);
  await storage.close();
}

const CALLBACK = 'http://127.0.0.1:49666/back';
const MESSAGE = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
};

/**
 * Connects as an assistant does that knows nothing but the address of the MCP endpoint: with a client library that
 * is not ours, over real HTTP, and to the end.
 * @param resource address of the MCP endpoint
 * @param sidecar address below which the sidecar answers, without trailing slash
 */
export async function runFullFlow(resource: string, sidecar: string): Promise<FlowResult> {
  const exchanges: Exchange[] = [];
  const send = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(url, { redirect: 'manual', ...init });
    const location = response.headers.get('location') ?? '';
    exchanges.push({ url, status: response.status, location, body: await response.clone().text() });
    return response;
  };
  const options = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init: RequestInit) => send(url, init),
  } as { [oauth.allowInsecureRequests]: true };

  // Where to sign in: a call without a token says so.
  const refused = await send(resource, MESSAGE);
  const [, metadata = ''] =
    /^Bearer resource_metadata="([^"]+)"$/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
  expect([refused.status, (await send(metadata)).status]).toEqual([401, 200]);
  const described = await oauth.resourceDiscoveryRequest(new URL(resource), options);
  const server = await oauth.processResourceDiscoveryResponse(new URL(resource), described);
  expect(await (await send(metadata)).json()).toEqual(server);
  const issuer = new URL(server.authorization_servers?.[0] ?? '');
  const found = await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' });
  const as = await oauth.processDiscoveryResponse(issuer, found);
  expect(as).toMatchObject({
    issuer: `${sidecar}/svc/mcp`,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    scopes_supported: ['read', 'write'],
  });

  const registered = await oauth.dynamicClientRegistrationRequest(
    as,
    { client_name: 'Kettle', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    options,
  );
  const client = await oauth.processDynamicClientRegistrationResponse(registered);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const request = new URL(as.authorization_endpoint ?? '');
  request.search = String(
    new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      scope: 'read',
      state,
      resource: server.resource,
    }),
  );

  const toSidecar = (path: string, init?: RequestInit) => send(sidecar + path, init);
  const owner = new Browser({ url: sidecar, send: toSidecar } as TestSidecar);
  const shown = await owner.get(request.href.slice(sidecar.length));
  const login = new URL(shown.headers.get('location') ?? '', sidecar);
  const form = { username: 'ada', password: PASSWORD };
  const back = await owner.submit(login.href.slice(sidecar.length), form);
  const consent = new URL(back.headers.get('location') ?? '', sidecar).href.slice(sidecar.length);
  const approved = await owner.submit(consent, { decision: 'approve', grant: 'read' });
  const target = new URL(approved.headers.get('location') ?? '');
  const answer = oauth.validateAuthResponse(as, client, target, state);
  const tokens = await oauth.processAuthorizationCodeResponse(
    as,
    client,
    await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), answer, CALLBACK, verifier, {
      ...options,
      additionalParameters: { resource: server.resource },
    }),
  );

  const list = (token: string) =>
    send(resource, { ...MESSAGE, headers: { ...MESSAGE.headers, Authorization: `Bearer ${token}` } });
  const listed = await list(tokens.access_token);
  expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('read-readiness')]);
  const refreshToken = tokens.refresh_token ?? '';
  const refresh = async (token: string) =>
    oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, oauth.None(), token, options),
    );
  const renewed = await refresh(refreshToken);
  expect((await list(tokens.access_token)).status).toBe(401);
  expect((await list(renewed.access_token)).status).toBe(200);

  const { nonce } = (await (await owner.get('/api/svc/v1/nonce')).json()) as { nonce: string };
  const admin = (method: string, path: string) =>
    owner.send(method, `/api/svc/v1${path}`, { 'X-Platform-Nonce': nonce });
  const { grants } = (await (await admin('GET', '/oauth/grants')).json()) as { grants: readonly object[] };
  expect(grants).toEqual([
    expect.objectContaining({ clientId: client.client_id, lastUsed: expect.any(Number) }),
  ]);
  const made = (await (await admin('POST', '/mcp-token?scope=read')).json()) as { plaintext: string };
  expect((await list(made.plaintext)).status).toBe(200);

  const revoked = await oauth.revocationRequest(
    as,
    client,
    oauth.None(),
    renewed.refresh_token ?? '',
    options,
  );
  await oauth.processRevocationResponse(revoked);
  expect((await list(renewed.access_token)).status).toBe(401);
  await expect(refresh(renewed.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  // What is wrong is said without repeating it: secrets in the wrong place, and twice.
  const code = target.searchParams.get('code') ?? '';
  for (const parameters of [
    { code, client_id: client.client_id },
    { client_id: code },
    { redirect_uri: code },
  ]) {
    await owner.get(`/svc/connect?${new URLSearchParams(parameters)}`);
    await send(as.token_endpoint ?? '', { method: 'POST', body: new URLSearchParams(parameters) });
  }
  return {
    secrets: {
      password: PASSWORD,
      session: owner.cookies.get('svc_session') ?? '',
      code,
      verifier,
      access: tokens.access_token,
      refresh: refreshToken,
      'second access': renewed.access_token,
      'second refresh': renewed.refresh_token ?? '',
      'shared token': made.plaintext,
    },
    exchanges,
  };
}
