import { existsSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Preview, startPreview } from '../../../../src/cli/preview.js';
import { workspace } from '../../../support/build/workspace.js';
import { CHROMIUM, needs } from '../../../support/needs.js';
import { problemsOf, startBrowser } from '../../../support/sidecar/server/browser.js';
import { until } from '../../../support/sidecar/server/serving.js';
import { spawnSidecar } from '../../../support/sidecar/server/spawned-sidecar.js';

let browser: BrowserContext | undefined;

beforeAll(async () => {
  browser = existsSync('/usr/bin/chromium') ? await startBrowser() : undefined;
}, 60_000);
afterAll(() => browser?.close());

describe('a sidecar on this machine for a site with a domain', needs(CHROMIUM), () => {
  it('lets its owner make an account, sign out and in again', async () => {
    const sidecar = await spawnSidecar();
    const link = () => /On this machine: (\S+)/.exec(sidecar.text())?.[1];
    await until(() => link() !== undefined, 60_000);
    const page = await (browser as BrowserContext).newPage();
    await page.goto(String(link()));
    await page.fill('input[name="username"]', 'ada');
    await page.fill('input[type="password"]', 'low water at ten past six');
    await page.click('form button');
    expect(page.url()).toBe(new URL('/svc/', sidecar.url).href);
    await page.goto(new URL('/svc/logout', sidecar.url).href);
    await page.click('form button');
    expect(page.url()).toBe(new URL('/svc/login', sidecar.url).href);
    await page.fill('input[name="username"]', 'ada');
    await page.fill('input[type="password"]', 'low water at ten past six');
    await page.click('form button');
    expect(page.url()).toBe(new URL('/svc/', sidecar.url).href);
    const addresses = await page.evaluate<string[]>(
      '[...document.querySelectorAll("a, form")].map((one) => one.href ?? one.action)',
    );
    expect(addresses.filter((address) => address.startsWith('https://harbour.example/svc/'))).toEqual([]);
    await page.close();
    await sidecar.kill('SIGTERM');
  }, 120_000);
});

describe('a sidecar of a site without pages', needs(CHROMIUM), () => {
  it('answers / with a page that fits a phone, and in dark colours', async () => {
    const sidecar = await spawnSidecar({ config: { html: 'none' } });
    await until(() => sidecar.text().includes('Serving'), 60_000);
    const page = await (browser as BrowserContext).newPage();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(sidecar.url);
    expect(await page.textContent('main')).toContain('This site has no home page here.');
    expect(await problemsOf(page)).toEqual([]);
    await page.close();
    await sidecar.kill('SIGTERM');
  }, 120_000);
});

describe('svc preview', needs(CHROMIUM), () => {
  it('shows a page next to its Markdown', async () => {
    const cwd = workspace({
      'content/tea.md': '# Tea\n\nGreen leaves.\n',
      'content/cup.md': '# Cup\n\nOf clay. For [tea](tea.md).\n',
    });
    const terminal = { env: {}, cwd, out: () => undefined, err: () => undefined, isTty: false };
    const preview: Preview = await startPreview('content', { port: '0', json: true }, terminal);
    const page = await (browser as BrowserContext).newPage();
    await page.goto(`${preview.url}svc/pages?page=${encodeURIComponent('/tea/')}`);
    // The page's own rules allow no evaluation, by which a function would be waited for.
    await page.locator('pre', { hasText: '# Tea' }).waitFor();
    expect(await page.frameLocator('iframe').locator('h1').textContent()).toBe('Tea');
    await page.click('nav a:has-text("Cup")');
    await page.locator('pre', { hasText: 'Of clay.' }).waitFor();
    // A link in the page changes the Markdown too.
    await page.frameLocator('iframe').locator('main a').click();
    await page.locator('pre', { hasText: 'Green leaves.' }).waitFor();
    expect((await fetch(`${preview.url}svc/pages?page=/none/`)).status).toBe(404);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await problemsOf(page)).toEqual([]);
    await page.close();
    await preview.close();
  }, 60_000);
});
