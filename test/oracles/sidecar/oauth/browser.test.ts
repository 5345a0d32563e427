import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM, needs } from '../../../support/needs.js';
import { Assistant } from '../../../support/sidecar/oauth/assistant.js';
import { PASSWORD, startSidecar, type TestSidecar } from '../../../support/sidecar/server/auth/harness.js';
import { startBrowser } from '../../../support/sidecar/server/browser.js';
import { until } from '../../../support/sidecar/server/serving.js';

describe('in a browser', needs(CHROMIUM), () => {
  let sidecar: TestSidecar;
  let context: BrowserContext;
  let page: Page;
  let assistant: Assistant;
  let client: Client;
  const blocked: string[] = [];

  beforeAll(async () => {
    sidecar = await startSidecar();
    await sidecar.addUser('ada', 'administrator');
    await sidecar.set({ enable_mcp_server: true, enable_agent_writes: true });
    client = await startClient();
    context = await startBrowser();
  }, 60_000);
  afterAll(async () => {
    await context?.close();
    client?.close();
    await sidecar?.close();
  });
  beforeEach(async () => {
    await context.clearCookies();
    page = await context.newPage();
    blocked.length = 0;
    page.on('console', (message) => void (message.type() === 'error' && blocked.push(message.text())));
    client.asked.length = 0;
    client.next = undefined;
    assistant = new Assistant(sidecar);
    await assistant.register({ redirect_uris: [client.callback] });
  });
  afterEach(() => page?.close());

  const open = (change: Record<string, string> = {}) =>
    page.goto(sidecar.url + assistant.request({ redirect_uri: client.callback, ...change }));

  /** Signs in by keyboard alone: the name has the focus. */
  async function signIn(): Promise<void> {
    await page.waitForFunction("document.activeElement.id === 'username'");
    await page.keyboard.type('ada');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/svc\/connect/);
  }

  const focused = () =>
    page.evaluate('document.activeElement.value || document.activeElement.textContent') as Promise<string>;

  it('signs in and approves by keyboard alone, and arrives at the client, wherever that sends on to', async () => {
    await open();
    await signIn();
    const seen: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press('Tab');
      seen.push(await focused());
    }
    // The chosen radio, the link, and both buttons.
    expect(seen).toEqual(['write', 'Connections', 'approve', 'deny']);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe('read');
    await page.keyboard.press('Enter');
    await page.waitForURL(/done/);
    const [back = ''] = client.asked;
    const code = new URL(back, client.callback).searchParams.get('code') ?? '';
    const reply = await assistant.redeem(code, { redirect_uri: client.callback });
    expect([reply.status, reply.body['scope']]).toEqual([200, 'read']);
    expect(client.referrers).toEqual([]);
    expect(blocked).toEqual([]);
  });

  it('denies', async () => {
    await open();
    await signIn();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(/done/);
    expect(client.asked[0]).toContain('error=access_denied');
  });

  it('lets the callback of the client go on to the scheme of its app', async () => {
    client.next = 'kettle-test://tea/done';
    await open();
    await signIn();
    const handed: string[] = [];
    page.on('request', (request) => void handed.push(request.url()));
    await page.getByRole('button', { name: 'Approve' }).click();
    await until(() => handed.includes('kettle-test://tea/done') || blocked.length > 0);
    expect(client.asked).toHaveLength(1);
    expect(blocked.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
    expect(handed).toContain('kettle-test://tea/done');
  });

  it('hands the answer to a program with a scheme of its own', async () => {
    const redirect_uri = 'kettle-test://tea/back';
    await assistant.register({ redirect_uris: [redirect_uri] });
    await open({ redirect_uri });
    await signIn();
    const handed: string[] = [];
    page.on('request', (request) => void handed.push(request.url()));
    await page.getByRole('button', { name: 'Approve' }).click();
    await until(() => handed.some((url) => url.startsWith(redirect_uri)) || blocked.length > 0);
    expect(blocked.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  });

  it('has nothing wrong for people who cannot see it, on any screen and in any light', async () => {
    await open();
    const looks = async () => {
      for (const [width, height] of [
        [320, 640],
        [1440, 900],
      ] as const) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ colorScheme });
          await page.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
          const run =
            'axe.run(document).then((result) => result.violations.map((one) => one.id + ": " + one.help))';
          expect(await page.evaluate(run)).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        }
      }
    };
    await looks();
    await signIn();
    expect(await page.title()).toBe('Connect an assistant');
    await looks();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(/done/);
    await page.goto(`${sidecar.url}/svc/connections`);
    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByText('shown only once').waitFor();
    await looks();
    await page.goto(`${sidecar.url}/svc/connect?client_id=nobody`);
    expect(await page.getByRole('alert').textContent()).toContain("This client isn't registered here");
    await looks();
  });

  it('shows itself to nobody in a frame', async () => {
    await open();
    await signIn();
    const address = sidecar.url + assistant.request({ redirect_uri: client.callback });
    const body = `<iframe src="${address.replaceAll('&', '&amp;')}"></iframe>`;
    await page.route('**/framing', (route) => route.fulfill({ body, contentType: 'text/html' }));
    await page.goto(`${sidecar.url}/framing`);
    const frame = () => page.frames()[1];
    await until(() => !['about:blank', ''].includes(frame()?.url() ?? ''));
    expect(frame()?.url()).toBe('chrome-error://chromewebdata/');
  });
});

/** A client that is asked to take the answer, and sends the browser on to another host. */
interface Client {
  readonly callback: string;
  readonly asked: string[];
  readonly referrers: string[];
  /** Where the callback sends on to, in place of the page that says it is done. */
  next: string | undefined;
  close(): void;
}

async function startClient(): Promise<Client> {
  const asked: string[] = [];
  const referrers: string[] = [];
  const done = createServer((_, response) => response.end('<title>Done</title>'));
  const doneUrl = `http://localhost:${await listen(done)}/done`;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.headers.referer !== undefined) referrers.push(request.headers.referer);
    response.writeHead(302, { Location: client.next ?? doneUrl }).end();
  });
  const callback = `http://127.0.0.1:${await listen(server)}/back`;
  const close = () => {
    for (const one of [server, done]) {
      one.closeAllConnections();
      one.close();
    }
  };
  const client: Client = { callback, asked, referrers, next: undefined, close };
  return client;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
