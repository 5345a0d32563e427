import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, needs } from '../../../support/needs.js';
import { AdminClient, type Credentials } from '../../../support/sidecar/server/admin/client.js';
import { problemsOf, startBrowser } from '../../../support/sidecar/server/browser.js';
import { HARBOUR, type SiteSetup, serveSite } from '../../../support/sidecar/server/serving.js';

/** What stands between browser and site, and what it does to answers. */
interface Proxy {
  readonly origin: string;
  /** Set once there is something behind it. */
  target: string;
  /** Header fields that it adds, by path. */
  readonly adds: Map<string, Readonly<Record<string, string>>>;
  readonly removes: Set<string>;
  readonly statuses: Map<string, number>;
  readonly seen: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  readonly server: Server;
}

async function startProxy(host = '127.0.0.1'): Promise<Proxy> {
  const proxy = {
    target: '',
    adds: new Map<string, Record<string, string>>(),
    removes: new Set<string>(),
    statuses: new Map<string, number>(),
    seen: [] as { path: string; headers: IncomingMessage['headers'] }[],
  };
  const server = createServer((asked: IncomingMessage, response: ServerResponse) => {
    const path = (asked.url ?? '').split('?', 1)[0] ?? '';
    proxy.seen.push({ path, headers: asked.headers });
    const { port } = new URL(proxy.target);
    const options = {
      host: '127.0.0.1',
      port,
      path: asked.url,
      method: asked.method,
      headers: asked.headers,
    };
    const onward = request(options, (answer) => {
      const headers: Record<string, unknown> = { ...answer.headers, ...proxy.adds.get(path) };
      for (const name of proxy.removes) delete headers[name];
      response.writeHead(proxy.statuses.get(path) ?? answer.statusCode ?? 500, headers as never);
      answer.pipe(response);
    });
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return Object.assign(proxy, { origin, server });
}

interface Row {
  readonly mark: string;
  readonly label: string;
  readonly detail: string;
}

describe('/svc/verify', needs(CHROMIUM), () => {
  let browser: BrowserContext;
  const proxies: Proxy[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    for (const { server } of proxies) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function open(setup: Partial<SiteSetup> = {}) {
    const proxy = await startProxy();
    proxies.push(proxy);
    const config = { site: { url: proxy.origin, name: 'Harbour Notes' }, ...setup.config };
    const site = await serveSite({ files: HARBOUR, ...setup, config });
    proxy.target = site.url;
    const client = new AdminClient(site);
    const owner = await client.as('ada', 'administrator');
    await signIn(owner);
    return { proxy, site, client, owner };
  }

  async function signIn({ Cookie = '' }: Credentials): Promise<void> {
    const [name = '', value = ''] = Cookie.split('=', 2);
    await browser.clearCookies();
    await browser.addCookies([{ name, value, domain: '127.0.0.1', path: '/' }]);
  }

  async function check(page: Page): Promise<readonly Row[]> {
    await page.click('#verify-start');
    await page.locator('#verify-summary', { hasText: 'OK' }).waitFor();
    return (await page.evaluate(`[...document.querySelectorAll('#verify-list > li')].map((row) => ({
      mark: row.querySelector('.mark').textContent,
      label: row.querySelector('strong').textContent,
      detail: row.querySelector('.detail').textContent,
    }))`)) as Row[];
  }

  it('looks at every document without being counted, and nothing before it is asked to', async () => {
    const { proxy, client, owner, site } = await open();
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${proxy.origin}/svc/verify`);
    expect(proxy.seen.filter(({ path }) => !path.startsWith('/svc/') && path !== '/favicon.ico')).toEqual([]);
    const rows = await check(page);
    expect(rows.map(({ label, mark }) => [label, mark])).toEqual([
      ['robots.txt', 'OK'],
      ['llms.txt', 'OK'],
      ['llms-full.txt', 'OK'],
      ['Change feed', 'OK'],
      ['Discovery document', 'OK'],
      ['Agent card', 'OK'],
      ['MCP descriptor', 'OK'],
      ['Reservation of text and data mining', 'OK'],
      ['Markdown of the latest page', 'OK'],
      ['Pointer from that page', 'OK'],
    ]);
    expect(rows[1]?.detail).toBe('200 · text/plain');
    expect(rows.at(-1)?.detail).toBe('200 · Link present');
    expect(await page.textContent('#verify-summary')).toBe('10/10 OK.');
    expect(await page.isHidden('#verify-cache')).toBe(true);
    expect(errors).toEqual([]);
    const looks = proxy.seen.filter(({ path }) => path === '/llms.txt');
    expect(looks).toHaveLength(1);
    expect(looks[0]?.headers).toMatchObject({ 'x-svc-selfcheck': expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(looks[0]?.headers.cookie).toBeUndefined();
    // A visit of somebody else is counted, those of the page before it are not.
    await site.ask('/llms.txt', { headers: { 'User-Agent': 'GPTBot/1.2' } });
    const logged = async () => (await client.call('GET', '/activity/log', owner)).body as { total: number };
    await expect.poll(async () => (await logged()).total, { timeout: 10_000 }).toBe(1);
    await page.close();
  });

  it('[8.3.4-verify-live] names the cache that answers and the addresses, and can keep them out of it', async () => {
    const { proxy, client, owner } = await open();
    const page = await browser.newPage();
    await page.goto(`${proxy.origin}/svc/verify`);
    for (const [path, fields, name] of [
      ['/llms.txt', { 'cf-cache-status': 'HIT', age: '42' }, 'Cloudflare'],
      ['/svc-changes.json', { 'x-cache': 'Hit from edge' }, 'a CDN or reverse proxy'],
      ['/llms.txt', { age: '7' }, 'a shared cache'],
      ['/robots.txt', { 'x-cache': 'HIT', server: 'cloudflare' }, 'Cloudflare'],
    ] as const) {
      proxy.adds.clear();
      proxy.adds.set(path, fields);
      await check(page);
      expect(await page.textContent('#verify-cache-name')).toBe(
        `Stored copies from ${name}: 1 of 10 addresses`,
      );
      expect(await page.textContent('#verify-cache-list')).toContain(path);
      expect(await page.textContent('#verify-summary')).toBe(
        '10/10 OK. A cache answers instead of the site.',
      );
    }
    for (const fields of [
      { age: '0' },
      { 'x-cache': 'MISS' },
      { 'cf-cache-status': 'DYNAMIC' },
      { 'x-cache': 'white' },
    ]) {
      proxy.adds.clear();
      proxy.adds.set('/llms.txt', fields);
      await check(page);
      expect(await page.isHidden('#verify-cache')).toBe(true);
    }
    proxy.adds.set('/llms.txt', { 'x-cache': 'HIT' });
    await check(page);
    await page.click('#ar-feat-bypass_shared_cache');
    await page.locator('#verify-bypass-note', { hasText: 'Done' }).waitFor();
    const { body } = await client.call('GET', '/settings', owner);
    expect(body).toMatchObject({ settings: { bypass_shared_cache: true } });
    await page.close();
  });

  it('says what is wrong', async () => {
    const { proxy } = await open();
    proxy.statuses.set('/llms.txt', 503);
    proxy.adds.set('/svc-changes.json', { 'content-type': 'text/html' });
    proxy.adds.set('/.well-known/mcp.json', { 'content-type': '' });
    proxy.removes.add('access-control-allow-origin');
    const page = await browser.newPage();
    await page.route('**/llms-full.txt', (route) => route.abort());
    await page.goto(`${proxy.origin}/svc/verify`);
    const rows = await check(page);
    const detail = (label: string) => rows.find((row) => row.label === label)?.detail;
    expect(detail('llms.txt')).toBe('HTTP 503 · no CORS header');
    expect(detail('llms-full.txt')).toBe('unreachable');
    expect(detail('Change feed')).toBe('type text/html · no CORS header');
    expect(detail('MCP descriptor')).toBe('type none · no CORS header');
    expect(detail('robots.txt')).toBe('200 · text/plain');
    expect(await page.textContent('#verify-summary')).toMatch(/^\d\/10 OK\.$/);
    await page.close();
  });

  it('says who writes the pages where the build writes none', async () => {
    const { proxy } = await open();
    const page = await browser.newPage();
    await page.route('**/*', (route) =>
      /\/(?:svc|\.well-known)\/|\.\w+$/.test(new URL(route.request().url()).pathname)
        ? route.continue()
        : route.fulfill({ status: 404, body: 'Not found' }),
    );
    await page.goto(`${proxy.origin}/svc/verify`);
    const row = (await check(page)).find(({ label }) => label === 'Pointer from that page');
    expect(row).toMatchObject({ mark: 'Problem', detail: expect.stringMatching(/^HTTP 404 .*html: none/) });
    await page.close();
  });

  it('leaves out what is switched off', async () => {
    const settings = { enable_llms_full: false, enable_markdown: false, content_signal: { ai_train: true } };
    const { proxy } = await open({ settings });
    const page = await browser.newPage();
    await page.goto(`${proxy.origin}/svc/verify`);
    expect((await check(page)).map(({ label }) => label)).toEqual([
      'robots.txt',
      'llms.txt',
      'Change feed',
      'Discovery document',
      'Agent card',
      'MCP descriptor',
    ]);
    await page.close();
  });

  it('sees of a site on another origin what that lets it see', async () => {
    const there = await startProxy('localhost');
    proxies.push(there);
    const here = await startProxy();
    proxies.push(here);
    const config = { site: { url: there.origin, name: 'Harbour Notes' }, sidecar: here.origin };
    const site = await serveSite({ files: HARBOUR, config });
    here.target = site.url;
    there.target = site.url;
    await signIn(await new AdminClient(site).as('ada', 'administrator'));
    const page = await browser.newPage();
    await page.goto(`${here.origin}/svc/verify`);
    const rows = await check(page);
    const marks = Object.fromEntries(rows.map(({ label, mark }) => [label, mark]));
    expect(marks).toMatchObject({
      'robots.txt': 'Not seen',
      'llms.txt': 'OK',
      'Change feed': 'OK',
      'Discovery document': 'OK',
      'Pointer from that page': 'Not seen',
    });
    expect(await page.textContent('#verify-summary')).toMatch(/^8\/8 OK, 2 not visible from here\.$/);
    // No preflight: nothing of our own is sent there.
    expect(there.seen.some(({ headers }) => headers['x-svc-selfcheck'] !== undefined)).toBe(false);
    await page.close();
  });

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('can be used by everybody, %s and %d wide', async (colorScheme, width) => {
    const { proxy } = await open();
    proxy.adds.set('/llms.txt', { 'cf-cache-status': 'HIT', age: '42' });
    proxy.statuses.set('/robots.txt', 404);
    const page = await browser.newPage();
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${proxy.origin}/svc/verify`);
    expect(await problemsOf(page)).toEqual([]);
    // By keyboard alone.
    await page.focus('#verify-start');
    await page.keyboard.press('Enter');
    await page.locator('#verify-summary', { hasText: 'OK' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('verify-start');
    expect(await problemsOf(page)).toEqual([]);
    if (process.env['SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['SHOTS']}/verify-${colorScheme}.png`, fullPage: true });
    await page.close();
  });

  it('is for administrators', async () => {
    const { site, client } = await open();
    const anonymous = await site.ask('/svc/verify');
    expect([anonymous.status, anonymous.headers['location']]).toEqual([
      303,
      expect.stringContaining('/svc/login?return_to=%2Fsvc%2Fverify'),
    ]);
    const editor = await client.as('eve', 'editor');
    expect((await site.ask('/svc/verify', { headers: { Cookie: editor['Cookie'] ?? '' } })).status).toBe(403);
  });
});
