import { describe, expect, it } from 'vitest';
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
