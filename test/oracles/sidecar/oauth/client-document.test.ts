import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FetchError } from '../../../../src/core/net/fetch-error.js';
import {
  type FetchOptions,
  type GuardedFetch,
  guardedFetch,
} from '../../../../src/core/net/guarded-fetch.js';
import { isDocumentAddress } from '../../../../src/sidecar/oauth/client-document.js';
import { Assistant, CALLBACK, tokensOf } from '../../../support/sidecar/oauth/assistant.js';
import { Browser, startSidecar, type TestSidecar } from '../../../support/sidecar/server/auth/harness.js';

const ID = 'https://kettle.example/oauth/client.json';
const DOCUMENT = {
  client_id: ID,
  client_name: 'Kettle of the web',
  redirect_uris: [CALLBACK, 'http://127.0.0.1/back', 'javascript://x'],
  token_endpoint_auth_method: 'none',
};

/** What the world answers, and what was asked. */
const world = {
  status: 200,
  headers: {} as Record<string, string>,
  body: JSON.stringify(DOCUMENT),
  asked: [] as { readonly url: string; readonly options: FetchOptions | undefined }[],
};

const fetchWorld: GuardedFetch = async (url, options) => {
  world.asked.push({ url, options });
  const { status, headers, body } = world;
  if (body.length > (options?.maxBytes ?? 0)) throw new FetchError('too-big', `${url} is too big`);
  return { status, headers, body: Buffer.from(body), url };
};

let sidecar: TestSidecar;
let owner: Browser;
let assistant: Assistant;

beforeAll(async () => {
  sidecar = await startSidecar({ fetch: fetchWorld });
  await sidecar.addUser('ada', 'administrator');
  await sidecar.set({ enable_mcp_server: true });
});
afterAll(() => sidecar.close());
beforeEach(async () => {
  sidecar.now += 7 * 86_400;
  Object.assign(world, { status: 200, headers: {}, body: JSON.stringify(DOCUMENT), asked: [] });
  owner = new Browser(sidecar);
  await owner.signIn('ada');
  assistant = new Assistant(sidecar);
  assistant.clientId = ID;
});

