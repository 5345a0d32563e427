import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { splitRoute } from '../../../../../src/sidecar/server/admin/dispatch.js';
import type { Param } from '../../../../../src/sidecar/server/admin/read-request.js';
import { adminRoutes } from '../../../../../src/sidecar/server/admin/table.js';
import { AdminClient, type Credentials } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

const NUL = 'a\0b';
const OTHERS: Readonly<Record<Param['type'], unknown>> = {
  integer: 2,
  string: 'tide',
  boolean: true,
  strings: ['tide'],
};

/** Every route with NUL in one of its texts, and values that pass for the others. */
const CALLS = adminRoutes.flatMap(({ params = {}, ...row }) =>
  Object.entries(params)
    .filter(([, { type, values }]) => ['string', 'strings'].includes(type) && values === undefined)
    .map(([name, { type }]) => {
      const given = Object.fromEntries(
        Object.entries(params).map(([key, param]) => [key, param.values?.[0] ?? OTHERS[param.type]]),
      );
      return {
        method: splitRoute(row).methods[0] ?? 'GET',
        path: splitRoute(row).path,
        name,
        body: { ...given, [name]: type === 'strings' ? [NUL] : NUL },
      };
    }),
);

describe.each([sqlite(), postgres()])('NUL in a request, on $name', (database) => {
  let [site, client, ada]: [TestSite?, AdminClient?, Credentials?] = [];

  beforeAll(async () => {
    await database.start();
    const address = await database.address();
    site = await serveSite({ files: HARBOUR, config: { database: address } });
    client = new AdminClient(site);
    ada = await client.as('ada', 'administrator', address);
    await client.call('POST', '/settings', ada, { enable_mcp_server: true });
  });
  beforeEach(() => expect(CALLS.length).toBeGreaterThan(20));
  afterAll(() => database.stop());

  it.each(CALLS)('is no fault of the server: $method $path $name', async ({ method, path, body }) => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(body)) query.append(key, String(value));
    const reply =
      method === 'GET'
        ? await client?.call(method, `${path}?${query}`, ada)
        : await client?.call(method, path, ada, body);
    expect(reply?.code).not.toBe('internal_server_error');
    // Without a language model or an engine, some answer 503 whatever they are sent.
    if ((reply?.status ?? 500) >= 500) expect(reply?.code).toBe('svc_ai_unavailable');
  });

  it.each([
    ['settings', '/settings', { identity: { about: NUL, name: NUL }, blocked_trainers: [NUL] }],
    ['engines', '/visibility/config', { targets: [{ name: NUL, domain: NUL, prompts: [NUL] }] }],
  ])('is no fault of the server in %s', async (_, path, body) => {
    expect((await client?.call('POST', path, ada, body))?.status).toBe(200);
  });

  it.each([
    ['sign-in', 'svc/login', { username: `ada${NUL}`, password: NUL }, [401]],
    [
      'registration',
      'api/svc/v1/oauth/register',
      { client_name: NUL, redirect_uris: ['https://a.example/b'] },
      [201],
    ],
    [
      'registration of addresses',
      'api/svc/v1/oauth/register',
      { redirect_uris: [`https://a.example/${NUL}`] },
      [400],
    ],
    [
      'tokens',
      'api/svc/v1/oauth/token',
      { grant_type: 'refresh_token', refresh_token: NUL, client_id: NUL },
      [401],
    ],
    [
      'the counting of readers',
      'api/svc/v1/ai-hit',
      { source: NUL, path: `/${NUL}`, url: NUL, ref: NUL },
      [200, 204, 400],
    ],
  ])('is no fault of the server at the door of %s', async (_, path, body, expected) => {
    const response = await fetch(`${site?.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(expected).toContain(response.status);
  });
});
