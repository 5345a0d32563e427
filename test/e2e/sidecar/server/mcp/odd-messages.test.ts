import { beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import { Connection, oauthToken, type Proof } from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

let site: TestSite;
let token: Proof;

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR, settings: { enable_mcp_server: true } });
  await new AdminClient(site).as('ada', 'administrator');
  token = await oauthToken(site, 'ada', 'read');
}, 60_000);

async function send(message: unknown, headers: Readonly<Record<string, string>> = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const response = await fetch(`${site.url}api/svc/v1/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...token, ...headers },
    body,
  });
  const text = await response.text();
  const { result, error } = JSON.parse(text || '{}') as {
    readonly result?: { readonly isError?: boolean; readonly serverInfo?: unknown };
    readonly error?: { readonly code: number; readonly message: string };
  };
  return { status: response.status, result, error };
}

const request = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
const call = (given: unknown) => request('tools/call', { name: 'svc-read-readiness', arguments: given });

describe('messages of languages whose empty map is a list, and of models', () => {
  it.each([
    ['params', request('tools/list', [])],
    ['params of ping', request('ping', [])],
    ['_meta', request('tools/list', { _meta: [] })],
    [
      'capabilities',
      request('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: [],
        clientInfo: { name: 'a', version: '1' },
      }),
    ],
    [
      'a capability',
      request('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: { roots: [] },
        clientInfo: { name: 'a', version: '1' },
      }),
    ],
  ])('%s may be an empty list', async (_, message) => {
    expect(await send(message)).toMatchObject({ status: 200, result: {}, error: undefined });
  });

  it.each([[[]], [''], ['{}']])('arguments may be %j', async (given) => {
    expect((await send(call(given))).result?.isError).toBe(false);
  });

  it('arguments in text are checked like others', async () => {
    expect((await send(call('{"depth":1}'))).result?.isError).toBe(true);
    expect((await send(call('[1]'))).error?.code).toBe(-32_602);
  });
});

describe('messages that lack members or have too many', () => {
  it.each([
    [null, 'It must be an object.'],
    [{ id: 1, method: 'ping' }, '"jsonrpc" must be "2.0".'],
    [{ ...request('ping'), id: 1.5 }, '"id" must be a string or a whole number.'],
    [{ ...request('ping'), id: null }, '"id" must be a string or a whole number.'],
    [{ jsonrpc: '2.0', id: 1, method: 5 }, '"method" must be a string.'],
    [request('tools/call', [1]), '"params" must be an object.'],
  ])('%j is refused with what it lacks', async (message, fault) => {
    expect(await send(message)).toMatchObject({
      status: 400,
      error: { code: -32_600, message: `The message isn't JSON-RPC 2.0. ${fault}` },
    });
  });

  it.each([
    undefined,
    {},
    { protocolVersion: '2025-06-18' },
    { clientInfo: { name: 'probe' } },
    { clientInfo: { name: 'probe', version: 2 } },
    { capabilities: { sampling: true, roots: false, experimental: { batches: true, mode: 'x' } } },
  ])('initialize with %j is answered', async (params) => {
    expect((await send(request('initialize', params))).result?.serverInfo).toBeDefined();
  });

  it('a notification may have the id null', async () => {
    const message = { jsonrpc: '2.0', id: null, method: 'notifications/initialized', params: [] };
    expect((await send(message)).status).toBe(202);
  });

  it.each([
    ['resources/read', {}, 'params.uri must be of type string.'],
    ['tools/call', {}, 'params.name must be of type string.'],
    ['tools/list', { cursor: 1 }, 'params.cursor must be of type string.'],
    ['initialize', { protocolVersion: 1 }, 'params.protocolVersion must be of type string.'],
    ['initialize', { capabilities: 'all' }, 'params.capabilities must be of type object.'],
    ['initialize', { clientInfo: { name: ['a'] } }, 'params.clientInfo.name must be of type string.'],
  ])('%s with %j is refused in words', async (method, params, message) => {
    expect((await send(request(method, params))).error).toEqual({ code: -32_602, message });
  });

  it('a parameter of a wrong type is refused in words in the version without sessions too', async () => {
    const { body } = await new Connection(site, token, '2026-07-28').rpc('resources/read', { uri: 1 });
    expect(body?.error).toEqual({ code: -32_602, message: 'params.uri must be of type string.' });
  });

  it('a list of what the server lacks is empty, and other methods are unknown', async () => {
    expect((await send(request('prompts/list', {}))).result).toEqual({ prompts: [] });
    expect((await send(request('prompts/get', { name: 'a' }))).error?.code).toBe(-32_601);
  });

  it.each(['tools/list', 'resources/list', 'resources/templates/list'])(
    'a cursor that %s never gave out is refused, an empty one is none',
    async (method) => {
      expect((await send(request(method, { cursor: 'page-2' }))).error?.code).toBe(-32_602);
      expect((await send(request(method, { cursor: '' }))).result).toBeDefined();
    },
  );

  it('an id beyond the exact whole numbers is not answered with another one', async () => {
    const response = await fetch(`${site.url}api/svc/v1/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...token },
      body: '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
    });
    expect([response.status, await response.json()]).toMatchObject([400, { id: null }]);
  });

  it('a method that objects have is unknown', async () => {
    expect((await send(request('constructor', {}))).error).toMatchObject({ code: -32_601 });
  });

  it('a byte order mark and an empty version change nothing', async () => {
    const text = `\ufeff${JSON.stringify(request('ping'))}`;
    expect(await send(text, { 'MCP-Protocol-Version': '' })).toMatchObject({ status: 200, result: {} });
  });
});

describe('batches, which the versions up to 2025-03-26 have', () => {
  const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const batch = async (messages: readonly unknown[], version = '2025-03-26') => {
    const response = await fetch(`${site.url}api/svc/v1/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'MCP-Protocol-Version': version, ...token },
      body: JSON.stringify(messages),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as unknown };
  };

  it('each request is answered, and a refused one refuses no other', async () => {
    const { status, body } = await batch([ping(1), notification, 5, ping(1.5), ping('b')]);
    expect(status).toBe(200);
    expect(body).toEqual([
      expect.objectContaining({ id: 1, result: {} }),
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32_600 }) as unknown }),
      expect.objectContaining({ id: 1.5, error: expect.objectContaining({ code: -32_600 }) as unknown }),
      expect.objectContaining({ id: 'b', result: {} }),
    ]);
  });

  it('notifications alone have no response', async () => {
    expect(await batch([notification, notification])).toEqual({ status: 202, body: undefined });
  });

  it.each([
    ['an empty one', [], undefined],
    ['a long one', Array.from({ length: 51 }, (_, id) => ping(id)), undefined],
    ['one of a later version', [ping(1)], '2025-06-18'],
  ])('%s is refused', async (_, messages, version) => {
    expect(await batch(messages, version)).toMatchObject({ status: 400, body: { error: { code: -32_600 } } });
  });

  it('each message counts for the rate, and too many are refused as a whole', async () => {
    const statuses: number[] = [];
    const full = Array.from({ length: 50 }, (_, id) => ping(id));
    for (let turn = 0; turn < 8 && statuses.at(-1) !== 429; turn++) statuses.push((await batch(full)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
