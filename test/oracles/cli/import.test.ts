import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ImportReport } from '../../../src/build/import/report.js';
import { MANIFEST_FILE } from '../../../src/build/manifest.js';
import type { ChangeFeed } from '../../../src/documents/changes.js';
import { wxr } from '../../support/build/export.js';
import { filesIn, json, text, treeOf, workspace, writeFiles } from '../../support/build/workspace.js';
import { docExample } from '../../support/cli/doc-example.js';
import { build, NOW, runSvc } from '../../support/cli/run-svc.js';
import { needs, sharedData } from '../../support/needs.js';

const WORKSHOP = ['fixtures/wxr/workshop-part-1.xml', 'fixtures/wxr/workshop-part-2.xml'];
const THEME_UNIT_TEST = '../shared/data/themeunittestdata.wordpress.xml';

/** Types that no default shows, so that custom types are compared too. */
const SETTINGS = JSON.stringify({ post_types: ['post', 'page', 'route', 'event'] });

async function importSite(exports: readonly string[], to: string, flags: readonly string[] = []) {
  const cwd = resolve(to, '..');
  const paths = exports.map((path) => resolve(path));
  const run = await runSvc(['import', ...paths, '--to', to, ...flags, '--json'], { cwd });
  if (run.code !== 0) throw new Error(`svc import ended with ${run.code}:\n${run.stdout}${run.stderr}`);
  return JSON.parse(run.stdout) as ImportReport;
}

/** Every file of a build, also the manifest with what readers have been told. */
async function buildTexts(
  sources: readonly string[],
  base: string,
  config: object = {},
): Promise<Readonly<Record<string, string>>> {
  const cwd = workspace({ 'svc.settings.json': SETTINGS, 'svc.config.json': JSON.stringify(config) });
  const flags = sources.flatMap((source) => ['--source', resolve(source)]);
  await build([...flags, '--base-url', base], { cwd });
  const out = join(cwd, 'out');
  const files = filesIn(out).filter((file) => file !== MANIFEST_FILE);
  const manifest = gunzipSync(readFileSync(join(out, MANIFEST_FILE))).toString('utf8');
  return Object.fromEntries([...files.map((file) => [file, text(out, file)]), [MANIFEST_FILE, manifest]]);
}

