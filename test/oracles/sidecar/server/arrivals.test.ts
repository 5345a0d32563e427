import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AiDay } from '../../../../src/insights/activity/referrals/port.js';
import { freePort } from '../../../support/free-port.js';
import { CHROMIUM, needs } from '../../../support/needs.js';
import { AdminClient, type Credentials } from '../../../support/sidecar/server/admin/client.js';
import { startBrowser } from '../../../support/sidecar/server/browser.js';
import { HARBOUR, serveSite, type TestSite, until } from '../../../support/sidecar/server/serving.js';

const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

describe('/svc-arrivals.js', needs(CHROMIUM), () => {
  let browser: BrowserContext;
  let site: TestSite;
  let client: AdminClient;
  let owner: Credentials;
  let origin: string;

  beforeAll(async () => {
    browser = await startBrowser();
    // A browser without a window counts as a program.
    await browser.setExtraHTTPHeaders({ 'User-Agent': PERSON });
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    site = await serveSite({
      files: HARBOUR,
      config: { site: { url: origin, name: 'Harbour Notes' } },
      settings: { enable_referral_beacon: true },
      flags: { port: String(port) },
    });
    client = new AdminClient(site);
    owner = await client.as('ada', 'administrator');
  });
  afterAll(() => browser?.close());

  const counted = async () => {
    const { body } = await client.call('GET', '/activity/ai-day?date=2026-07-02', owner);
    return (body as AiDay).rows.map(({ source, path, hits }) => `${source} ${path} ${hits}`);
  };

  it('tells once for each view where a reader came from, and nothing else', async () => {
    const page = await browser.newPage();
    const told: string[] = [];
    page.on('request', (request) => request.url().endsWith('/ai-hit') && told.push(request.postData() ?? ''));
    await page.goto(`${origin}/posts/ropes/?secret=1`, { referer: 'https://chatgpt.com/c/private-talk' });
    await until(async () => (await counted()).length === 1);
    expect(await counted()).toEqual(['ChatGPT /posts/ropes/ 1']);
    expect(told).toEqual(['{"ref":"https://chatgpt.com/","utm":"","path":"/posts/ropes/"}']);
    // From page to page of the site, and from nowhere.
    await page.goto(`${origin}/about/`, { referer: `${origin}/posts/ropes/` });
    await page.goto(`${origin}/posts/tides/`);
    await page.goto(`${origin}/posts/tides/?utm_source=perplexity`);
    await until(async () => (await counted()).length === 2);
    expect(await counted()).toContain('Perplexity /posts/tides/ 1');
    expect(told).toHaveLength(2);
    await page.close();
  });

  it('never gets in the way of a page', async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript(
      "Object.defineProperty(Navigator.prototype, 'sendBeacon', { value: undefined })",
    );
    await page.goto(`${origin}/about/`, { referer: 'https://chatgpt.com/' });
    await page.addInitScript(
      "Object.defineProperty(Navigator.prototype, 'sendBeacon', { value() { throw new Error('no'); } })",
    );
    await page.goto(`${origin}/about/?utm_source=claude`);
    expect(errors).toEqual([]);
    await page.close();
  });
});
