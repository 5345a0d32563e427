import { describe, expect, it } from 'vitest';
import { findProject } from '../../../../src/sources/project/find-project.js';
import { folderWith, readFolder } from '../../../support/sources/files/read-folder.js';

const page = (matter = '') => `---\ntitle: Tea\n${matter}\n---\n\nText about tea.\n`;

it('Markdoc is read like Markdown', async () => {
  const { entries, warnings } = await readFolder(
    folderWith({ 'a.mdoc': page(), 'b/index.mdoc': page(), 'c.mdoc': page('draft: true') }),
  );
  expect(entries.map(({ url, status }) => [url, status])).toEqual([
    ['/a/', 'publish'],
    ['/b/', 'publish'],
    ['/c/', 'draft'],
  ]);
  expect(warnings).toEqual([]);
});

describe('documents in languages that are not read', () => {
  it('are named, where they are content', async () => {
    const files = {
      'hugo.toml': '',
      'content/a.md': page(),
      'content/b.adoc': '= B',
      'content/c.org': '* C',
    };
    const { warnings } = await readFolder(folderWith({ ...files, 'notes/d.adoc': '= D' }));
    const message = 'AsciiDoc and Org aren’t read: 2 files were left out (content/b.adoc, content/c.org).';
    expect(warnings).toMatchObject([{ code: 'files-not-read', file: 'content/b.adoc', message }]);
    const rare = await readFolder(folderWith({ 'a.md': page(), 'b.mkd': '# B' }));
    expect(rare.warnings).toMatchObject([{ message: '.mkd isn’t read: 1 file was left out (b.mkd).' }]);
    const lektor = await readFolder(
      folderWith({
        'content/contents.lr': 'title: A',
        'templates/a.html': '{% extends "b.html" %}',
        'c.rst': 'C',
      }),
    );
    expect(lektor.entries).toEqual([]);
    expect(lektor.warnings).toMatchObject([
      { code: 'files-left-out-partial', file: 'templates/a.html' },
      { message: expect.stringContaining('reStructuredText and contents.lr aren’t read: 2 files') },
    ]);
    const book = await readFolder(folderWith({ 'a.md': page(), 'b.qmd': '# B', 'notes/c.QMD': '# C' }));
    expect(book.warnings).toMatchObject([
      { message: 'Quarto isn’t read: 2 files were left out (b.qmd, notes/c.QMD).' },
    ]);
  });

  it('are built first where all of a project is in them', async () => {
    const files = {
      'docs/antora.yml': 'name: tea\nversion: ~\n',
      'docs/modules/ROOT/pages/index.adoc': '= Tea',
    };
    expect(await findProject(folderWith({ ...files, 'README.md': page() }))).toMatchObject({
      label: 'Antora',
      configFile: 'docs/antora.yml',
      isReadable: false,
      needsBuild: true,
    });
  });
});

describe('an address', () => {
  it('is guessed where no generator is known and the page has none itself', async () => {
    const files = { 'a.md': page(), 'b.md': page('permalink: /b/'), 'c.md': page('url: /c/') };
    const guessed = async (more: Readonly<Record<string, string>>, options = {}) => {
      const { entries } = await readFolder(folderWith({ ...files, ...more }), options);
      return entries.map(({ isAddressGuessed = false }) => isAddressGuessed);
    };
    expect(await guessed({})).toEqual([true, false, false]);
    expect(await guessed({}, { permalinks: { page: '/:slug/' } })).toEqual([false, false, false]);
    expect(await guessed({ 'mkdocs.yml': 'docs_dir: .\n' })).toEqual([false, false, false]);
  });
});

describe('a repository without a known generator', () => {
  it('is told that its addresses are paths, and where a project is, unless its owner knows', async () => {
    const codes = async (more: Readonly<Record<string, string>>, options = {}) =>
      (await readFolder(folderWith({ 'pages/a.md': page(), ...more }), options)).warnings.map(
        ({ code, message }) => `${code}: ${message}`,
      );
    const built = { 'package.json': '{"scripts": {"build": "vite build"}}' };
    expect(await codes({ 'package.json': '{}' })).toEqual([]);
    expect(await codes(built)).toEqual([
      'addresses-guessed: No configuration of a known generator is here: addresses are the paths of the files.',
    ]);
    expect(await codes({ 'package.json': '{}', 'sites/tea/mkdocs.yml': 'site_name: Tea' })).toEqual([
      expect.stringContaining('is here, but in sites/tea: addresses'),
    ]);
    expect(await codes(built, { generator: 'plain' })).toEqual([]);
  });
});

it('the folder of all sources is no category', async () => {
  const files = { 'src/_posts/2024-01-02-a.md': page(), 'src/cups/_posts/2024-01-02-b.md': page() };
  const { byKey } = await readFolder(folderWith({ ...files, 'cups/_posts/2024-01-02-c.md': page() }));
  expect(Array.from(byKey.values(), ({ terms }) => terms.map(({ name }) => name))).toEqual([
    ['cups'],
    [],
    ['cups'],
  ]);
});

describe('redirects of Quartz', () => {
  it('lead to the page: aliases and permalink', async () => {
    const files = {
      'quartz.config.ts': 'export default { configuration: {} }',
      'content/foo.md': page('aliases: [bar, Old Note.md]\npermalink: /x/short/'),
      'content/links.md': `${page()}[1](/bar) [2](/Old-Note) [3](/x/short)\n`,
    };
    const { byKey } = await readFolder(folderWith(files));
    expect(byKey.get('content/foo.md')).toMatchObject({ url: '/foo' });
    expect(byKey.get('content/foo.md')?.formerUrls).toEqual(['/bar', '/Old-Note', '/x/short']);
  });
});