describe('an imported folder', () => {
  it.each([
    ['a site in two parts', WORKSHOP, 'https://old.example', 'html'],
    ['a site in two parts, as the export has it', WORKSHOP, 'https://old.example', 'source'],
    ['a site that moves into a folder', WORKSHOP, 'https://new.example/work', 'html'],
    ['page builders and SEO extensions', ['fixtures/wxr/extensions.xml'], 'https://new.example', 'html'],
    ['an old export', ['fixtures/wxr/old-1.0.xml'], 'https://new.example', 'html'],
    ['a Ghost export', ['fixtures/ghost/tideline.json'], 'https://tideline.example', 'html'],
    ['an old Ghost export', ['fixtures/ghost/old-mill.json'], 'https://mill.example/news', 'source'],
    ['an awkward export', ['fixtures/wxr/awkward.xml'], 'https://new.example', 'html'],
  ])('builds to the same bytes as its export: %s', async (_, exports, base, format) => {
    const to = join(workspace(), 'content');
    await importSite(exports, to, ['--format', format]);
    const expected = await buildTexts(exports, base);
    expect(Object.keys(expected).length).toBeGreaterThan(5);
    expect(await buildTexts([to], base)).toEqual(expected);
  });

  it('builds to the same pages for people', async () => {
    const to = join(workspace(), 'content');
    await importSite(WORKSHOP, to);
    const config = { html: 'render' };
    const expected = await buildTexts(WORKSHOP, 'https://new.example', config);
    expect(Object.keys(expected)).toContain('about/index.html');
    expect(await buildTexts([to], 'https://new.example', config)).toEqual(expected);
  });

  it('is no news to readers that know the export', async () => {
    const cwd = workspace({ 'svc.settings.json': SETTINGS });
    const [base, later] = [['--base-url', 'https://new.example'], { cwd, now: NOW + 86_400 }];
    const sources = WORKSHOP.flatMap((path) => ['--source', resolve(path)]);
    const first = await build([...sources, ...base], { cwd });
    const before = treeOf(join(cwd, 'out'));
    await importSite(WORKSHOP, join(cwd, 'content'));
    const report = await build(['--source', 'content', ...base], later);
    expect(first.added.length).toBeGreaterThan(20);
    expect([report.added, report.changed, report.removed]).toEqual([[], [], []]);
    expect(treeOf(join(cwd, 'out'))).toEqual(before);
    // What changes in the folder is news, and nothing else.
    const page = filesIn(join(cwd, 'content')).find((file) => /^posts?\//.test(file)) ?? '';
    writeFiles(cwd, { [`content/${page}`]: `${text(cwd, 'content', page)}\n<p>A line more.</p>\n` });
    await build(['--source', 'content', ...base], later);
    const { items } = json<ChangeFeed>(cwd, 'out/svc-changes.json');
    const news = items.filter((item) => item.action !== 'deleted' && Date.parse(item.modified) / 1000 > NOW);
    expect(news).toMatchObject([{ action: 'updated' }]);
  });

  it('does so for the theme test data', needs(sharedData(THEME_UNIT_TEST)), async () => {
    const to = join(workspace(), 'content');
    await importSite([THEME_UNIT_TEST], to);
    const base = 'https://test.example';
    expect(await buildTexts([to], base)).toEqual(await buildTexts([THEME_UNIT_TEST], base));
  });
});

const HARBOUR = wxr(
  [
    { id: 1, title: 'Knots &amp; ropes', slug: 'knots', creator: 'mara' },
    { id: 2, title: 'The safe', slug: 'safe', password: 'anchor-42', body: '<p>Under the stairs.</p>' },
    { id: 3, title: 'Not yet', slug: 'not-yet', status: 'draft', meta: { tide: 'low', _edit_lock: '1:2' } },
    { id: 4, title: 'Knots again', slug: 'knots', link: 'https://old.example/knots-again/' },
    { id: 5, title: 'Weather', slug: '../../weather', type: 'page' },
    { id: 6, title: 'KNOTS', slug: 'KNOTS', type: 'page' },
    { id: 7, title: 'knots', slug: 'knots', type: 'page', link: 'https://old.example/other-knots/' },
    { id: 8, title: 'Nets', slug: 'nets', body: '<p>Open.</p>[member]<p>CANARY-MEMBERS</p>[/member]' },
  ],
  { authors: [{ login: 'mara', email: 'mara@harbour.example', name: 'Mara Lindqvist' }] },
);

/** A folder with one export, and the run of an import there. */
async function importHarbour(flags: readonly string[] = [], cwd = workspace({ 'export.xml': HARBOUR })) {
  const run = await runSvc(['import', 'export.xml', '--to', 'content', ...flags], { cwd });
  return { cwd, content: join(cwd, 'content'), ...run };
}

describe('svc import', () => {
  it('names files by type, date and slug, once each on every disk, never outside of the folder', async () => {
    const { content, code, cwd } = await importHarbour();
    expect(code).toBe(0);
    expect(filesIn(cwd).filter((file) => file !== 'export.xml')).toEqual([
      'content/_svc.yml',
      'content/pages/KNOTS.html',
      'content/pages/knots-7.html',
      'content/pages/weather.html',
      'content/posts/2026-01-15-knots-4.html',
      'content/posts/2026-01-15-knots.html',
      'content/posts/2026-01-15-nets.html',
      'content/posts/2026-01-15-not-yet.html',
      'content/posts/2026-01-15-safe.html',
    ]);
    expect(text(content, 'posts/2026-01-15-knots.html')).toBe(
      [
        ...['---', 'id: 1', 'title: Knots & ropes', 'slug: knots', 'url: /knots/', 'type: post'],
        ...['date: 2026-01-15T10:00:00Z', 'lastmod: 2026-01-15T10:00:00Z', 'authors:', '  - Mara Lindqvist'],
        ...['---', '', '<p>The body of entry 1.</p>', ''],
      ].join('\n'),
    );
  });

  it('gives the same folder each time', async () => {
    const [one, other] = [await importHarbour(), await importHarbour()];
    expect(treeOf(one.content)).toEqual(treeOf(other.content));
  });

  it('imports what is hidden, and it stays hidden', async () => {
    const { content, cwd, stderr } = await importHarbour();
    expect(stderr).toContain('1 protected, 1 draft');
    expect(text(content, 'posts/2026-01-15-safe.html')).toContain('protected: true');
    expect(text(content, 'posts/2026-01-15-not-yet.html')).toContain('status: draft');
    await build(['--source', 'content'], { cwd });
    const served = filesIn(join(cwd, 'out')).filter((file) => file.endsWith('.md'));
    expect(served).toContain('knots.md');
    expect(served.filter((file) => /safe|not-yet/.test(file))).toEqual([]);
  });

  it('writes no password, login, e-mail address or text for members', async () => {
    const { content, stderr } = await importHarbour();
    const all = filesIn(content)
      .map((file) => text(content, file))
      .join('\n');
    expect(all).not.toMatch(/anchor-42|mara@|\bmara\b|_edit_lock|CANARY-MEMBERS/);
    expect(all).toContain('tide: low');
    expect(stderr).toMatch(/lost .* 1 × parts of pages that only members may see.*nets\.html/);
  });

  it('writes passwords when asked to', async () => {
    const { content, cwd } = await importHarbour(['--with-passwords']);
    expect(text(content, 'posts/2026-01-15-safe.html')).toContain('password: anchor-42');
    await build(['--source', 'content'], { cwd });
    expect(filesIn(join(cwd, 'out'))).not.toContain('safe.md');
  });

  it('keeps bodies as they are with --format source', async () => {
    const { content } = await importHarbour(['--format', 'source']);
    const file = text(content, 'posts/2026-01-15-nets.html');
    expect(file).toContain('\nformat: wordpress\n---\n');
    expect(file).toContain('[member]<p>CANARY-MEMBERS</p>[/member]');
  });

  it('says what comes next', async () => {
    const { stderr, stdout } = await importHarbour();
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(
      'Next: svc build --source content --base-url https://old.example',
    );
  });

  it('reports as JSON', async () => {
    const { stdout, stderr, content } = await importHarbour(['--json']);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      dryRun: false,
      to: content,
      entries: { post: 5, page: 3 },
      hidden: { protected: 1, draft: 1 },
      authors: 1,
      files: { written: filesIn(content), kept: [] },
      siteUrl: 'https://old.example',
    });
  });

  it('writes nothing with --dry-run, and says what it would write', async () => {
    const dry = await importHarbour(['--dry-run', '--json']);
    expect(filesIn(dry.cwd)).toEqual(['export.xml']);
    const real = await importHarbour();
    expect(JSON.parse(dry.stdout)).toMatchObject({ dryRun: true, files: { written: filesIn(real.content) } });
  });

  it('takes an empty folder, and refuses one that is not', async () => {
    const cwd = workspace({ 'export.xml': HARBOUR });
    mkdirSync(join(cwd, 'content'));
    expect((await importHarbour([], cwd)).code).toBe(0);
    const before = treeOf(cwd);
    const again = await importHarbour([], cwd);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("isn't empty");
    expect(treeOf(cwd)).toEqual(before);
  });

  it('adds with --force what the folder lacks, and changes nothing in it', async () => {
    const cwd = workspace({ 'export.xml': HARBOUR });
    writeFiles(cwd, {
      'content/notes/renamed.md': '---\nid: 1\ntitle: Renamed\n---\nMine.\n',
      'content/pages/weather.html': 'Mine too.\n',
    });
    const { code, stdout, content } = await importHarbour(['--force', '--json'], cwd);
    expect(code).toBe(0);
    const { files } = JSON.parse(stdout) as ImportReport;
    expect(files.kept).toEqual(['pages/weather.html', 'posts/2026-01-15-knots.html']);
    expect(text(content, 'pages/weather.html')).toBe('Mine too.\n');
    expect(filesIn(content)).toEqual([...files.written, 'notes/renamed.md', 'pages/weather.html'].sort());
    const after = treeOf(cwd);
    expect((await importHarbour(['--force'], cwd)).code).toBe(0);
    expect(treeOf(cwd)).toEqual(after);
  });

  it('follows no link out of the folder', async () => {
    const cwd = workspace({ 'export.xml': HARBOUR, 'elsewhere/x.txt': '', 'content/x.txt': '' });
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'content', 'posts'));
    const { code, stderr } = await importHarbour(['--force'], cwd);
    expect([code, stderr]).toEqual([1, expect.stringContaining('"posts"')]);
    expect(filesIn(join(cwd, 'elsewhere'))).toEqual(['x.txt']);
  });

  it('leaves nothing behind when the export is broken', async () => {
    const cwd = workspace({ 'export.xml': HARBOUR.slice(0, -60) });
    expect((await importHarbour([], cwd)).code).toBe(1);
    expect(filesIn(cwd)).toEqual(['export.xml']);
  });

  it.each([
    ['without --to', ['import', 'export.xml'], 2, /--to/],
    ['without an export', ['import', '--to', 'x'], 2, /export/],
    [
      'with a format that is not known',
      ['import', 'export.xml', '--to', 'x', '--format', 'markdown'],
      2,
      /html, source/,
    ],
    [
      'with a zone that is not known',
      ['import', 'export.xml', '--to', 'x', '--timezone', 'Mars'],
      2,
      /--timezone/,
    ],
    ['for a content folder', ['import', 'folder', '--to', 'x'], 2, /not an export/],
    ['for an export that is not there', ['import', 'gone.xml', '--to', 'x'], 2, /gone\.xml/],
    ['for a folder where a file is', ['import', 'export.xml', '--to', 'export.xml'], 1, /export\.xml/],
  ])('refuses %s', async (_, args, code, message) => {
    const cwd = workspace({ 'export.xml': HARBOUR, 'folder/a.md': '---\ntitle: A\n---\n' });
    const run = await runSvc(args, { cwd });
    expect(run.code).toBe(code);
    expect(run.stderr).toMatch(message);
  });

  it('refuses parts of different sites', async () => {
    const cwd = workspace({ 'a.xml': HARBOUR, 'b.xml': wxr([{ id: 9 }], { base: 'https://else.example' }) });
    const run = await runSvc(['import', 'a.xml', 'b.xml', '--to', 'x', '--json'], { cwd });
    expect(JSON.parse(run.stdout)).toMatchObject({ ok: false, error: { code: 'SVC_SOURCE_MIXED' } });
  });
});

describe('docs/import.md', () => {
  it('shows what an import prints and writes', async () => {
    const cwd = workspace();
    copyFileSync('fixtures/wxr/workshop-part-1.xml', join(cwd, 'export.xml'));
    const { stderr } = await runSvc(['import', 'export.xml', '--to', 'content'], { cwd });
    const shown = `$ svc import export.xml --to content\n${stderr}`;
    expect(docExample('docs/import.md', 'import', shown)).toBe(shown);
    const file = text(cwd, 'content/route/lighthouse.html').split('\n').slice(0, 15).join('\n');
    const start = `${file}\n…\n`;
    expect(docExample('docs/import.md', 'file', start)).toBe(start);
  });
});
