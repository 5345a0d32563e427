import { expect, it } from 'vitest';
import { findFile } from '../../../../src/sidecar/server/find-file.js';
import { siteWith } from '../../../support/sources/html/read-site.js';

it.each([
  ['/a/', { kind: 'file', file: 'a/index.html' }],
  ['/b/', { kind: 'file', file: 'b/index.htm' }],
  ['/b', { kind: 'folder' }],
  ['/c/', { kind: 'missing' }],
  ['/d/', { kind: 'file', file: 'd/index.xhtml' }],
  ['/d', { kind: 'folder' }],
])('%s leads to the front page of a folder', (path, found) => {
  const root = siteWith({
    'a/index.html': '',
    'a/index.htm': '',
    'b/index.htm': '',
    'c/x.htm': '',
    'd/index.xhtml': '',
  });
  expect(findFile([root], path)).toMatchObject(found);
});
