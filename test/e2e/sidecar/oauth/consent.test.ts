import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Assistant, CALLBACK, CHALLENGE } from '../../../support/sidecar/oauth/assistant.js';
import {
  Browser,
  PASSWORD,
  startSidecar,
  type TestSidecar,
} from '../../../support/sidecar/server/auth/harness.js';

let sidecar: TestSidecar;
let assistant: Assistant;
let owner: Browser;

beforeAll(async () => {
  sidecar = await startSidecar();
  await sidecar.addUser('ada', 'administrator');
  await sidecar.addUser('eve', 'editor');
});
afterAll(() => sidecar.close());
beforeEach(async () => {
  sidecar.now += 3600;
  await sidecar.set({ enable_mcp_server: true, enable_agent_writes: false, agent_writes_publish: false });
  assistant = new Assistant(sidecar);
  await assistant.register();
  // Once: a session outlives the tests.
  if (owner?.cookies.has('svc_session')) return;
  owner = new Browser(sidecar);
  await owner.signIn('ada');
});

const locationOf = (response: Response) =>
  new URL(response.headers.get('location') ?? 'none://', sidecar.url);

describe('the way in', () => {
  it('[4.2.5-cookie] leads through the sign-in page, and back to the same request', async () => {
    const browser = new Browser(sidecar);
    const request = assistant.request({ evil: 'x', state: 'a b&c=d#e' });
    const sent = await browser.get(request);
    expect([sent.status, locationOf(sent).pathname]).toEqual([303, '/svc/login']);
    const login = locationOf(sent);
    expect(login.origin).toBe(new URL(sidecar.url).origin);
    const back = await browser.submit(login.pathname + login.search, { username: 'ada', password: PASSWORD });
    const target = locationOf(back);
    expect([target.origin, target.pathname]).toEqual([new URL(sidecar.url).origin, '/svc/connect']);
    const wanted = new URL(request, sidecar.url).searchParams;
    wanted.delete('evil');
    expect(Object.fromEntries(target.searchParams)).toEqual(Object.fromEntries(wanted));
    expect((await browser.get(target.pathname + target.search)).status).toBe(200);
  });

  it.each([
    '//evil.example/svc/connect',
    '/\\evil.example',
    'https://evil.example/svc/connect',
    'https://kettle.example/back?code=stolen',
    '/svc/../../evil',
    'javascript:alert(1)',
  ])('cannot be turned elsewhere: %s', async (target) => {
    const page = `/svc/login?return_to=${encodeURIComponent(target)}`;
    const response = await new Browser(sidecar).submit(page, { username: 'ada', password: PASSWORD });
    expect(response.headers.get('location')).toBe('/svc/');
    // Nor for somebody who is signed in already.
    expect((await owner.get(page)).headers.get('location')).toBe('/svc/');
  });

  it('[4.2.5-cookie] is for administrators', async () => {
    const editor = new Browser(sidecar);
    await editor.signIn('eve');
    for (const response of [
      await editor.get(assistant.request()),
      await editor.send('POST', '/svc/connect'),
    ]) {
      expect([response.status, response.headers.get('location')]).toEqual([403, null]);
      expect(await response.text()).toContain('Only an administrator');
    }
  });

  it('leads back to the request when the session has ended meanwhile', async () => {
    const request = assistant.request();
    const page = await (await owner.get(request)).text();
    owner.cookies.delete('svc_session');
    const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(page) ?? [];
    const form = new URLSearchParams({ ...Object.fromEntries(new URL(request, sidecar.url).searchParams) });
    form.set('form_token', token);
    const sent = await sidecar.send('/svc/connect', { method: 'POST', body: form });
    const target = locationOf(sent).searchParams.get('return_to') ?? '';
    expect([sent.status, target.startsWith('/svc/connect?client_id=')]).toEqual([303, true]);
    expect(target).not.toContain(token);
  });

  it('takes no bearer token and no nonce in place of a session', async () => {
    const { access } = await assistant.connect(owner);
    const response = await sidecar.send(assistant.request(), {
      headers: { Authorization: `Bearer ${access}` },
    });
    expect(response.status).toBe(303);
  });
});