describe('a client that is known by its own document', () => {
  it('connects without registration', async () => {
    const text = await (await owner.get(assistant.request())).text();
    expect(text).toContain('calls itself <strong>“Kettle of the web”</strong>');
    expect(text).toContain('<dt>Identified by</dt><dd>kettle.example</dd>');
    const tokens = tokensOf(await assistant.redeem(await assistant.approvedBy(owner)));
    const bearer = await sidecar.services.credentials.authenticateBearer(`Bearer ${tokens.access}`, {
      now: sidecar.now,
    });
    expect(bearer?.credential).toEqual({ kind: 'oauth', clientId: ID, name: 'Kettle of the web' });
    const asked = world.asked.length;
    expect((await assistant.refresh(tokens.refresh)).status).toBe(200);
    expect(world.asked).toHaveLength(asked);
  });

  it('is fetched within limits, and only for somebody who is signed in', async () => {
    await sidecar.send(assistant.request());
    expect(world.asked).toEqual([]);
    await owner.get(assistant.request());
    expect(world.asked).toEqual([
      {
        url: ID,
        options: {
          maxBytes: 16_384,
          timeoutMs: 5000,
          maxRedirects: 0,
          httpsOnly: true,
          accept: ['application/json', 'application/*+json'],
        },
      },
    ]);
  });

  it('returns to its own addresses alone, on any port of the own machine', async () => {
    const change = { redirect_uri: 'http://127.0.0.1:40404/back' };
    expect((await owner.get(assistant.request(change))).status).toBe(200);
    for (const redirect_uri of ['https://evil.example/back', 'javascript://x']) {
      const response = await owner.get(assistant.request({ redirect_uri }));
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    }
  });

  it.each([
    [{}, 3600],
    [{ 'cache-control': 'public, max-age=120' }, 120],
    [{ 'cache-control': 'max-age=999999' }, 86_400],
    [{ 'cache-control': 'no-store, max-age=600' }, 0],
    [{ 'cache-control': 'max-age=600, No-Cache' }, 0],
  ])('is kept as long as %j says, a day at most', async (headers, seconds) => {
    world.headers = headers as Record<string, string>;
    await owner.get(assistant.request());
    sidecar.now += Math.max(0, seconds - 1);
    await owner.get(assistant.request());
    expect(world.asked).toHaveLength(seconds === 0 ? 2 : 1);
    sidecar.now += 1;
    world.body = JSON.stringify({ ...DOCUMENT, client_name: 'Kettle, renamed' });
    expect(await (await owner.get(assistant.request())).text()).toContain('Kettle, renamed');
  });

  it('that cannot be fetched any more connects no more, and what is connected stays', async () => {
    const tokens = tokensOf(await assistant.redeem(await assistant.approvedBy(owner)));
    sidecar.now += 3601;
    world.status = 404;
    const response = await owner.get(assistant.request());
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('status 404')]);
    expect((await assistant.refresh(tokens.refresh)).status).toBe(200);
    // A failure is not kept.
    world.status = 200;
    expect((await owner.get(assistant.request())).status).toBe(200);
  });

  it.each([
    ['another status', { status: 403 }, 'status 403'],
    ['a redirect', { status: 302, headers: { location: 'https://kettle.example/' } }, 'status 302'],
    ['no JSON', { body: '<html>' }, "isn't a JSON object"],
    ['a list', { body: '[]' }, "isn't a JSON object"],
    [
      'another id',
      { body: JSON.stringify({ ...DOCUMENT, client_id: `${ID}?x` }) },
      'names a different client',
    ],
    ['no id', { body: JSON.stringify({ ...DOCUMENT, client_id: undefined }) }, 'names a different client'],
    ['a secret', { body: JSON.stringify({ ...DOCUMENT, client_secret: 'x' }) }, 'its own secret or key'],
    [
      'a key',
      { body: JSON.stringify({ ...DOCUMENT, token_endpoint_auth_method: 'private_key_jwt' }) },
      'its own secret or key',
    ],
    [
      'no addresses',
      { body: JSON.stringify({ ...DOCUMENT, redirect_uris: ['data://x'] }) },
      'no valid redirect URI',
    ],
    ['too much', { body: JSON.stringify({ ...DOCUMENT, pad: 'x'.repeat(17_000) }) }, 'too big'],
  ])('is not let in with %s', async (_, answer, text) => {
    Object.assign(world, answer);
    const response = await owner.get(assistant.request());
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(text)]);
  });
});

describe('the address of a document', () => {
  it.each([
    [ID, true],
    ['https://kettle.example/c', true],
    ['https://kettle.example:8443/c?v=1', true],
    ['https://kettle.example', false],
    ['https://kettle.example/', false],
    ['http://kettle.example/c', false],
    ['https://kettle.example/c#x', false],
    ['https://kettle.example/c#', false],
    ['https://ada@kettle.example/c', false],
    ['https://ada:x@kettle.example/c', false],
    ['https://kettle.example/a/../c', false],
    ['https://kettle.example/./c', false],
    ['https://KETTLE.example/c', false],
    ['https://kettle.example:443/c', false],
    ['https://kettle.example/c c', false],
    [`https://kettle.example/${'c'.repeat(600)}`, false],
    ['svcoc_00', false],
    ['', false],
  ])('%j: %s', (id, expected) => {
    expect(isDocumentAddress(id)).toBe(expected);
  });
});

describe('addresses of the own network', () => {
  it.each([
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/client.json',
    'https://localhost/client.json',
    'https://[::ffff:127.0.0.1]/client.json',
  ])('are not asked: %s', async (client_id) => {
    const guarded = await startSidecar({ fetch: guardedFetch() });
    await guarded.addUser('ada', 'administrator');
    await guarded.set({ enable_mcp_server: true });
    const browser = new Browser(guarded);
    await browser.signIn('ada');
    const response = await browser.get(new Assistant(guarded).request({ client_id }));
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/couldn't fetch|This client isn't registered here/);
    await guarded.close();
  });
});
