import { describe, expect, it } from 'vitest';
import { typeOfSource } from '../../../src/sources/table.js';
import { wxr } from '../../support/build/export.js';
import { folderWith } from '../../support/sources/files/read-folder.js';

describe('the kind of a folder', () => {
  it.each([
    ['an export beside notes', { 'export.xml': wxr([]), 'README.md': '# How to\n' }, 'wxr'],
    [
      'notes with an export among their files',
      { 'data/export.xml': wxr([]), 'README.md': '# How to\n' },
      'files',
    ],
    ['an export beside pages', { 'export.xml': wxr([]), 'a.md': '---\ntitle: A\n---\nText' }, 'files'],
    [
      'a front page with the pieces that it loads, and a note about the folder',
      {
        'index.html': '<!doctype html><title>Nets</title><h1>Nets</h1>',
        'sections/a.html': '<h2>A</h2>',
        'sections/b.html': '<h2>B</h2>',
        'readme.md': '# About the generator\n',
      },
      'html',
    ],
    [
      'pages of MyST with their sources',
      {
        'index.html': '<!doctype html><title>Nets</title><h1>Nets</h1>',
        'build/a-0f3532340aa53db63260d990b3a3b799.md': '---\ntitle: A\n---\nText',
        'build/b-1f3532340aa53db63260d990b3a3b799.md': '---\ntitle: B\n---\nText',
      },
      'html',
    ],
  ])('%s', async (_, files, type) => {
    expect(await typeOfSource(folderWith(files))).toBe(type);
  });
});
