import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CONFIG_FILES, loadConfig } from '../../../src/config/load.js';
import { configSchema, schemaProblems } from '../../../src/config/schema.js';
import { wxr } from '../../support/build/export.js';
import { type Files, filesIn, text, treeOf, workspace } from '../../support/build/workspace.js';
import { docExample } from '../../support/cli/doc-example.js';
import { build, runSvc } from '../../support/cli/run-svc.js';

const FILE = 'svc.config.yaml';
const PAGE = '<!doctype html>\n<title>Home</title>\n';

/** A folder of its own inside of one that goes: output may be written beside it. */
function folderWith(files: Files): string {
  const folder = workspace(
    Object.fromEntries(Object.entries(files).map(([name, one]) => [`site/${name}`, one])),
  );
  return join(folder, 'site');
}

async function initIn(cwd: string, flags: readonly string[] = []) {
  const run = await runSvc(['init', ...flags], { cwd });
  const { site, ...config } = existsSync(join(cwd, FILE))
    ? (parse(text(cwd, FILE)) as Record<string, unknown>)
    : {};
  // Its lines are switched off where the address is unknown.
  return { ...run, config: site ? { site, ...config } : config };
}

describe('a build right after svc init', () => {
  it.each([
    ['example', { entries: { post: 3, page: 7 } }],
    ['files/hugo', { baseUrl: 'https://orchard.example' }],
    ['files/jekyll', { baseUrl: 'https://choir.example/sing' }],
    ['files/eleventy', {}],
    ['files/astro', {}],
    ['files/plain', {}],
    ['files/broken', {}],
    ['wxr', { baseUrl: 'https://old.example' }],
  ])('works for %s', async (fixture, expected) => {
    const cwd = join(workspace(), 'site');
    cpSync(join('fixtures', fixture), cwd, {
      recursive: true,
      filter: (path) => !path.endsWith('svc.config.json'),
    });
    const { code, stderr } = await initIn(cwd);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Written: ${FILE}`)]);
    const last = stderr.trimEnd().split('\n').at(-1);
    const hasUrl = last === 'Next: svc build';
    if (!hasUrl) expect(last).toBe(`Next: set "site.url" in ${FILE}, then run svc build`);
    const report = await build(hasUrl ? [] : ['--base-url', 'https://example.org'], { cwd });
    expect(report).toMatchObject({ ok: true, ...expected });
    expect(report.twins).toBeGreaterThan(0);
  });
});

describe('the file that svc init writes', () => {
  it('loads, with what was found', async () => {
    const cwd = folderWith({
      'export.xml': wxr([{ id: 1 }]),
      CNAME: 'Harbour.example\n',
      'static/robots.txt': '',
    });
    await initIn(cwd);
    const { config } = await loadConfig({ cwd, flags: {}, env: {} });
    expect(config).toMatchObject({
      site: { url: 'https://harbour.example' },
      source: [{ type: 'wxr', path: join(cwd, 'export.xml') }],
      publicDir: join(cwd, 'static'),
      out: join(cwd, 'out'),
      html: 'none',
    });
  });

  it('holds only keys of the schema, also where they are switched off', async () => {
    const cwd = folderWith({ 'content/a.md': '# A\n' });
    await initIn(cwd, ['--base-url', 'https://harbour.example']);
    const off = text(cwd, FILE).split('\n');
    expect(off.filter((line) => /^#[^ \n#]|^# {2}\S/.test(line)).length).toBeGreaterThan(12);
    const on = off.map((line) => line.replace(/^#(?=\S| {2}\S)/, '')).join('\n');
    const value: unknown = parse(on);
    expect(Object.keys(value as object)).toEqual(
      expect.arrayContaining(['site', 'source', 'siteDir', 'publicDir', 'html', 'hosts', 'plugins']),
    );
    expect(schemaProblems(configSchema(), value, () => false)).toEqual([]);
  });

  it.each([
    ['  url: https://example.org', { url: 'https://example.org' }],
    ['  name: My site', { name: 'My site' }],
    ['html: render', {}],
  ])('loads with one line switched on: %s', async (line, site) => {
    const cwd = folderWith({ 'content/a.md': '# A\n' });
    await initIn(cwd);
    const off = text(cwd, FILE);
    expect(off).toContain(`\n#${line}\n`);
    writeFileSync(join(cwd, FILE), off.replace(`#${line}`, line));
    const { config } = await loadConfig({ cwd, flags: {}, env: {} });
    expect(config.site).toMatchObject(site);
  });

  it('describes keys in the words of the schema', async () => {
    const cwd = folderWith({ 'notes.txt': '' });
    await initIn(cwd);
    const { properties } = configSchema() as { properties: Record<string, { description: string }> };
    for (const key of ['source', 'siteDir', 'html', 'hosts', 'sidecar', 'profile']) {
      expect(text(cwd, FILE)).toContain(`# ${properties[key]?.description}\n`);
    }
  });

  it('finds exports in archives', async () => {
    const cwd = folderWith({ 'notes.txt': '' });
    writeFileSync(join(cwd, 'export.xml.gz'), gzipSync(wxr([{ id: 1 }])));
    writeFileSync(join(cwd, 'other.gz'), gzipSync('nothing to read'));
    const { config } = await initIn(cwd);
    expect(config).toEqual({
      site: { url: 'https://old.example' },
      source: { type: 'wxr', path: 'export.xml.gz' },
    });
  });

  it('keeps names of files inside of their comments', async () => {
    const other = wxr([{ id: 1 }], { base: 'https://else.example' });
    const cwd = folderWith({ 'a.xml': wxr([{ id: 1 }]), 'b.xml': wxr([{ id: 2 }]), 'z\nout: .xml': other });
    const { config } = await initIn(cwd);
    expect(config).toEqual({
      site: { url: 'https://old.example' },
      source: [
        { type: 'wxr', path: 'a.xml' },
        { type: 'wxr', path: 'b.xml' },
      ],
    });
  });
});

