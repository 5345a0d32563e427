import { describe, expect, it } from 'vitest';
import { isExcluded, matchesAny } from '../../../../src/sources/files/config-file.js';

describe('a glob with choices', () => {
  it.each([
    ['@(tea|rum)/*.md', ['tea/a.md', 'rum/a.md'], ['ale/a.md', 'tearum/a.md', 'tea/b/a.md']],
    ['?(old-)tea.md', ['tea.md', 'old-tea.md'], ['old-old-tea.md', 'my-tea.md']],
    ['+(a|b).md', ['a.md', 'abba.md'], ['.md', 'c.md']],
    ['*(a|b)c.md', ['c.md', 'abc.md'], ['dc.md']],
    ['!(*.draft).md', ['tea.md'], ['tea.draft.md', 'x/tea.md']],
    ['docs/!(v1|v2)/**', ['docs/v3/a.md', 'docs/v11/a/b.md'], ['docs/v1/a.md', 'docs/v2/a/b.md']],
    ['@(a|*.txt)', ['a', 'b.txt'], ['b']],
    ['a(b).md', ['a(b).md'], ['ab.md']],
  ])('%s', (glob, inside, outside) => {
    expect([...inside, ...outside].filter((path) => matchesAny(path, [glob]))).toEqual(inside);
  });

  it('leaves out what a glob with "!" names', () => {
    const globs = ['**/*.md', '!drafts', '!**/_*.md'];
    const paths = ['a.md', 'tea/b.md', 'drafts/c.md', 'tea/_d.md'];
    expect(paths.filter((path) => matchesAny(path, globs))).toEqual(['a.md', 'tea/b.md']);
  });

  it('takes no time that grows with the path', () => {
    const began = performance.now();
    for (const glob of ['+(a|aa)b', '*(*a|a*)b', '+(+)b', '!(+(a|aa))c'])
      expect(matchesAny('a'.repeat(2000), glob)).toBe(false);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe('a glob of excluded files', () => {
  it('excludes everything in a folder that it names', () => {
    const paths = ['wiki/a.md', 'wiki/deep/b.md', 'my/wiki/c.md', 'wiki.md', 'src/apps/d.md'];
    expect(paths.filter((path) => isExcluded(path, ['wiki', 'src/app*']))).toEqual([
      'wiki/a.md',
      'wiki/deep/b.md',
      'src/apps/d.md',
    ]);
  });
});
