import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintFirstLink } from '../../../../../src/sidecar/accounts/sign-in.js';
import {
  Browser,
  PASSWORD,
  startSidecar,
  type TestSidecar,
} from '../../../../support/sidecar/server/auth/harness.js';

let sidecar: TestSidecar;

beforeAll(async () => {
  sidecar = await startSidecar();
  await sidecar.addUser('ada', 'administrator');
  await sidecar.addUser('sam', 'subscriber');
});
afterAll(() => sidecar.close());

const json = (value: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json', ...headers },
});

describe('the sign-in page', () => {
  it('is framed by nobody, kept by no cache and loads nothing', async () => {
    const { status, headers } = await sidecar.send('/svc/login');
    expect([status, headers.get('x-frame-options'), headers.get('cache-control')]).toEqual([
      200,
      'DENY',
      'no-store',
    ]);
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('has a cookie that is sent when another site opens the page again in another tab', async () => {
    const { headers } = await sidecar.send('/svc/login');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^svc_form=\S+; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('signs in, with a cookie that no script sees and that lasts 14 days', async () => {
    const browser = new Browser(sidecar);
    const response = await browser.signIn('ADA');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/svc/']);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('svc_session='));
    expect(cookie).toMatch(/Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await browser.get('/svc/sessions')).status).toBe(200);
    expect((await browser.get('/svc/login')).status).toBe(303);
  });

  it.each([
    ['wrong password', 'ada', 'wrong'],
    ['unknown name', 'nobody', PASSWORD],
    ['nothing', '', ''],
  ])('says the same of a %s, and keeps the name', async (_, username, password) => {
    const response = await new Browser(sidecar).signIn(username, password);
    const page = await response.text();
    expect([response.status, page]).toEqual([401, expect.stringContaining('name or the password is wrong')]);
    expect(page).toContain(`name="username" value="${username}"`);
    expect(/name="(\w+)"[^>]* autofocus/.exec(page)?.[1]).toBe(username === '' ? 'username' : 'password');
  });

  it('takes no form that it has not shown, or that another origin sends', async () => {
    const browser = new Browser(sidecar);
    await browser.get('/svc/login');
    const body = { username: 'ada', password: PASSWORD };
    const bare = await sidecar.send('/svc/login', { method: 'POST', body: new URLSearchParams(body) });
    expect([bare.status, bare.headers.getSetCookie().some((line) => line.startsWith('svc_session'))]).toEqual(
      [403, false],
    );
    // Without its cookie, a form looks the same.
    expect(await bare.text()).toContain('or the browser refuses cookies');
    const foreign = await browser.submit('/svc/login', body, { headers: { Origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect(browser.cookies.has('svc_session')).toBe(false);
  });

  it.each([
    ['/svc/sessions', '/svc/sessions'],
    ['/svc/connect?x=1', '/svc/connect?x=1'],
    ['//evil.example/svc/', '/svc/'],
    ['/\\evil.example/svc/', '/svc/'],
    ['https://evil.example/svc/', '/svc/'],
    ['/svc/../api/', '/svc/'],
    ['/somewhere', '/svc/'],
  ])('goes on to its own pages only: %s', async (target, location) => {
    const response = await new Browser(sidecar).submit(`/svc/login?return_to=${encodeURIComponent(target)}`, {
      username: 'ada',
      password: PASSWORD,
    });
    expect(response.headers.get('location')).toBe(location);
  });

  it('takes JSON without a token, but not from another origin', async () => {
    const login = { username: 'ada', password: PASSWORD };
    const response = await sidecar.send('/svc/login', json(login));
    const body = (await response.json()) as { nonce: string };
    expect([response.status, body]).toEqual([
      200,
      { user: { name: 'ada', role: 'administrator' }, nonce: expect.any(String) },
    ]);
    expect((await sidecar.send('/svc/login', json(login, { Origin: 'https://evil.example' }))).status).toBe(
      403,
    );
    expect((await sidecar.send('/svc/login', json([1]))).status).toBe(400);
    expect((await sidecar.send('/svc/login', json({ username: 1, password: {} }))).status).toBe(401);
    const huge = { ...login, pad: 'x'.repeat(70_000) };
    // RFC 9110, section 15.5.14.
    expect((await sidecar.send('/svc/login', json(huge))).status).toBe(413);
  });

  it('locks after ten failures and says for how long', async () => {
    await sidecar.addUser('eve', 'editor');
    for (let count = 0; count < 10; count += 1) {
      expect((await sidecar.send('/svc/login', json({ username: 'eve', password: 'no' }))).status).toBe(401);
    }
    const locked = await sidecar.send('/svc/login', json({ username: 'eve', password: PASSWORD }));
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '900']);
    expect((await new Browser(sidecar).signIn('eve')).status).toBe(429);
  });
});

describe('the nonce', () => {
  it('is for a session, by its cookie alone', async () => {
    const browser = new Browser(sidecar);
    expect((await browser.get('/api/svc/v1/nonce')).status).toBe(401);
    await browser.signIn('sam');
    const { nonce } = (await (await browser.get('/api/svc/v1/nonce')).json()) as { nonce: string };
    const call = (headers: Record<string, string>) =>
      sidecar.send('/api/svc/v1/settings', {
        headers: { Cookie: `svc_session=${browser.cookies.get('svc_session')}`, ...headers },
      });
    const codeOf = async (response: Response) => [
      response.status,
      ((await response.json()) as { code: string }).code,
    ];
    expect(await codeOf(await call({}))).toEqual([401, 'rest_forbidden']);
    expect(await codeOf(await call({ 'X-Platform-Nonce': 'x' }))).toEqual([403, 'rest_cookie_invalid_nonce']);
    expect(await codeOf(await call({ 'X-Platform-Nonce': nonce }))).toEqual([403, 'rest_forbidden']);
    sidecar.now += 86_400;
    expect(await codeOf(await call({ 'X-Platform-Nonce': nonce }))).toEqual([
      403,
      'rest_cookie_invalid_nonce',
    ]);
    sidecar.now -= 86_400;
  });
});

describe('sessions', () => {
  it('are listed, and ended one by one or all others', async () => {
    await sidecar.addUser('kit', 'editor');
    const [first, second, third] = [new Browser(sidecar), new Browser(sidecar), new Browser(sidecar)];
    for (const browser of [first, second, third]) await browser.signIn('kit');
    const page = await (await first.get('/svc/sessions')).text();
    const ids = [...page.matchAll(/name="end" value="([0-9a-f]{64})"/g)].map(([, id]) => id ?? '');
    expect(ids).toHaveLength(3);
    await first.submit('/svc/sessions', { end: 'others' });
    expect((await second.get('/svc/sessions')).status).toBe(303);
    expect((await first.get('/svc/sessions')).status).toBe(200);
    await third.signIn('kit');
    await third.submit('/svc/sessions', { end: ids[0] ?? '' });
    expect((await third.get('/svc/sessions')).status).toBe(200);
  });

  it('of others cannot be ended', async () => {
    const [mine, theirs] = [new Browser(sidecar), new Browser(sidecar)];
    await mine.signIn('ada');
    await theirs.signIn('sam');
    const page = await (await theirs.get('/svc/sessions')).text();
    const [, id = ''] = /name="end" value="([0-9a-f]{64})"/.exec(page) ?? [];
    await mine.submit('/svc/sessions', { end: id });
    expect((await theirs.get('/svc/sessions')).status).toBe(200);
  });

  it('end with a form, never with a link', async () => {
    const browser = new Browser(sidecar);
    await browser.signIn('ada');
    expect((await browser.get('/svc/logout')).status).toBe(200);
    expect((await browser.get('/svc/sessions')).status).toBe(200);
    const response = await browser.submit('/svc/logout', {});
    expect([response.status, browser.cookies.has('svc_session')]).toEqual([303, false]);
    const stranger = await sidecar.send('/svc/logout', { method: 'POST', body: new URLSearchParams({}) });
    expect(stranger.headers.get('location')).toContain('/svc/login?return_to=');
  });

  it('show what browsers call themselves without trusting it', async () => {
    const nasty = { username: 'ada', password: PASSWORD };
    await sidecar.send('/svc/login', json(nasty, { 'User-Agent': '<script>alert(1)</script>' }));
    const browser = new Browser(sidecar);
    await browser.signIn('ada');
    const page = await (await browser.get('/svc/sessions')).text();
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('<script>alert');
  });
});

describe('the first start', () => {
  it('makes the administrator by a link that works once, below a base path too', async () => {
    const fresh = await startSidecar('/blog');
    const link = (await mintFirstLink(fresh.storage, fresh.now)) ?? '';
    const browser = new Browser(fresh);
    const short = await browser.submit(`/svc/login?link=${link}`, { username: 'ada', password: 'short' });
    expect([short.status, await short.text()]).toEqual([
      400,
      expect.stringContaining('at least 12 characters'),
    ]);
    const long = await browser.submit(`/svc/login?link=${link}`, {
      username: 'ada',
      password: 'ü'.repeat(513),
    });
    expect([long.status, await long.text()]).toEqual([400, expect.stringContaining('at most 1024 bytes')]);
    const bad = await browser.submit(`/svc/login?link=${link}`, { username: '<b>', password: PASSWORD });
    expect(bad.status).toBe(400);
    const made = await browser.submit(`/svc/login?link=${link}`, { username: 'ada', password: PASSWORD });
    expect([made.status, made.headers.get('location')]).toEqual([303, '/blog/svc/']);
    expect(made.headers.getSetCookie().join()).toContain('Path=/blog/;');
    expect(await (await browser.get('/svc/sessions')).text()).toContain('ada (administrator)');
    const again = await (await new Browser(fresh).get(`/svc/login?link=${link}`)).text();
    expect(again).toContain('has expired or has been used');
    await fresh.close();
  });
});
