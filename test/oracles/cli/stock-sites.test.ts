import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, workspace } from '../../support/build/workspace.js';
import { build, runSvc } from '../../support/cli/run-svc.js';
import { needs, sharedData } from '../../support/needs.js';

const SHARED = '../shared/data/sites';
const BASE = 'https://stock.example';
const REAL = existsSync(SHARED)
  ? readdirSync(SHARED).filter((name) => existsSync(join(SHARED, name, 'built')))
  : ['of every generator'];

const page = (title: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1><p>${'It goes when it is full. '.repeat(9)}</p></main></body></html>`;

const SMALL = {
  'site/index.html': page('Ferry'),
  'site/rope/index.html': page('Rope'),
  'site/sitemap.xml': `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${BASE}/</loc></url></urlset>`,
  'site/feed.xml': `<?xml version="1.0"?><rss version="2.0"><channel><title>F</title><link>${BASE}/</link><description>F</description></channel></rss>`,
};

/** What the three commands say of an untouched site. */
async function runAll(cwd: string, more: readonly string[]) {
  await build(['--site', 'site', '--base-url', BASE, ...more], { cwd });
  const valid = await runSvc(['validate'], { cwd });
  const checked = await runSvc(['check'], { cwd });
  return { codes: [valid.code, checked.code], printed: valid.stdout + checked.stdout };
}

describe.each([
  ['a copy', []],
  ['its own folder', ['--in-place']],
])('a stock site that is built into %s', (_, flags) => {
  it('has no errors, with a sitemap and a feed of its own', async () => {
    const cwd = workspace(SMALL);
    const { codes, printed } = await runAll(cwd, flags);
    expect(codes, printed).toEqual([0, 0]);
    expect(printed).toContain(`for ${BASE}`);
    expect(printed).toContain('Score ');
  });

  it('is still a built site for the next command', async () => {
    const cwd = workspace({ 'mkdocs.yml': 'site_name: Ferry\n', 'docs/index.md': '# Ferry\n', ...SMALL });
    await build(['--site', 'site', '--base-url', BASE, ...flags], { cwd });
    const dry = await build(['--dry-run'], { cwd });
    expect(dry).toMatchObject({
      ok: true,
      baseUrl: BASE,
      out: join(cwd, flags.length === 0 ? 'out' : 'site'),
    });
    const init = await runSvc(['init', '--dry-run', '--json'], { cwd });
    expect(JSON.parse(init.stdout)).toMatchObject({ found: { siteDir: 'site' } });
    const again = await build(['--source', 'site', '--base-url', BASE, '--out', 'again'], { cwd });
    expect(again).toMatchObject({ sources: [{ type: 'html' }] });
  });

  it.each(REAL)('has no errors: %s', { ...needs(sharedData(SHARED)), timeout: 240_000 }, async (name) => {
    const cwd = workspace();
    cpSync(join(SHARED, name, 'built'), join(cwd, 'site'), { recursive: true });
    const { codes, printed } = await runAll(cwd, flags);
    expect(codes, printed).toEqual([0, 0]);
  });
});

describe('a call without a configuration', () => {
  it('is remembered for the folder that it was about, and for no other', async () => {
    const cwd = workspace({ ...SMALL, 'other/llms.txt': '# Other' });
    await build(['--site', 'site', '--base-url', BASE, '--out', 'public'], { cwd });
    expect((await runSvc(['validate', 'public'], { cwd })).stdout).toMatch(/^Valid: .* in public/);
    expect((await runSvc(['validate', '--out', 'public'], { cwd })).code).toBe(0);
    expect((await runSvc(['validate', 'other'], { cwd })).stdout).toContain('There is no readable manifest');
    expect((await runSvc(['check', '--site', 'site'], { cwd })).code).toBe(0);
    expect((await runSvc(['check', '--site', 'elsewhere'], { cwd })).code).toBe(2);
  });

  it('gives way to a configuration', async () => {
    const cwd = workspace(SMALL);
    await build(['--site', 'site', '--base-url', BASE], { cwd });
    const { code, stderr } = await runSvc(['check', '--config', 'svc.yaml'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('svc.yaml')]);
    expect(JSON.parse(text(cwd, '.svc/last-call.json'))).toEqual({ site: 'site', baseUrl: BASE });
  });

  it('is not needed to validate an output that has moved', async () => {
    const cwd = workspace(SMALL);
    await build(['--site', 'site', '--base-url', BASE], { cwd });
    const moved = workspace();
    cpSync(join(cwd, 'out'), join(moved, 'public'), { recursive: true });
    const { code, stdout } = await runSvc(['validate', 'public'], { cwd: moved });
    expect(code, stdout).toBe(0);
  });
});
