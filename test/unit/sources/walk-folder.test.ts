import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { walkFolder } from '../../../src/sources/walk-folder.js';
import { folderWith } from '../../support/sources/files/read-folder.js';

const leftOut = { everywhere: new Set(['_data', 'node_modules']), atTop: new Set(['public', 'out']) };
const NAMES = [
  'a',
  'B',
  'public',
  'out',
  '_data',
  'node_modules',
  '.git',
  '.a.md',
  'é',
  'a b',
  '[x]',
  '(y)',
  '!z',
  'w*',
];

const tree = fc.uniqueArray(
  fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }).map((parts) => [...parts, 'page.md'].join('/')),
  { minLength: 1, maxLength: 12 },
);

describe('a walk through a folder', () => {
  it('finds what fast-glob finds, links among it', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom('link', 'public', '_data', '.hidden', 'link.md'), (paths, link) => {
        const root = folderWith(Object.fromEntries(paths.map((path) => [path, 'Text'])));
        const isFree = !paths.some((path) => path.startsWith(`${link}/`));
        if (isFree) symlinkSync(folderWith({ 'secret.md': 'Text' }), join(root, link));
        const ignore = ['**/@(_data|node_modules)/**', '@(public|out)/**'];
        const options = {
          cwd: root,
          ignore,
          onlyFiles: false,
          followSymbolicLinks: false,
          objectMode: true,
        } as const;
        const expected = fastGlob.sync('**/*', options).filter(({ dirent }) => !dirent.isDirectory());
        const found = walkFolder(root, leftOut);
        expect(found.map(({ path }) => path).sort()).toEqual(expected.map(({ path }) => path).sort());
        expect(found.some(({ path }) => path.endsWith('secret.md'))).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('holds nothing below a folder that is not there', () => {
    expect(walkFolder(join(folderWith({ 'a.md': 'Text' }), 'nowhere'), leftOut)).toEqual([]);
  });
});
