import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspace } from '../../../support/build/workspace.js';
import { runSvc } from '../../../support/cli/run-svc.js';
import { CHROMIUM, needs } from '../../../support/needs.js';
import { problemsOf, startBrowser } from '../../../support/sidecar/server/browser.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
};

describe('the documentation as a site', needs(CHROMIUM), () => {
  const cwd = workspace();
  const out = join(cwd, 'out/docs');
  // A plain host of files, without any of our rules.
  const server = createServer(({ url = '/' }, response) => {
    const path = join(out, decodeURIComponent(new URL(url, 'http://host').pathname));
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
    const extension = /\.\w+$/.exec(file)?.[0] ?? '';
    response.writeHead(existsSync(file) ? 200 : 404, { 'Content-Type': TYPES[extension] ?? 'text/plain' });
    response.end(existsSync(file) ? readFileSync(file) : undefined);
  });
  let base = '';

  beforeAll(async () => {
    cpSync('docs', join(cwd, 'docs'), { recursive: true });
    const { stdout } = await runSvc(['build', '--config', 'docs/site/svc.config.json', '--json'], { cwd });
    const { warnings } = JSON.parse(stdout) as { warnings: readonly { code: string; message: string }[] };
    expect(warnings.filter(({ code }) => code === 'links-broken')).toEqual([]);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }, 120_000);
  afterAll(() => void server.close());

  it('leads to the ways in, in the order of its front page', () => {
    const table = /## Start here\n(.*?)\n## /s.exec(readFileSync('docs/README.md', 'utf8'))?.[1] ?? '';
    const starts = [...table.matchAll(/^\|[^|]*\| \[[^\]]*\]\(([\w-]+)\.md/gm)].map(
      ([, name]) => `/${name}/`,
    );
    const nav = /<nav.*?<\/nav>/s.exec(readFileSync(join(out, 'index.html'), 'utf8'))?.[0] ?? '';
    const links = [...nav.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(starts).toHaveLength(5);
    expect(links).toEqual([...starts, '/pages/', '/search/']);
  });

  it('finds pages by their words', async () => {
    const browser = await startBrowser();
    const page = await browser.newPage();
    await page.goto(base);
    await page.click('text=Search');
    await page.fill('input[type=search]', 'kubernetes');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#results li');
    expect(await problemsOf(page)).toEqual([]);
    await page.click('#results a');
    await page.waitForSelector('h1');
    expect(await page.textContent('h1')).toContain('Kubernetes');
    await page.goto(`${base}/search/?q=zzqx`);
    await page.waitForSelector('#summary:not(:empty)');
    expect(await page.textContent('#summary')).toBe('0 pages with “zzqx”');
    await browser.close();
  }, 120_000);
});
