import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, treeOf, workspace, writeFiles } from '../../support/build/workspace.js';
import { build, NOW, runSvc } from '../../support/cli/run-svc.js';
import { dump, post } from '../../support/sources/ghost/read-export.js';

const SITE = { url: 'https://harbour.example', name: 'Harbour', lang: 'en' };
const page = (title: string, body = 'Boats go at noon and come back at dusk.', head = '') =>
  `---\ntitle: ${title}\n${head}---\n\n${body}\n`;

const GUIDE = {
  'content/guide/index.md': page(
    'The guide',
    '- [Ropes](ropes.md)\n- [Sails](sails.md)\n- [Tides](tides.md)',
  ),
  'content/guide/ropes.md': page('Ropes'),
  'content/guide/sails.md': page('Sails', 'Sails need [tides](tides.md), and [ropes](ropes.md) too.'),
  'content/guide/tides.md': page('Tides'),
  'content/about.md': page(
    'About',
    'We mind the [tides](/guide/tides/) and the [ropes](guide/ropes.md#knots).',
  ),
  'content/empty.md': page('Empty', ''),
  'content/404.md': page('Lost'),
};

function site(files: Readonly<Record<string, string>>, config: object = {}): string {
  return workspace({
    'svc.config.json': JSON.stringify({ site: SITE, source: 'content', ...config }),
    ...files,
  });
}

/** The titles in an index, headings included. */
const titles = (index: string) =>
  [...index.matchAll(/^(?:- \[((?:[^\]\\]|\\.)+)\]|(## .+))/gm)].map(
    ([, title, heading]) => heading ?? title,
  );

describe('the index', () => {
  it('orders pages by the links to them, in sections by folder', async () => {
    const cwd = site(GUIDE);
    await build([], { cwd });
    const found = titles(text(cwd, 'out/llms.txt'));
    expect(found.slice(0, found.indexOf('## Optional'))).toEqual([
      '## Pages',
      'About',
      '## The guide',
      'Ropes',
      'Tides',
      'Sails',
    ]);
    const full = [...text(cwd, 'out/llms-full.txt').matchAll(/^---\n\n# (.+)$/gm)].map(([, title]) => title);
    expect(full.filter((title) => title !== 'The guide')).toEqual(['About', 'Ropes', 'Tides', 'Sails']);
  });

  it('is that of a full build after a link has changed', async () => {
    const cwd = site(GUIDE);
    await build([], { cwd });
    writeFiles(cwd, {
      'content/about.md': page('About', 'We mind the [sails](guide/sails.md), and [sails](/guide/sails/).'),
    });
    await build([], { cwd, now: NOW + 60 });
    const partly = treeOf(join(cwd, 'out'));
    await build(['--full'], { cwd, now: NOW + 60 });
    expect(treeOf(join(cwd, 'out'))).toEqual(partly);
    const found = titles(text(cwd, 'out/llms.txt'));
    expect(found.slice(2, 6)).toEqual(['## The guide', 'Ropes', 'Sails', 'Tides']);
  });

  it('uses its room, and has a file for each section and language', async () => {
    const folders = ['alpha', 'beta'].flatMap((folder) =>
      Array.from({ length: 200 }, (_, at) => [
        `content/${folder}/page-${at}.md`,
        page(`${folder} ${at}`, `${'The water is deep here, and the wind is from the west. '.repeat(4)}`),
      ]),
    );
    const german = ['eins', 'zwei', 'drei'].map((name) => [
      `content/de/${name}.md`,
      page(name, 'Boote.', 'lang: de\n'),
    ]);
    const cwd = site(Object.fromEntries([...folders, ...german]), { languages: ['de'] });
    await build([], { cwd });
    const root = text(cwd, 'out/llms.txt');
    expect(root.length).toBeGreaterThan(45_000);
    expect(root.length).toBeLessThanOrEqual(50_000);
    expect(root).toContain('- [All of Alpha](https://harbour.example/alpha/llms.txt): 200 entries');
    expect(root).toContain('- [Deutsch (de)](https://harbour.example/de/llms.txt): 3 entries');
    expect(root).not.toContain('/de/eins');
    expect(titles(text(cwd, 'out/alpha/llms.txt'))).toHaveLength(201);
    expect(titles(text(cwd, 'out/de/llms.txt'))).toEqual(['## Pages', 'drei', 'eins', 'zwei']);
    const fullTitles = (file: string) =>
      [...text(cwd, file).matchAll(/^---\n\n# (.+)$/gm)].map(([, title]) => title);
    expect(fullTitles('out/alpha/llms-full.txt')).toEqual(titles(text(cwd, 'out/alpha/llms.txt')).slice(1));
    expect(fullTitles('out/de/llms-full.txt')).toEqual(['drei', 'eins', 'zwei']);
    expect(text(cwd, 'out/de/llms.txt')).toContain(
      '[/de/llms-full.txt](https://harbour.example/de/llms-full.txt)',
    );
    expect(text(cwd, 'out/llms-full.txt')).not.toContain('# eins');
    const { code, stdout } = await runSvc(['validate', '--json'], { cwd });
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true }]);
  });

  it('has no files with whole pages while they are off, and begins with the home page', async () => {
    const home = (lang: string) => page(`Home ${lang}`, 'A harbour with boats.', `lang: ${lang}\n`);
    const cwd = site(
      {
        ...GUIDE,
        'content/index.md': home('en'),
        'content/de/index.md': home('de'),
        'content/de/boote.md': page('Boote', 'Boote, und [Seile](seile.md).', 'lang: de\nweight: 1\n'),
        'content/de/seile.md': page('Seile', 'Seile, und [Boote](boote.md).', 'lang: de\n'),
        'svc.settings.json': JSON.stringify({ enable_llms_full: false }),
      },
      { languages: ['de'] },
    );
    await build([], { cwd });
    expect(titles(text(cwd, 'out/llms.txt')).slice(0, 3)).toEqual(['## Pages', 'Home en', 'About']);
    expect(titles(text(cwd, 'out/de/llms.txt'))).toEqual(['## Pages', 'Home de', 'Boote', 'Seile']);
    expect(text(cwd, 'out/de/llms.txt')).not.toContain('llms-full');
    expect(Object.keys(treeOf(join(cwd, 'out'))).filter((file) => file.endsWith('llms-full.txt'))).toEqual(
      [],
    );
  });

  it('of an export has a section per type alone', async () => {
    const cwd = workspace({ 'svc.config.json': JSON.stringify({ source: 'export.xml' }) });
    cpSync('fixtures/wxr/workshop-part-1.xml', join(cwd, 'export.xml'));
    await build([], { cwd });
    const headings = titles(text(cwd, 'out/llms.txt')).filter((line) => line?.startsWith('## '));
    expect(headings.slice(0, 2)).toEqual(['## Pages', '## Posts']);
  });
});

describe("the site's own index", () => {
  it('is published as it is, and the report says so', async () => {
    const cwd = site({ ...GUIDE, 'public/llms.txt': '# Ours\n' }, { publicDir: 'public' });
    const { warnings } = await build([], { cwd });
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: 'own-index',
        file: 'llms.txt',
        fix: expect.stringContaining('enable_llms_txt'),
      }),
    );
    writeFiles(cwd, { 'svc.settings.json': JSON.stringify({ enable_llms_txt: false }) });
    expect((await build([], { cwd })).warnings.map(({ code }) => code)).not.toContain('own-index');
  });

  it('is the Markdown of the front page in the change feed', async () => {
    const cwd = site({ ...GUIDE, 'content/index.md': page('Harbour') });
    await build([], { cwd });
    const feed = JSON.parse(text(cwd, 'out/svc-changes.json')) as {
      items: { url: string; markdown?: string }[];
    };
    const home = feed.items.find(({ url }) => url === 'https://harbour.example/');
    expect(home?.markdown).toBe('https://harbour.example/index.md');
  });
});

