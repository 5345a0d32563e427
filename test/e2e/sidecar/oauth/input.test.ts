import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isSameResource } from '../../../../src/sidecar/oauth/port.js';
import { Assistant, type Tokens } from '../../../support/sidecar/oauth/assistant.js';
import { Browser, startSidecar, type TestSidecar } from '../../../support/sidecar/server/auth/harness.js';

const FORM = 'Application/X-WWW-Form-URLencoded; charset=UTF-8';
const JSON_TYPE = 'Application/JSON; charset=utf-8';

let sidecar: TestSidecar;
let owner: Browser;
let assistant: Assistant;
let tokens: Tokens;

beforeAll(async () => {
  sidecar = await startSidecar();
  await sidecar.addUser('ada', 'administrator');
  await sidecar.set({ enable_mcp_server: true });
  owner = new Browser(sidecar);
  await owner.signIn('ada');
});
afterAll(() => sidecar.close());
beforeEach(async () => {
  // Registrations are limited per minute.
  sidecar.now += 61;
  assistant = new Assistant(sidecar);
  tokens = await assistant.connect(owner);
});

async function post(endpoint: string, type: string, body: string, more: Record<string, string> = {}) {
  const init = { method: 'POST', body, headers: { 'Content-Type': type, ...more } };
  const response = await sidecar.send(`/api/svc/v1/oauth/${endpoint}`, init);
  const text = await response.text();
  const { error } = (text === '' ? {} : JSON.parse(text)) as { error?: string };
  const challenge = response.headers.get('www-authenticate');
  return { status: response.status, error, ...(challenge !== null && { challenge }) };
}

const isAlive = async () => {
  const { credentials, now } = sidecar.services;
  return (await credentials.authenticateBearer(`Bearer ${tokens.access}`, { now: now() })) !== undefined;
};

const refreshFields = () => ({ grant_type: 'refresh_token', client_id: assistant.clientId });

describe('the endpoints read', () => {
  it('a form whose type is in capitals and has parameters', async () => {
    const fields = { ...refreshFields(), refresh_token: tokens.refresh };
    expect((await post('token', FORM, String(new URLSearchParams(fields)))).status).toBe(200);
    const revoked = String(new URLSearchParams({ token: tokens.access }));
    expect((await post('revoke', FORM, revoked)).status).toBe(200);
  });

  it('JSON whose type is in capitals and has parameters', async () => {
    const client = JSON.stringify({ redirect_uris: ['kettle://back'] });
    expect((await post('register', JSON_TYPE, client)).status).toBe(201);
    const fields = { ...refreshFields(), refresh_token: tokens.refresh };
    expect((await post('token', JSON_TYPE, JSON.stringify(fields))).status).toBe(200);
  });

  it('the client id from Basic credentials', async () => {
    const body = String(new URLSearchParams({ grant_type: 'refresh_token', refresh_token: tokens.refresh }));
    const basic = (id: string) => ({ Authorization: `Basic ${btoa(`${encodeURIComponent(id)}:`)}` });
    expect(await post('token', FORM, body, basic('https://gone.example/client'))).toEqual({
      status: 401,
      error: 'invalid_client',
      challenge: 'Basic realm="OAuth"',
    });
    expect((await post('token', FORM, body, basic(assistant.clientId))).status).toBe(200);
  });

  it('an empty parameter as if it was not sent', async () => {
    const fields = { ...refreshFields(), refresh_token: tokens.refresh, resource: '' };
    const body = `scope=&scope=&${new URLSearchParams(fields)}`;
    expect((await post('token', FORM, body)).status).toBe(200);
    const request = `${assistant.request()}&resource=&state=&response_mode=`;
    expect((await owner.get(request)).status).toBe(200);
  });

  it('JSON with which a token is revoked', async () => {
    expect((await post('revoke', JSON_TYPE, JSON.stringify({ token: tokens.refresh }))).status).toBe(200);
    expect(await isAlive()).toBe(false);
  });

  it('an address with a slash at its end', async () => {
    expect((await post('revoke/', FORM, `token=${tokens.refresh}`)).status).toBe(200);
    expect(await isAlive()).toBe(false);
  });

  it.each([
    ['a list of one', { refresh_token: ['REFRESH'] }, 200, undefined],
    ['a list of two', { refresh_token: ['REFRESH', 'REFRESH'] }, 400, 'invalid_request'],
    ['a number for what may be missing', { refresh_token: 'REFRESH', scope: 7 }, 200, undefined],
    [
      'null for what may be missing',
      { refresh_token: 'REFRESH', scope: null, resource: null },
      200,
      undefined,
    ],
    ['null for the client', { refresh_token: 'REFRESH', client_id: null }, 200, undefined],
    [
      'a list of resources, one of them of others',
      { refresh_token: 'REFRESH', resource: ['self', 'https://x.example/'] },
      400,
      'invalid_target',
    ],
  ])('JSON with %s', async (_, members, status, error) => {
    const own = `${sidecar.url}/api/svc/v1/mcp`;
    const text = JSON.stringify({ ...refreshFields(), ...members });
    const body = text.replaceAll('REFRESH', tokens.refresh).replace('"self"', JSON.stringify(own));
    expect(await post('token', JSON_TYPE, body)).toEqual({ status, error });
  });
});

describe('a resource', () => {
  const own = 'https://harbour.example/api/svc/v1/mcp';

  it.each([
    [own, true],
    [`${own}/`, true],
    ['HTTPS://Harbour.EXAMPLE/api/svc/v1/mcp', true],
    ['https://harbour.example:443/api/svc/v1/mcp', true],
    ['https://harbour.example/api/svc/v1/MCP', false],
    ['https://harbour.example:8443/api/svc/v1/mcp', false],
    ['http://harbour.example/api/svc/v1/mcp', false],
    ['https://harbour.example/api/svc/v1', false],
    ['https://harbour.example/', false],
    [`${own}?x=1`, false],
    [`${own}#x`, false],
    [`${own}#`, false],
    ['/api/svc/v1/mcp', false],
    ['', false],
  ])('%j is that of the site: %s', (text, expected) => {
    expect([isSameResource(text, own), isSameResource(own, text)]).toEqual([expected, expected]);
  });

  it.each(['mcp', '', `${own}#x`])('is nothing that may not name one, not even for itself: %j', (text) => {
    expect(isSameResource(text, text)).toBe(false);
  });
});
