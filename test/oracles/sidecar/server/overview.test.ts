import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, needs } from '../../../support/needs.js';
import { AdminClient, type Credentials } from '../../../support/sidecar/server/admin/client.js';
import { problemsOf, startBrowser } from '../../../support/sidecar/server/browser.js';
import { HARBOUR, serveSite, type TestSite } from '../../../support/sidecar/server/serving.js';

let site: TestSite;
let client: AdminClient;
const who: Record<string, Credentials> = {};

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR, settings: { enable_mcp_server: true } });
  client = new AdminClient(site);
  who['ada'] = await client.as('ada', 'administrator');
  who['wren'] = await client.as('wren', 'author');
});

/** What a page says, without its style. */
const page = async (name: string) =>
  (await site.ask('/svc/', { headers: { Cookie: who[name]?.['Cookie'] ?? '' } })).text.replace(
    /<style>.*<\/style>/s,
    '',
  );

describe('/svc/', () => {
  it('asks who is there', async () => {
    const { status, headers } = await site.ask('/svc/');
    expect([status, headers['location']]).toEqual([303, expect.stringContaining('/svc/login?return_to=')]);
  });

  it('shows the owner score, checks and what to do next, as the admin API has them', async () => {
    const { score, readiness } = (await client.call('GET', '/score', who['ada'])).body as {
      score: { score: number; band: string; actions: readonly { title: string }[] };
      readiness: readonly { id: string; label: string; status: string }[];
    };
    const shown = await page('ada');
    expect(shown).toContain(`<strong>${score.score}</strong> <span>of 100: ${score.band}</span>`);
    expect(shown).toContain(`<strong>${score.actions[0]?.title}</strong>`);
    // Once in the next steps, once in the list of checks.
    expect(shown.match(/<code>svc settings set identity\.expertise /g)).toHaveLength(2);
    for (const { id } of readiness) expect(shown).toContain(`<li id="${id}" class=`);
    const passes = readiness.filter(({ status }) => status === 'pass').length;
    expect(shown).toContain(`${passes} of ${readiness.length} checks pass`);
  });

  it('counts who reads the site', async () => {
    await site.ask('/llms.txt', { headers: { 'User-Agent': 'GPTBot/1.2' } });
    await expect.poll(() => page('ada'), { timeout: 10_000 }).toMatch(/<td>GPTBot[^<]*<\/td><td>1<\/td>/);
    // Fetches without a User-Agent are a kind too, and no named program.
    expect(await page('ada')).toMatch(/In the last 30 days: \d kinds? of program/);
  });

  it('shows others no more than their own pages', async () => {
    const shown = await page('wren');
    expect(shown).not.toMatch(/of 100|checks pass|Readers|connections|verify/);
    expect(shown).toContain('Your sessions');
  });
});

describe('in a browser', needs(CHROMIUM), () => {
  let browser: BrowserContext;
  beforeAll(async () => {
    browser = await startBrowser();
    const [name = '', value = ''] = who['ada']?.['Cookie']?.split('=', 2) ?? [];
    await browser.addCookies([{ name, value, domain: '127.0.0.1', path: '/' }]);
  });
  afterAll(() => browser?.close());

  it.each([
    [1100, 'light'],
    [360, 'dark'],
  ] as const)('is for everybody: %i pixels, %s', async (width, colorScheme) => {
    const tab = await browser.newPage();
    await tab.setViewportSize({ width, height: 900 });
    await tab.emulateMedia({ colorScheme });
    await tab.goto(`${site.url}svc/`);
    await tab.click('summary');
    expect(await problemsOf(tab)).toEqual([]);
    const folder = process.env['SVC_SCREENSHOTS'];
    if (folder !== undefined)
      await tab.screenshot({ path: `${folder}/overview-${width}.png`, fullPage: true });
    await tab.close();
  });
});