describe('the page', () => {
  it('says who asks for what, where the answer goes, and as whom the assistant acts', async () => {
    await assistant.register({ client_name: '<b>Kettle</b> & "friends"' });
    const response = await owner.get(assistant.request({ state: '"><script>alert(1)</script>' }));
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain(
      'calls itself <strong>“&lt;b&gt;Kettle&lt;/b&gt; &amp; &quot;friends&quot;”</strong>',
    );
    expect(text).toContain('<dt>Returns to</dt><dd>kettle.example</dd>');
    expect(text).toContain('<dt>Acts as</dt><dd>ada (administrator)</dd>');
    expect(text).not.toContain('<script');
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  it('says that a program which may only read sees no drafts', async () => {
    const text = await (await owner.get(assistant.request())).text();
    const [read = ''] = /<strong>Read<[\s\S]*?<\/label>/.exec(text) ?? [];
    expect(read).toContain('Drafts and private pages stay hidden');
  });

  it('is framed by nobody, kept by nobody, and lets no referrer out', async () => {
    const { headers } = await owner.get(assistant.request());
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect([
      headers.get('x-frame-options'),
      headers.get('cache-control'),
      headers.get('referrer-policy'),
    ]).toEqual(['DENY', 'no-store', 'no-referrer']);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['kettle://back', 'kettle://back', 'a program on the device'],
    ['http://127.0.0.1:3000/back', '127.0.0.1:3000', 'a program on the device'],
    ['https://kettle.example/back', 'kettle.example', 'the host above'],
  ])('warns of what %s means, and lets the form lead anywhere', async (redirect_uri, host, warning) => {
    await assistant.register({ redirect_uris: [redirect_uri] });
    const response = await owner.get(assistant.request({ redirect_uri }));
    const text = await response.text();
    expect(text).toContain(`<dd>${host}</dd>`);
    expect(text).toContain(warning);
    // The callback may go on to the scheme of an app, which browsers would hold `form-action` against.
    expect(response.headers.get('content-security-policy')).not.toContain('form-action');
  });

  it.each([
    ['while writes are off', false, '', ['read'], 'read', true],
    ['while writes are on', true, '', ['read', 'write'], 'write', false],
    ['for read and write', true, 'read write', ['read', 'write'], 'write', false],
    ['for the old word', true, 'mcp', ['read', 'write'], 'write', false],
    ['for read alone', true, 'read', ['read'], 'read', false],
    ['for scopes that nobody knows', true, 'read tea', ['read'], 'read', false],
  ])('offers what can be granted %s', async (_, enable_agent_writes, scope, offered, checked, isNoted) => {
    await sidecar.set({ enable_agent_writes });
    const text = await (await owner.get(assistant.request({ scope }))).text();
    const radios = [...text.matchAll(/name="grant" value="(\w+)"( checked)?/g)];
    expect(radios.map(([, value]) => value)).toEqual(offered);
    expect(radios.filter(([, , mark]) => mark !== undefined).map(([, value]) => value)).toEqual([checked]);
    expect(text.includes('switched off on this site')).toBe(isNoted);
  });
});

describe('a decision', () => {
  it('to approve leads back with code, state and issuer, each once', async () => {
    const response = await owner.submit(assistant.request(), { decision: 'approve', grant: 'read' });
    const target = locationOf(response);
    expect([response.status, target.origin + target.pathname]).toEqual([303, CALLBACK]);
    expect([...target.searchParams]).toEqual([
      ['code', expect.stringMatching(/^[0-9a-f]{64}$/)],
      ['state', 'what we were doing'],
      ['iss', `${sidecar.url}/svc/mcp`],
    ]);
    expect([response.headers.get('cache-control'), response.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
  });

  it.each(['deny', '', 'approved'])(
    'of %j leads back with a refusal and the issuer, and connects nobody',
    async (decision) => {
      const response = await owner.submit(assistant.request({ state: '' }), { decision, grant: 'read' });
      expect([...locationOf(response).searchParams]).toEqual([
        ['error', 'access_denied'],
        ['iss', `${sidecar.url}/svc/mcp`],
      ]);
      expect(
        await sidecar.storage.db
          .selectFrom('oauth_codes')
          .selectAll()
          .where('client_id', '=', assistant.clientId)
          .execute(),
      ).toEqual([]);
    },
  );

  it.each([
    ['while writes are off', false, '', 'write', 'read'],
    ['beyond what was asked for', true, 'read', 'write', 'read'],
    ['of something else', true, '', 'admin', 'read'],
    ['to read', true, '', 'read', 'read'],
    ['to write', true, '', 'write', 'write'],
  ])('%s grants what may be granted', async (_, enable_agent_writes, scope, grant, granted) => {
    await sidecar.set({ enable_agent_writes });
    const code = await assistant.approvedBy(owner, grant, { scope });
    expect((await assistant.redeem(code)).body['scope']).toBe(granted);
  });

  it('needs the form that was shown to this session', async () => {
    const forms: readonly Record<string, string>[] = [{ form_token: '' }, { form_token: 'forged' }];
    for (const fields of forms) {
      const response = await owner.submit(assistant.request(), { decision: 'approve', ...fields });
      expect([response.status, response.headers.get('location')]).toEqual([403, null]);
    }
    const other = new Browser(sidecar);
    await other.signIn('ada');
    const page = await (await other.get(assistant.request())).text();
    const [, theirs = ''] = /name="form_token" value="([^"]+)"/.exec(page) ?? [];
    const stolen = await owner.submit(assistant.request(), { decision: 'approve', form_token: theirs });
    expect(stolen.status).toBe(403);
    const foreign = await owner.submit(
      assistant.request(),
      { decision: 'approve' },
      { headers: { Origin: 'https://evil.example' } },
    );
    expect(foreign.status).toBe(403);
    const framed = await owner.submit(
      assistant.request(),
      { decision: 'approve' },
      { headers: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' } },
    );
    expect(framed.status).toBe(403);
    sidecar.now += 86_400;
    // A page that was open for a day: its token is of neither this tick nor the last one.
    const late = await owner.send('POST', '/svc/connect');
    expect(late.status).toBe(403);
  });
});

/** Requests that cannot be put before anybody. */
const BAD: readonly (readonly [string, Record<string, string>])[] = [
  ['an unknown client', { client_id: 'svcoc_00000000000000000000000000000000' }],
  ['no client', { client_id: '' }],
  ['a client that is an address of http', { client_id: 'http://kettle.example/client.json' }],
  ['another redirect URI', { redirect_uri: 'https://evil.example/back' }],
  ['a redirect URI with more path', { redirect_uri: `${CALLBACK}/../evil` }],
  ['a redirect URI with a query', { redirect_uri: `${CALLBACK}?next=https://evil.example` }],
  ['a redirect URI that runs', { redirect_uri: 'javascript://kettle.example/%0aalert(1)' }],
  ['no redirect URI', { redirect_uri: '' }],
  ['a token in place of a code', { response_type: 'token' }],
  ['no response type', { response_type: '' }],
  ['an answer in the fragment', { response_mode: 'fragment' }],
  ['no challenge', { code_challenge: '' }],
  ['a short challenge', { code_challenge: CHALLENGE.slice(1) }],
  ['a challenge with padding', { code_challenge: `${CHALLENGE}=` }],
  ['the plain method', { code_challenge_method: 'plain' }],
  ['no method', { code_challenge_method: '' }],
  ['another resource', { resource: 'https://elsewhere.example/mcp' }],
  ['a resource with a fragment', { resource: 'self#x' }],
];

describe('a request with', () => {
  it.each(BAD)(
    '[4.2.5-error-page] [4.2.5-never-redirected] [5-pkce-s256] %s is a page, and leads nowhere',
    async (_, change) => {
      const response = await owner.get(assistant.request(change));
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
      const text = await response.text();
      expect(text).toContain('Nothing was connected');
      expect(text).not.toContain('evil.example');
      expect(text).not.toContain('<form');
    },
  );

  it.each(BAD)(
    '[4.2.5-revalidate] [4.2.5-never-redirected] %s is found out in the form too',
    async (_, change) => {
      const response = await owner.submit(assistant.request(), {
        decision: 'approve',
        grant: 'read',
        ...change,
      });
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(await response.text()).toContain('Nothing was connected');
      const denied = await owner.submit(assistant.request(), { decision: 'deny', ...change });
      expect([denied.status, denied.headers.get('location')]).toEqual([400, null]);
    },
  );

  it('[4.2.5-revalidate] a good address over a bad form is found out: the form counts', async () => {
    const action = sidecar.url + assistant.request();
    const fields = { decision: 'approve', redirect_uri: 'https://evil.example/back' };
    const response = await owner.submit(assistant.request(), fields, { action });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });

  it('a parameter twice is a page', async () => {
    const response = await owner.get(`${assistant.request()}&redirect_uri=https%3A%2F%2Fevil.example`);
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('more than once'),
    ]);
  });

  it('question marks of its own is read to its end', async () => {
    const text = await (await owner.get(`${assistant.request({ state: '' })}&state=a?b=c&scope=read`)).text();
    expect(text).toContain('<input type="hidden" name="state" value="a?b=c">');
    expect(text).not.toContain('value="write"');
  });

  it('the resource of this site, once or twice, is taken', async () => {
    const resource = `${sidecar.url}/api/svc/v1/mcp`;
    const request = `${assistant.request({ resource })}&resource=${encodeURIComponent(`${resource}/`)}`;
    expect((await owner.get(request)).status).toBe(200);
    expect((await owner.submit(request, { decision: 'approve', grant: 'read' })).status).toBe(303);
  });

  it('a client that has gone meanwhile is a page', async () => {
    const page = assistant.request();
    await owner.get(page);
    const { removeClient } = await import('../../../../src/storage/tables/oauth-clients.js');
    const text = await (await owner.get(page)).text();
    expect(text).toContain('Approve');
    await removeClient(sidecar.storage.db, assistant.clientId);
    expect((await owner.get(page)).status).toBe(400);
  });
});

describe('below a base path', () => {
  it('everything has the path of the site', async () => {
    const blog = await startSidecar('/blog');
    await blog.addUser('ada', 'administrator');
    await blog.set({ enable_mcp_server: true });
    const browser = new Browser(blog);
    const other = new Assistant(blog);
    await other.register();
    const sent = await browser.get(other.request());
    const login = locationOf(sent);
    expect(login.pathname).toBe('/blog/svc/login');
    const back = await browser.submit(`/svc/login${login.search}`, { username: 'ada', password: PASSWORD });
    expect(back.headers.get('location')).toMatch(/^\/blog\/svc\/connect\?/);
    const response = await browser.submit(other.request(), { decision: 'approve', grant: 'read' });
    expect(locationOf(response).searchParams.get('iss')).toBe(`${blog.url}/svc/mcp`);
    await blog.close();
  });
});