describe('svc init', () => {
  it('finds the built site again after a build in place', async () => {
    const page = (name: string) =>
      `<html><head><title>${name}</title></head><body><main><h1>${name}</h1><p>Open from nine.</p></main></body></html>`;
    const cwd = folderWith({
      'hugo.toml': 'baseURL = "https://tea.example/"\n',
      'content/green.md': '---\ntitle: Green\n---\nOpen from nine.\n',
      'public/index.html': page('Tea'),
      'public/green/index.html': page('Green'),
    });
    await build(['--site', 'public', '--in-place', '--base-url', 'https://tea.example'], { cwd });
    const { stderr, config } = await initIn(cwd);
    expect(stderr).not.toContain('unbuilt');
    expect(config).toMatchObject({ source: { type: 'project', path: '.' }, siteDir: 'public' });
  });

  it.each<readonly [what: string, files: Files, config: unknown]>([
    [
      'a site of a generator whose sources are not read',
      { 'retype.yml': '', 'a.md': 'Text' },
      { source: { type: 'project', path: '.' } },
    ],
    [
      'a Hugo site',
      { 'hugo.toml': 'baseURL = "https://h.example/"', 'content/a.md': '' },
      { site: { url: 'https://h.example' }, source: { type: 'files', path: 'content' } },
    ],
    [
      'a placeholder of Hugo',
      { 'hugo.toml': 'baseURL = "https://example.org/"', 'content/a.md': '' },
      { source: { type: 'files', path: 'content' } },
    ],
    [
      'an Astro site',
      {
        'astro.config.mjs': "export default {\n  site: 'https://a.example',\n  base: '/docs',\n};",
        'src/pages/a.md': '',
      },
      { site: { url: 'https://a.example/docs' }, source: { type: 'files', path: '.' } },
    ],
    [
      'notes with a folder "out" of their own',
      { 'a.md': '---\n---\n', 'out/b.md': '---\n---\n' },
      { source: { type: 'files', path: '.' }, out: '../site-out' },
    ],
    [
      'a Jekyll site that is built',
      {
        '_config.yml': 'url: https://j.example',
        '_posts/2026-01-01-a.md': '---\n---\n',
        '_site/index.html': PAGE,
      },
      {
        site: { url: 'https://j.example' },
        source: { type: 'project', path: '.' },
        siteDir: '_site',
      },
    ],
    [
      'a built site in a folder of a repository',
      {
        'README.md': '# Tool\n',
        'website/hugo.toml': 'title = "Tool"',
        'website/content/a.md': '---\n---\n',
        'website/public/index.html': PAGE,
      },
      { source: { type: 'project', path: 'website' }, siteDir: 'website/public' },
    ],
    [
      'built pages alone',
      { 'dist/index.html': PAGE, 'package.json': '{"homepage":"https://b.example/app/"}' },
      { site: { url: 'https://b.example/app' }, siteDir: 'dist' },
    ],
    [
      'built pages in out',
      { 'out/index.html': PAGE, 'content/a.md': '# A\n' },
      { source: { type: 'files', path: 'content' }, siteDir: 'out', out: 'svc-out' },
    ],
    ['built pages right here', { 'index.html': PAGE }, { siteDir: '.', out: '../site-out' }],
    [
      'output of an earlier build',
      { 'content/a.md': '# A\n', 'out/index.html': PAGE, 'out/svc-manifest.json.gz': '' },
      { source: { type: 'files', path: 'content' } },
    ],
    [
      'the page of a repository',
      { 'content/a.md': '# A\n', 'package.json': '{"homepage":"https://github.com/a/b#readme"}' },
      { source: { type: 'files', path: 'content' } },
    ],
    [
      'the page of a repository at GitLab',
      { 'content/a.md': '# A\n', 'package.json': '{"homepage":"https://gitlab.com/a/b"}' },
      { source: { type: 'files', path: 'content' } },
    ],
    [
      'the page of a package',
      { 'content/a.md': '# A\n', 'package.json': '{"homepage":"https://www.npmjs.com/package/b"}' },
      { source: { type: 'files', path: 'content' } },
    ],
    [
      'a home page',
      { 'content/a.md': '# A\n', 'package.json': '{"homepage":"https://h.example/b/"}' },
      { site: { url: 'https://h.example/b' }, source: { type: 'files', path: 'content' } },
    ],
    [
      'an imported folder',
      { 'content/_svc.yml': 'url: https://i.example\n', 'content/posts/a.html': '---\n---\n' },
      { source: { type: 'files', path: 'content' } },
    ],
    [
      'a Ghost export',
      {
        'ghost.json': '{"db":[{"meta":{"version":"5"},"data":{"posts":[],"settings":[]}}]}',
        CNAME: 'g.example',
      },
      {
        site: { url: 'https://g.example' },
        source: { type: 'ghost', path: 'ghost.json', options: { url: 'https://g.example' } },
      },
    ],
    ['a repository without content', { 'README.md': '# Tool\n', 'src/main.ts': '', 'package.json': '{' }, {}],
  ])('finds %s', async (_, files, config) => {
    const cwd = folderWith(files);
    const found = await initIn(cwd);
    expect(found.code).toBe(0);
    expect(found.config).toEqual(config);
    await loadConfig({ cwd, flags: {}, env: {} });
  });

  it.each(CONFIG_FILES)('leaves %s as it is', async (name) => {
    const cwd = folderWith({ [name]: '{}', 'content/a.md': '# A\n' });
    const before = treeOf(cwd);
    const { code, stderr } = await initIn(cwd);
    expect([code, stderr]).toEqual([1, expect.stringContaining(name)]);
    expect(treeOf(cwd)).toEqual(before);
  });

  it('says how to pass an address that it gets in the place of a folder', async () => {
    const { code, stderr } = await initIn(workspace(), ['https://m.example']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('svc init --base-url https://m.example')]);
  });

  it('takes a folder and an address', async () => {
    const cwd = workspace({ 'my site/content/a.md': '# A\n' });
    const { code, stderr } = await initIn(cwd, ['my site', '--base-url', 'https://m.example/x/']);
    expect(code).toBe(0);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(`Next: svc build --config 'my site/${FILE}'`);
    const { config } = await loadConfig({ cwd: join(cwd, 'my site'), flags: {}, env: {} });
    expect(config.site.url).toBe('https://m.example/x');
  });

  it('reminds of .gitignore until it is complete', async () => {
    const first = await initIn(folderWith({ 'content/a.md': '# A\n' }));
    expect(first.stderr).toContain('Add to .gitignore: .svc/ out/ deploy/\n');
    for (const lines of [
      '/out\n.svc/\ndeploy\n',
      '/out/\n/.svc/\n/deploy/',
      'out\r\n.svc\r\ndeploy\r\n',
      ' out/ \n.svc/\n deploy',
    ]) {
      const second = await initIn(folderWith({ 'content/a.md': '# A\n', '.gitignore': lines }));
      expect(second.stderr, lines).not.toContain('.gitignore');
    }
    const third = await initIn(
      folderWith({ 'content/a.md': '# A\n', '.gitignore': 'outer/\n.svc/\ndeploy/\n' }),
    );
    expect(third.stderr).toContain('Add to .gitignore: out/\n');
  });

  it('writes nothing with --dry-run, and reports as JSON', async () => {
    const cwd = folderWith({ 'content/a.md': '# A\n' });
    const { stdout, stderr } = await initIn(cwd, ['--dry-run', '--json']);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      dryRun: true,
      file: join(cwd, FILE),
      found: { sources: [{ type: 'files', path: 'content' }] },
      next: 'svc build --base-url https://example.org',
    });
    expect(filesIn(cwd)).toEqual(['content/a.md']);
  });

  it.each([
    ['an address that is none', ['init', '--base-url', 'harbour'], /--base-url/],
    ['a folder that is not there', ['init', 'gone'], /gone/],
    ['a file', ['init', 'a.txt'], /a\.txt/],
    ['two folders', ['init', '.', '.'], /too many arguments/],
  ])('refuses %s', async (_, args, message) => {
    const cwd = workspace({ 'a.txt': '' });
    const run = await runSvc(args, { cwd });
    expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(filesIn(cwd)).toEqual(['a.txt']);
  });
});

describe('docs/init.md', () => {
  it('shows what svc init prints and writes', async () => {
    const cwd = folderWith({
      CNAME: 'harbour.example\n',
      '_site/index.html': PAGE,
      'content/index.md': '# Harbour\n',
    });
    const { stderr } = await initIn(cwd);
    const shown = `$ svc init\n${stderr}`;
    expect(docExample('docs/init.md', 'init', shown)).toBe(shown);
    const config = text(cwd, FILE);
    expect(docExample('docs/init.md', 'config', config)).toBe(config);
  });
});
