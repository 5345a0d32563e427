import { describe, expect, it } from 'vitest';
import { folderWith, readFolder } from '../../../support/sources/files/read-folder.js';

const NAMES = 'readme license changelog history contributing authors security support agents claude'.split(
  ' ',
);

/** Keys of the entries and codes of what is said. */
async function readNames(files: Readonly<Record<string, string>>, options = {}, below = '') {
  const { entries, warnings } = await readFolder(folderWith(files) + below, options);
  return { keys: entries.map(({ key }) => key), warnings };
}

describe('a file whose name a repository uses for its papers', () => {
  it.each(NAMES)('%s.md is a page of a folder of content', async (name) => {
    const files = { [`${name}.md`]: '# Title\n\nText\n', 'index.md': 'Home' };
    expect(await readNames(files)).toMatchObject({ keys: ['index.md', `${name}.md`].sort(), warnings: [] });
  });

  it.each(['support-plans.md', 'history-of-tea.md', 'security.md.md', 'agents-of-change.md'])(
    '%s is a page of a repository too',
    async (name) => {
      const files = { [name]: '# Title\n\nText\n', 'package.json': '{}' };
      expect(await readNames(files)).toMatchObject({ keys: [name], warnings: [] });
    },
  );

  it('is a page of a repository below its top, or with front matter', async () => {
    const files = {
      'docs/security.md': '# Security\n',
      'docs/README.md': '# Docs\n',
      'changelog.md': '---\ntitle: Changes\n---\n',
      'package.json': '{}',
    };
    expect(await readNames(files)).toMatchObject({
      keys: ['changelog.md', 'docs/README.md', 'docs/security.md'],
      warnings: [],
    });
  });

  it('is left out at the top of a repository, and all such files are named once', async () => {
    const files = Object.fromEntries(NAMES.map((name) => [`${name}.md`, 'Text']));
    const { keys, warnings } = await readNames({ ...files, '.git/HEAD': 'x', 'index.md': 'Home' });
    expect(keys).toEqual(['index.md']);
    expect(warnings).toMatchObject([{ code: 'files-left-out-paper', file: 'agents.md' }]);
    expect(warnings[0]?.message).toContain(
      '(10: agents.md, authors.md, changelog.md, claude.md, contributing.md, …)',
    );
  });

  it('is the front page as README, unless there is another', async () => {
    const { entries } = await readFolder(folderWith({ 'README.md': '# Tern\n', 'a.md': 'A' }));
    expect(entries.map(({ url }) => url)).toEqual(['/', '/a/']);
    const { entries: two } = await readFolder(folderWith({ 'README.md': '# Tern\n', 'index.md': 'A' }));
    expect(two.map(({ url }) => url)).toEqual(['/README/', '/']);
  });
});

it('a post of Jekyll without a date is named as such, and parts of other generators are not', async () => {
  const jekyll = { '_config.yml': '', '_posts/tea.md': '---\ntitle: Tea\n---\n', '_part.md': '---\n---\n' };
  const { warnings } = await readNames(jekyll);
  expect(warnings.map(({ message }) => message).sort()).toEqual([
    'Files that are parts, settings or templates of the generator were left out.',
    'Files that are posts of Jekyll without a date in their names were left out.',
  ]);
});

describe('a folder whose name generators use', () => {
  it.each([
    'public',
    'dist',
    'out',
    'resources',
    'static',
    'assets',
    'vendor',
    'layouts',
    'themes',
    'i18n',
    'archetypes',
  ])('%s/ holds pages of a folder of content', async (name) => {
    const files = { [`content/${name}/a.md`]: '# A\n', 'content/b.md': '# B\n', 'hugo.toml': '' };
    const { keys, warnings } = await readNames(files, {}, '/content');
    expect([keys, warnings]).toEqual([['b.md', `${name}/a.md`].sort(), []]);
  });

  it('holds none where a generator has written into it', async () => {
    const files = { 'out/index.html': '<html>', 'out/a.md': '# A\n', 'b.md': '# B\n' };
    expect((await readNames(files)).keys).toEqual(['b.md']);
  });
});

describe('what becomes no page is counted and named', () => {
  it.each([
    ['partial', { '_snippets/a.md': 'A', '_snippets/b.md': 'B', 'c.md': 'C' }, '_snippets/a.md'],
    ['document', { 'a.html': '<!doctype html><title>A</title>', 'c.md': 'C' }, 'a.html'],
    [
      'no-front-matter',
      { '_config.yml': 'title: T', Gemfile: 'gem "jekyll"', 'a.md': 'A', 'c.md': '---\ntitle: C\n---\n' },
      'a.md',
    ],
  ])('%s', async (why, files, first) => {
    const { keys, warnings } = await readNames(files as Record<string, string>);
    expect(keys).toEqual(['c.md']);
    expect(warnings).toMatchObject([{ code: `files-left-out-${why}`, file: first }]);
    expect(warnings[0]).not.toHaveProperty('skipped');
  });
});
