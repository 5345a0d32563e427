import { describe, expect, it } from 'vitest';
import { findLayout } from '../../../../../src/sources/files/find-layout.js';
import { readFilesOptions } from '../../../../../src/sources/files/options.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const TEXT = '# Tea\n\nText.\n';

async function read(config: string, files: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const texts = Object.fromEntries(files.map((file) => [file, TEXT]));
  const root = folderWith({ 'myst.yml': `version: 1\n${config}`, ...texts, ...more });
  const { entries, site, warnings } = await readFolder(root);
  const { generator, rules } = findLayout(root, readFilesOptions());
  return {
    generator,
    site,
    codes: warnings.map(({ code }) => code),
    urls: Object.fromEntries(entries.map(({ ref, url }) => [ref, url])),
    noindex: entries.filter((entry) => entry.noindex).map(({ ref }) => ref),
    order: rules.navigation?.(files, () => undefined).map(({ path, section }) => [path, section]),
  };
}

const TOC = `project:
  title: Lamp Book
  description: About lamps.
  toc:
    - file: index.md
    - title: Using lamps
      children:
        - file: guide/getting_started
        - file: guide/02-Oil & Gas.md
    - file: reference.md
      children:
        - file: old/reference.md
    - file: print.md
      hidden: true
    - url: https://example.org
    - pattern: 'log/*.md'
      sort: descending
site:
  title: Lamps
`;

const FILES = [
  'index.md',
  'guide/getting_started.md',
  'guide/02-Oil & Gas.md',
  'reference.md',
  'old/reference.md',
  'print.md',
  'log/2024-05-01 May.md',
  'log/2024-11-01.md',
  'log/readme.md',
  'notes.md',
];

it('a directive in a footnote is read, and one in indented code is not', async () => {
  const files = {
    'myst.yml': 'version: 1\n',
    'a.md': 'A[^1]\n\n[^1]: B\n\n    :::{tip}\n    C\n    :::\n\nD\n\n    :::{tip}\n',
  };
  const { byKey } = await readFolder(folderWith(files));
  expect(byKey.get('a.md')?.body.match(/:::\{tip\}|<blockquote/g)).toEqual(['<blockquote', ':::{tip}']);
});

it('the words behind a note are its title, but its text in Sphinx', async () => {
  const files = { 'a.md': '# A\n\n:::{note} Words\nMore.\n:::\n\n:::{tip} Alone\n:::\n' };
  const bodyWith = async (config: Readonly<Record<string, string>>) =>
    (await readFolder(folderWith({ ...files, ...config }))).byKey.get('a.md')?.body.replace(/\s+/g, ' ');
  expect(await bodyWith({ 'myst.yml': 'version: 1\n' })).toMatch(/\*\*Words\*\* More\..*\*\*Tip\*\* Alone/);
  expect(await bodyWith({ 'conf.py': "extensions = ['myst_parser']\n" })).toContain('**Note** Words More.');
});

it('a path from the top of a project leads to its page', async () => {
  const files = {
    'conf.py': "extensions = ['myst_parser']\n",
    'guide/a.md': 'See {doc}`/guide/b`.\n',
    'guide/b.md': TEXT,
  };
  const { byKey } = await readFolder(folderWith(files));
  expect(byKey.get('guide/a.md')?.body).toContain('[Tea](</guide/b.html>)');
});

describe('a project of MyST', () => {
  it('has the pages of its table of contents, at the names of their files', async () => {
    const { generator, urls, site, noindex, order } = await read(TOC, FILES);
    expect(generator).toBe('myst');
    expect(site).toEqual({ title: 'Lamps', description: 'About lamps.' });
    expect(urls).toEqual({
      'index.md': '/',
      'guide/getting_started.md': '/getting-started',
      'guide/02-Oil & Gas.md': '/oil-and-gas',
      'reference.md': '/reference',
      'old/reference.md': '/reference-1',
      'print.md': '/print',
      'log/2024-11-01.md': '/2024-11-01',
      'log/2024-05-01 May.md': '/2024-05-01-may',
      'log/readme.md': '/readme',
    });
    expect(noindex).toEqual(['print.md']);
    expect(order).toEqual([
      ['index.md', undefined],
      ['guide/getting_started.md', 'Using lamps'],
      ['guide/02-Oil & Gas.md', 'Using lamps'],
      ['reference.md', 'Tea'],
      ['old/reference.md', 'Tea'],
      ['log/2024-11-01.md', undefined],
      ['log/2024-05-01 May.md', undefined],
      ['log/readme.md', undefined],
    ]);
  });

  it('keeps folders in addresses on request', async () => {
    const { urls } = await read('site:\n  options:\n    folders: true\n', [
      'index.md',
      'guide.md',
      'guide/index.md',
      'guide/a.md',
      '01_part/index.md',
    ]);
    expect(urls).toEqual({
      'index.md': '/',
      'guide.md': '/guide',
      'guide/index.md': '/guide-1',
      'guide/a.md': '/guide/a',
      '01_part/index.md': '/part',
    });
  });

  it('has all its files without a table of contents, the first of which is the front page', async () => {
    const files = ['b.md', 'a10.md', 'a9.md', 'part/c.md', '_build/x.md', 'draft/d.md'];
    const { urls, order } = await read("project:\n  exclude: ['draft/*']\n", files);
    expect(urls).toEqual({ 'a9.md': '/', 'a10.md': '/a10', 'b.md': '/b', 'part/c.md': '/c' });
    expect(order?.map(([path]) => path)).toEqual(['a9.md', 'a10.md', 'b.md', 'part/c.md']);
  });

  it('reads the list in a file that the configuration extends, but none outside the project', async () => {
    const { urls } = await read('extends: [toc.yml, ../../toc.yml]\n', ['a.md', 'b.md', 'c.md'], {
      'toc.yml': 'project:\n  toc:\n    - file: b.md\n    - file: c.md\n    - file: ../secret.md\n',
    });
    expect(urls).toEqual({ 'b.md': '/', 'c.md': '/c' });
  });

  it('names the notebooks that it does not read', async () => {
    const toc = 'project:\n  toc:\n    - file: a.md\n    - file: sums.ipynb\n    - file: b.md\n';
    const { urls, codes } = await read(toc, ['a.md', 'b.md'], { 'sums.ipynb': '{}' });
    expect(urls).toEqual({ 'a.md': '/', 'b.md': '/b' });
    expect(codes).toHaveLength(1);
  });
});
