import { cpSync, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../support/cli/run-svc.js';
import { type BrowserPage, readInBrowser } from '../../support/fidelity/browser-page.js';
import { compareTwin, sharedLines } from '../../support/fidelity/two-way.js';
import { CHROMIUM, file, type Need, needs, sharedData } from '../../support/needs.js';
import { workspace } from '../../support/pipeline/workspace.js';
import { startBrowser } from '../../support/server/browser.js';

const SAMPLE = 20;
const DEBIAN = '/usr/share/doc';

function debian(name: string, folder: string): readonly [string, string, Need] {
  return [name, join(DEBIAN, folder), file(join(DEBIAN, folder), `apt-get install ${name}`)];
}

function built(name: string): readonly [string, string, Need] {
  const folder = join('../shared/data/sites', name, 'built');
  return [name, folder, sharedData(folder)];
}

const SITES = [
  built('mkdocs-material'),
  built('redux'),
  built('vitepress'),
  debian('git-doc', 'git-doc'),
  debian('postgresql-doc-15', 'postgresql-doc-15/html'),
  debian('rust-doc', 'rust-doc/html/reference'),
  debian('libglib2.0-doc', 'libglib2.0-doc/gio'),
  debian('apache2-doc', 'apache2-doc/manual/en'),
];

let browser: BrowserContext | undefined;

beforeAll(async () => {
  browser = existsSync('/usr/bin/chromium') ? await startBrowser({ javaScriptEnabled: false }) : undefined;
}, 60_000);
afterAll(() => browser?.close());

/** A folder with some pages of a site, spread over it, and its style sheets. */
function sampleOf(folder: string): string {
  const root = realpathSync(folder);
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  const pages = all.filter((path) => path.endsWith('.html') && !/(?:^|\/)(?:index|404)\.html$/.test(path));
  // Where each page is the index of its own folder, there are few others.
  const some = pages.length >= SAMPLE ? pages : all.filter((path) => /[^/]+\/index\.html$/.test(path));
  const step = some.length / SAMPLE;
  const chosen = Array.from({ length: SAMPLE }, (_, at) => some[Math.floor(at * step)] ?? '');
  const site = workspace();
  for (const path of [...chosen, ...all.filter((one) => one.endsWith('.css'))]) {
    cpSync(join(root, path), join(site, 'site', path), { dereference: true });
  }
  return site;
}

function twinOf(out: string, path: string): string | undefined {
  const names = [`${path}.md`, path.replace(/\.html$/, '.md'), path.replace(/\/?index\.html$/, '.md')];
  return names.map((name) => join(out, name)).find((name) => existsSync(name));
}

async function open(path: string): Promise<BrowserPage> {
  const page = await (browser as BrowserContext).newPage();
  await page.goto(pathToFileURL(path).href, { waitUntil: 'domcontentloaded' });
  const read = await readInBrowser(page);
  await page.close();
  return read;
}

describe('the figures of the report are those of a browser', () => {
  for (const [name, folder, need] of SITES) {
    it(`on ${name}`, { ...needs(CHROMIUM, need), timeout: 300_000 }, async () => {
      const cwd = sampleOf(folder);
      const report = await build(['--source', 'site', '--base-url', 'https://x.example', '--out', 'out'], {
        cwd,
      });
      const paths = readdirSync(join(cwd, 'site'), { recursive: true, encoding: 'utf8' });
      const twins = paths.flatMap((path) => {
        const twin = path.endsWith('.html') ? twinOf(join(cwd, 'out'), path) : undefined;
        return twin === undefined ? [] : [[path, twin] as const];
      });
      expect(twins.length).toBeGreaterThanOrEqual(8);
      const pages: BrowserPage[] = [];
      for (const [path] of twins) pages.push(await open(join(cwd, 'site', path)));
      const frame = sharedLines(pages);
      const figures = twins.map(([, twin], at) =>
        compareTwin(pages[at] as BrowserPage, readFileSync(twin, 'utf8'), frame),
      );
      const sum = (count: (one: (typeof figures)[number]) => number) =>
        figures.reduce((all, one) => all + count(one), 0);
      const lost = (100 * sum((one) => one.lost.length)) / sum(({ words }) => words);
      const added = (100 * sum((one) => one.added.length)) / sum(({ twinWords }) => twinWords);
      const worst = twins.map(([path], at) => `${path}: ${figures[at]?.lost.slice(0, 8).join(' ')}`);
      const told = report.fidelity.pages.map(({ url, lostWords }) => `${url}: ${lostWords.join(' ')}`);
      const difference = {
        lost: report.fidelity.lostPercent - lost,
        added: report.fidelity.addedPercent - added,
      };
      const message = `${JSON.stringify({ lost, added, difference })}\n${[...worst, ...told].join('\n')}`;
      expect(Math.abs(difference.lost), message).toBeLessThanOrEqual(0.2);
      expect(Math.abs(difference.added), message).toBeLessThanOrEqual(0.2);
      expect(sum(({ words }) => words)).toBeGreaterThan(500);
    });
  }
});