describe('links inside the site', () => {
  it('that lead nowhere are named with their files, and count', async () => {
    const cwd = site({
      ...GUIDE,
      'content/lost.md': page(
        'Adrift',
        '[a](gone.md) [b](/nowhere/) [c](/tags/x/) [d](/file.pdf) [e](https://x.example/) <del cite="said it was here">f</del>',
      ),
    });
    const { warnings } = await build([], { cwd });
    const [broken, ...others] = warnings.filter(({ code }) => code === 'links-broken');
    expect(others).toEqual([]);
    expect(broken?.message).toMatch(/^2 links lead to pages that the source doesn't contain: lost\.md → /);
    expect(broken?.message).toContain('/nowhere/');
    const again = await build([], { cwd, now: NOW + 60 });
    expect(again.warnings).toEqual(warnings);
  });

  it('names the addresses of entries from an export', async () => {
    const posts = [
      post({ id: '5fad6c18f6f0d2003953a05a', slug: 'oar', html: '<p><a href="/nowhere/">x</a></p>' }),
    ];
    const cwd = site({ 'export.json': dump({ posts }) });
    const { warnings } = await build(['--source', 'export.json'], { cwd });
    expect(warnings.find(({ code }) => code === 'links-broken')?.message).toContain(
      'contain: /oar/ → /nowhere/',
    );
  });

  it('have no warning where all lead to pages', async () => {
    const { warnings } = await build([], { cwd: site(GUIDE) });
    expect(warnings.map(({ code }) => code)).not.toContain('links-broken');
  });
});
