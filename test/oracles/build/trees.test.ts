/**
 * Every file that a build writes, for each fixture and each kind of HTML, as one hash a file: a change that means to
 * change no output changes none of these lists. UPDATE=1 writes them; read what has changed before.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { treeOf, workspace } from '../../support/build/workspace.js';
import { runSvc } from '../../support/cli/run-svc.js';
import { needs, sharedData } from '../../support/needs.js';

const FOLDER = resolve('test/golden/trees');
const BASE = 'https://harbour.example';

/** Names of lists and the fixtures that they are of. */
const SOURCES: readonly (readonly [name: string, ...paths: string[]])[] = [
  ['wordpress', 'wxr/workshop-part-1.xml', 'wxr/workshop-part-2.xml'],
  ['wordpress-old', 'wxr/old-1.0.xml'],
  ['wordpress-awkward', 'wxr/awkward.xml'],
  ['wordpress-extensions', 'wxr/extensions.xml'],
  ['ghost', 'ghost/tideline.json'],
  ['ghost-old', 'ghost/old-mill.json'],
  ['ghost-private', 'ghost/private.json'],
  ['astro', 'files/astro'],
  ['broken', 'files/broken'],
  ['eleventy', 'files/eleventy'],
  ['hugo', 'files/hugo'],
  ['jekyll', 'files/jekyll'],
  ['plain', 'files/plain'],
  ['html-blog', 'html/blog'],
  ['html-docs', 'html/docs'],
  ['html-old', 'html/old'],
];

/** Content of others, which is not part of this project, and its type. */
const REAL: readonly (readonly [name: string, source: string, type: string])[] = [
  ['WordPress', '../shared/data/themeunittestdata.wordpress.xml', 'wxr'],
  ['a Jekyll site', '../shared/data/jekyll-docs', 'files'],
  ...['redux', 'vitepress', 'mkdocs-material'].map(
    (site) => [site, `../shared/data/sites/${site}/built`, 'html'] as const,
  ),
];

describe.each(SOURCES)('the output of the fixture %s', (name, ...paths) => {
  const ways = name.startsWith('html-') ? ['none', 'augment'] : ['none', 'render'];
  it.each(ways)('is the same, file by file: html %s', async (html) => {
    const tree = await outputOf(paths, html);
    expect(tree).toBe(golden(`${name}.${html}.txt`, tree));
  });

  it('is the same with the unified converter', async () => {
    const file = join(FOLDER, `${name}.none.txt`);
    expect(await outputOf(paths, 'none', '--converter', 'unified')).toBe(readFileSync(file, 'utf8'));
  });
});

describe.each(REAL)('the output of real content in %s', (_, source, type) => {
  it('is the same with the unified converter', needs(sharedData(source)), async () => {
    const build = (...args: readonly string[]) => {
      const config = { site: { url: BASE }, source: { path: resolve(source), type } };
      return buildIn(workspace({ 'svc.config.json': JSON.stringify(config) }), args);
    };
    const [builtIn, unified] = [await build(), await build('--converter', 'unified')];
    expect(builtIn.split('\n').length).toBeGreaterThan(20);
    expect(unified).toBe(builtIn);
  });
});

describe('the output of the example', () => {
  it('is the same, file by file', async () => {
    const cwd = workspace();
    cpSync(resolve('fixtures/example'), join(cwd, 'example'), { recursive: true });
    const tree = await buildIn(cwd, ['--config', 'example/svc.config.json', '--out', 'out']);
    expect(tree).toBe(golden('example.txt', tree));
  });
});

/** The list that is kept; with UPDATE=1 it is written first. */
function golden(name: string, tree: string): string {
  const file = join(FOLDER, name);
  if (process.env['UPDATE'] === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, tree);
  }
  return readFileSync(file, 'utf8');
}

async function outputOf(paths: readonly string[], html: string, ...args: readonly string[]): Promise<string> {
  const names = paths.map((path) => basename(path));
  const config = { site: { url: BASE, name: 'Harbour' }, source: names, html };
  const cwd = workspace({ 'svc.config.json': JSON.stringify(config) });
  for (const path of paths) cpSync(resolve('fixtures', path), join(cwd, basename(path)), { recursive: true });
  return buildIn(cwd, html === 'augment' ? ['--site', ...names, ...args] : args);
}

/** @returns a line for each file: its hash and its path */
async function buildIn(cwd: string, args: readonly string[]): Promise<string> {
  const { code, stderr } = await runSvc(['build', ...args], { cwd });
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  const files = Object.entries(treeOf(join(cwd, 'out'))).filter(([path]) => !path.endsWith('/'));
  return files.map(([path, hash]) => `${hash} ${path}\n`).join('');
}
