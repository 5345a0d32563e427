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
  ])('%s', async (_, files, type) => {
    expect(await typeOfSource(folderWith(files))).toBe(type);
  });
});
