import { describe, expect, it } from 'vitest';
import { cacheExclusions, isCacheExcluded } from '../../../src/documents/headers.js';
import { documentTable } from '../../../src/documents/table.js';

describe('paths that caches leave alone', () => {
  const exclusions = cacheExclusions(documentTable);

  it('are those of the specification, and further texts of the same kind [8.3.3-exclusions]', () => {
    const specified = [
      '*.md',
      '/llms.txt',
      '/llms-full.txt',
      '/.well-known/*',
      '/svc-changes.json',
      '/api-catalog',
    ];
    expect(exclusions).toEqual(expect.arrayContaining(specified));
    expect(exclusions.filter((path) => !specified.includes(path))).toEqual([
      '/*/llms.txt',
      '/*/llms-full.txt',
    ]);
  });

  it.each([
    ['/posts/e-flat.md', true],
    ['/.well-known/mcp/shop/server-card.json', true],
    ['/llms.txt', true],
    ['/posts/llms.txt', true],
    ['/svc-changes.json', true],
    ['/posts/e-flat/', false],
    ['/feed.xml', false],
    ['/svc-sitemap.xml', false],
    ['/api/', false],
    ['/llmsxtxt', false],
  ])('%s: %s', (path, excluded) => {
    expect(isCacheExcluded(path, exclusions)).toBe(excluded);
  });
});
