import { cpSync, existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuildReport } from '../../../../src/build/report.js';
import { workspace } from '../../../support/build/workspace.js';
import { build } from '../../../support/cli/run-svc.js';
import { type BrowserPage, readInBrowser } from '../../../support/content/fidelity/browser-page.js';
import {
  type BrowserFigures,
  compareTwin,
  frameOf,
  sharedLines,
} from '../../../support/content/fidelity/two-way.js';
import { CHROMIUM, file, type Need, needs, sharedData } from '../../../support/needs.js';
import { startBrowser } from '../../../support/sidecar/server/browser.js';

const SAMPLE = 20;
/** Of a smaller site the frame isn't known, and a word is too large a share. */
const LEAST_TWINS = 8;
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

/** A sample of a site, built, with what a browser shows of its pages. */
interface BuiltSample {
  readonly report: BuildReport;
  readonly paths: readonly string[];
  readonly twins: readonly string[];
  readonly pages: readonly BrowserPage[];
}

async function buildSample(folder: string): Promise<BuiltSample> {
  const cwd = sampleOf(folder);
  const report = await build(['--source', 'site', '--base-url', 'https://x.example', '--out', 'out'], {
    cwd,
  });
  const all = readdirSync(join(cwd, 'site'), { recursive: true, encoding: 'utf8' });
  const found = all.flatMap((path) => {
    const twin = path.endsWith('.html') ? twinOf(join(cwd, 'out'), path) : undefined;
    return twin === undefined ? [] : [[path, twin] as const];
  });
  const pages: BrowserPage[] = [];
  for (const [path] of found) pages.push(await open(join(cwd, 'site', path)));
  const twins = found.map(([, twin]) => readFileSync(twin, 'utf8'));
  return { report, paths: found.map(([path]) => path), twins, pages };
}

/** Compares every page of a sample with its twin. */
class Comparison {
  readonly figures: readonly BrowserFigures[];
  readonly words: number;
  readonly lost: number;
  readonly added: number;

  constructor({ pages, twins }: BuiltSample, textOf: (page: BrowserPage) => string) {
    const texts = pages.map(textOf);
    const frame = sharedLines(texts);
    this.figures = pages.map(({ whole }, at) =>
      compareTwin({ text: texts[at] ?? '', whole }, twins[at] ?? '', frame),
    );
    const sum = (count: (one: BrowserFigures) => number) =>
      this.figures.reduce((all, one) => all + count(one), 0);
    this.words = sum(({ words }) => words);
    this.lost = (100 * sum(({ lost }) => lost.length)) / this.words;
    this.added = (100 * sum(({ added }) => added.length)) / sum(({ twinWords }) => twinWords);
  }

  /** What each page lost and its twin added, for a message. */
  told(paths: readonly string[]): string {
    const first = (words: readonly string[]) => words.slice(0, 8).join(' ');
    return paths
      .map(
        (path, at) =>
          `${path}: ${first(this.figures[at]?.lost ?? [])} | ${first(this.figures[at]?.added ?? [])}`,
      )
      .join('\n');
  }
}

describe.each(SITES)('%s in a browser', (_name, folder, need) => {
  const options = { ...needs(CHROMIUM, need), timeout: 300_000 };
  let sample: Promise<BuiltSample> | undefined;
  const read = (): Promise<BuiltSample> => {
    sample ??= buildSample(folder);
    return sample;
  };

  it('has the figures of the report', options, async () => {
    const built = await read();
    expect(built.twins.length).toBeGreaterThanOrEqual(LEAST_TWINS);
    const seen = new Comparison(built, ({ ownText }) => ownText);
    const { lostPercent, addedPercent, pages } = built.report.fidelity;
    const difference = { lost: lostPercent - seen.lost, added: addedPercent - seen.added };
    const told = pages.map(({ url, lostWords }) => `${url}: ${lostWords.join(' ')}`).join('\n');
    const message = `${JSON.stringify(difference)}\n${seen.told(built.paths)}\n${told}`;
    expect(Math.abs(difference.lost), message).toBeLessThanOrEqual(0.2);
    expect(Math.abs(difference.added), message).toBeLessThanOrEqual(0.2);
    expect(seen.words).toBeGreaterThan(500);
  });

  it('shows next to nothing that twins lack, and nothing of the frame is in them', options, async () => {
    const built = await read();
    const seen = new Comparison(built, ({ ownText }) => ownText);
    const frame = frameOf(built.twins);
    const message = JSON.stringify({ lost: seen.lost, added: seen.added, frame }, null, 1);
    expect(seen.lost, `${message}\n${seen.told(built.paths)}`).toBeLessThanOrEqual(0.25);
    expect(seen.added, `${message}\n${seen.told(built.paths)}`).toBeLessThanOrEqual(0.05);
    expect(frame.percent, message).toBeLessThanOrEqual(0.5);
  });
});
