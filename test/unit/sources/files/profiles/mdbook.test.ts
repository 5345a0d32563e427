import { describe, expect, it } from 'vitest';
import { findContent } from '../../../../../src/sources/init/find-content.js';
import { pagesOf } from '../../../../support/sources/files/public-pages.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const BOOK = {
  'book.toml': '[book]\ntitle = "Tea"\nlanguage = "de"\n',
  'src/SUMMARY.md': [
    '# Summary',
    '[Preface](preface.md)',
    '# Part',
    '- [The `first`](./first/README.md)',
    '    - [With spaces](<first/a b.md>)',
    '    - [Draft]()',
    '- [Last](last.md)',
    '<!-- - [Hidden](hidden.md) -->',
    '-----------',
    '[Credits](credits.md)',
  ].join('\n'),
  'src/preface.md': 'Text.\n',
  'src/first/README.md': '# First\n\nText.\n',
  'src/first/a b.md': '# Spaces\n\nText.\n',
  'src/last.md': '# Last\n\nText.\n',
  'src/credits.md': '# Credits\n\nText.\n',
  'src/hidden.md': '# Hidden\n\nText.\n',
  'src/other.md': '# Other\n\nText.\n',
  'README.md': '# Repository\n',
};

describe('a book of mdBook', () => {
  it('has the chapters of its summary', async () => {
    expect(await pagesOf(BOOK)).toEqual({
      'src/preface.md': '/preface.html',
      'src/first/README.md': '/first/',
      'src/first/a b.md': '/first/a b.html',
      'src/last.md': '/last.html',
      'src/credits.md': '/credits.html',
    });
  });

  it('has its order, and titles for chapters without one', async () => {
    const { entries, site } = await readFolder(folderWith(BOOK));
    const order = [...entries].sort((a, b) => (a.navOrder ?? 0) - (b.navOrder ?? 0));
    expect(order.map(({ title }) => title)).toEqual(['Preface', 'First', 'Spaces', 'Last', 'Credits']);
    expect(site).toEqual({ title: 'Tea', lang: 'de' });
  });
});

describe('a book of GitBook', () => {
  const files = {
    'docs/SUMMARY.md':
      '# Table of contents\n\n* [Home](README.md)\n\n## Guides\n\n* [Start](guides/start.md)\n  * [More](guides/more/README.md)\n',
    'docs/README.md': '# Home\n\nText.\n',
    'docs/guides/start.md': 'Text.\n\n{% include "../.gitbook/includes/part.md" %}\n',
    'docs/guides/more/README.md': '# More\n\nText.\n',
    'docs/guides/orphan.md': '# Orphan\n\nText.\n',
    'docs/.gitbook/includes/part.md': 'A part :tea:.\n',
    'README.md': 'Text.\n',
  };

  it.each([
    [{ '.gitbook.yaml': 'root: ./docs/\n' }, ['/', '/guides/more', '/guides/start']],
    [{ 'docs/.gitbook.yaml': '{}' }, ['/', '/guides/more', '/guides/start']],
    [{ 'book.json': '{ "root": "docs", "title": "Tea" }' }, ['/', '/guides/more/', '/guides/start.html']],
  ])('has the pages of its table of contents: %j', async (config, expected) => {
    expect(Object.values(await pagesOf({ ...files, ...config })).sort()).toEqual(expected);
  });

  it('may be a whole repository', async () => {
    const files = {
      'package.json': '{}',
      'README.md': '# Home\n\nText.\n',
      'SUMMARY.md': '# Table of contents\n\n* [A](a.md)\n',
      'a.md': 'Text.\n',
    };
    expect(await pagesOf(files)).toEqual({ 'README.md': '/', 'a.md': '/a' });
  });

  it('of the earlier program may have no configuration', async () => {
    const files = {
      'README.md': '# Home\n\nText.\n',
      'SUMMARY.md': '# Summary\n\n- [A](a/README.md)\n  - [B](a/b.md "Short")\n',
      'a/README.md': 'Text.\n',
      'a/b.md': 'Text.\n',
    };
    expect(await pagesOf(files)).toEqual({ 'README.md': '/', 'a/README.md': '/a/', 'a/b.md': '/a/b.html' });
    expect(await findContent(folderWith(files), undefined)).toEqual({ type: 'files', path: '.' });
  });

  it('has titles and parts', async () => {
    const { byKey } = await readFolder(folderWith({ ...files, '.gitbook.yaml': 'root: ./docs/\n' }));
    expect(byKey.get('docs/guides/start.md')).toMatchObject({
      title: 'Start',
      body: 'Text.\n\nA part 🍵.\n',
    });
  });
});

it('the front page of GitBook is the one that the configuration names', async () => {
  const files = {
    'book.json': '{ "structure": { "readme": "TEA.md" } }',
    'SUMMARY.md': '# Summary\n\n* [Cups](cups.md)\n',
    ...{ 'TEA.md': '# Tea\n', 'README.md': '# A repository\n', 'cups.md': '# Cups\n' },
  };
  expect(await pagesOf(files)).toEqual({ 'TEA.md': '/', 'cups.md': '/cups.html' });
});
