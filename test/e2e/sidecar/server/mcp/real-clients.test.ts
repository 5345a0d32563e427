import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import { oauthToken, type Proof } from '../../../../support/sidecar/server/mcp/connection.js';
import { CLIENTS, type RealClient } from '../../../../support/sidecar/server/mcp/real-clients.js';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly result: Readonly<Record<string, unknown>> | undefined;
  readonly error: { readonly code: number; readonly data?: { readonly supported?: unknown } } | undefined;
}

let site: TestSite;
let token: Proof;

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR, settings: { enable_mcp_server: true } });
  await new AdminClient(site).as('ada', 'administrator');
  token = await oauthToken(site, 'ada', 'read');
}, 60_000);

/** Sends exactly these fields: `fetch` would add an `Accept` of its own. */
function send(message: unknown, headers: Readonly<Record<string, string | undefined>>): Promise<Answer> {
  const fields = Object.entries(headers).filter((one): one is [string, string] => one[1] !== undefined);
  const all = { 'Content-Type': 'application/json', ...token, ...Object.fromEntries(fields) };
  return new Promise((resolve, reject) => {
    request(`${site.url}api/svc/v1/mcp`, { method: 'POST', headers: all }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.once('end', () => {
        const { statusCode: status = 0, headers: answered } = response;
        const type = answered['content-type'] ?? '';
        const json = type.startsWith('text/event-stream') ? /^data: (.+)$/m.exec(text)?.[1] : text;
        resolve({ status, type, text, ...(JSON.parse(json || '{}') as object) } as Answer);
      });
    })
      .once('error', reject)
      .end(JSON.stringify(message));
  });
}

describe.each(CLIENTS)(
  '$name',
  ({ accept, version, registration, initialize, call, headers }: RealClient) => {
    it('registers with its own addresses', async () => {
      const response = await fetch(`${site.url}api/svc/v1/oauth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(registration),
      });
      const body = (await response.json()) as Readonly<Record<string, unknown>>;
      expect([response.status, body['redirect_uris']]).toEqual([201, registration.redirect_uris]);
      expect(body['token_endpoint_auth_method']).toBe('none');
    });

    it('shakes hands, lists tools and calls one', async () => {
      const hello = await send(
        {
          jsonrpc: '2.0',
          id: 0,
          method: 'initialize',
          params: {
            protocolVersion: version,
            capabilities: {},
            clientInfo: { name: 'x', version: '1' },
            ...initialize,
          },
        },
        { Accept: accept, ...headers },
      );
      expect([hello.status, hello.result?.['protocolVersion']]).toEqual([
        200,
        expect.stringMatching(/^20\d\d-/),
      ]);
      const settled = { Accept: accept, 'MCP-Protocol-Version': String(hello.result?.['protocolVersion']) };
      const list = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list', ...call.list }, settled);
      expect([list.status, list.text]).toEqual([200, expect.stringContaining('svc-read-readiness')]);
      const result = await send(
        {
          jsonrpc: '2.0',
          id: 2,
          method: 'tools/call',
          params: { name: 'svc-read-content-issues', ...call.params },
        },
        settled,
      );
      expect([result.status, result.result?.['isError'], result.text]).toEqual([200, false, result.text]);
    });
  },
);

describe('an answer', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const progress = {
    ...list,
    method: 'tools/call',
    params: { name: 'svc-read-readiness', arguments: {}, _meta: { progressToken: 1 } },
  };

  it.each([
    'application/json',
    '*/*',
    undefined,
    'application/*',
    'text/html, */*;q=0.1',
    'Application/JSON; charset=utf-8',
    'text/plain',
    'application/json, text/event-stream',
    'text/event-stream, application/json;q=0.5',
  ])('comes for Accept: %s', async (accept) => {
    expect(await send(list, { Accept: accept })).toMatchObject({ status: 200, type: 'application/json' });
    const { status, type } = await send(progress, { Accept: accept });
    const takesStreams = accept?.includes('text/event-stream') ?? false;
    expect([status, type.startsWith('text/event-stream')]).toEqual([200, takesStreams]);
  });

  it('comes as a stream to clients that take nothing else', async () => {
    const { status, type, text } = await send(list, { Accept: 'text/event-stream' });
    expect([status, type]).toEqual([200, 'text/event-stream']);
    expect(text).toContain('svc-read-readiness');
  });

  it('to a version that is not spoken says which ones are', async () => {
    const { status, error } = await send(list, { 'MCP-Protocol-Version': '2027-03-01' });
    expect([status, error?.code]).toEqual([400, -32_022]);
    expect(error?.data?.supported).toEqual(
      expect.arrayContaining(['2026-07-28', '2025-11-25', '2025-06-18']),
    );
  });
});
