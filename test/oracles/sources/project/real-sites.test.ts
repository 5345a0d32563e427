import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../src/core/warnings.js';
import { isOpen } from '../../../../src/sources/is-open.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { openSource } from '../../../../src/sources/table.js';
import { workspace } from '../../../support/build/workspace.js';
import { needs, sharedData } from '../../../support/needs.js';

const SITES = '../shared/data/sites';

/** The paths in a sitemap, below the base of the site. */
function sitemapOf(site: string, base: string): ReadonlySet<string> {
  const text = readFileSync(join(SITES, site, 'built/sitemap.xml'), 'utf8');
  const urls = [...text.matchAll(/<loc>\s*([^<\s]+)/g)].map(([, url = '']) => new URL(url).pathname);
  return new Set(urls.map((path) => path.slice(base.length) || '/'));
}

async function read(path: string): Promise<readonly RawEntry[]> {
  const source = await openSource({
    type: 'auto',
    path,
    label: path,
    options: {},
    privacy: { allow: [], deny: [] },
  });
  const entries: RawEntry[] = [];
  for await (const item of source.read({ warnings: new Warnings(), timeZone: 'UTC' })) {
    if (item.kind === 'entry') entries.push(item.entry);
  }
  return entries;
}

/** Paths below the base of the site. */
function pathsOf(entries: readonly RawEntry[], base: string): readonly string[] {
  return entries.map(
    ({ url = '' }) => new URL(url, 'http://site.invalid').pathname.slice(base.length) || '/',
  );
}

describe.each([
  ['eleventy-base-blog', '', '.', '_site', 2],
  ['mkdocs-material', '/mkdocs-material', '.', 'site', 0],
  ['redux', '', 'website', 'build', 50],
  ['vitepress', '', 'docs', '.vitepress/dist', 16],
] as const)('the site %s', (site, base, project, built, unpaired) => {
  const shared = needs(sharedData(join(SITES, site, 'built')));

  it('has exactly the addresses of its sitemap, built', shared, async () => {
    const entries = await read(join(SITES, site, 'built'));
    const expected = sitemapOf(site, base);
    expect(pathsOf(entries, base).filter((path) => !expected.has(path))).toEqual([]);
    expect(entries.filter(({ isAddressGuessed }) => isAddressGuessed)).toEqual([]);
    expect(entries.length).toBeGreaterThan(5);
  });

  it('has them as a project too, and its pages find their sources', shared, async () => {
    const root = workspace({});
    const source = join(SITES, site, 'source');
    const isFlat = existsSync(join(source, 'config.ts'));
    cpSync(source, join(root, isFlat ? project : '.'), { recursive: true });
    if (isFlat) cpSync(join(source, 'config.ts'), join(root, project, '.vitepress/config.ts'));
    cpSync(join(SITES, site, 'built'), join(root, project, built), { recursive: true });
    const path = join(root, project);
    const warnings = new Warnings();
    const opened = await openSource({ type: 'auto', path, label: site, options: {} });
    const entries: RawEntry[] = [];
    for await (const item of opened.read({ warnings, timeZone: 'UTC' })) {
      if (item.kind === 'entry') entries.push(item.entry);
    }
    expect(opened.type).toBe('project');
    const expected = sitemapOf(site, base);
    expect(pathsOf(entries, base).filter((one) => !expected.has(one))).toEqual([]);
    expect(entries.filter(isOpen).length).toBeGreaterThan(5);
    const message = warnings.list().find(({ code }) => code === 'project-unpaired-page')?.message ?? '0 of';
    expect(Number.parseInt(message, 10)).toBeLessThanOrEqual(unpaired);
  });
});
