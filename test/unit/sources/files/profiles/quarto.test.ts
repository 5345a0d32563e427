import { expect, it } from 'vitest';
import { pagesOf } from '../../../../support/sources/files/public-pages.js';

const page = '# Tea\n\nText about tea.\n';
const config = (...lines: readonly string[]) => ['website:', '  title: Tea', ...lines].join('\n');

it('drafts of Quarto are those of its configuration, of a folder and of a page', async () => {
  const files = {
    '_quarto.yml': config('  drafts:', '    - b.md', '    - notes/*.md'),
    'index.md': page,
    'b.md': page,
    'notes/c.md': page,
    'guide/d.md': page,
    'guide/index.md': page,
    'later/_metadata.yml': 'draft: true\n',
    'later/e.md': page,
    'f.md': `---\ndraft: true\n---\n${page}`,
    '_g.md': page,
  };
  expect(Object.values(await pagesOf(files)).sort()).toEqual(['/', '/guide/', '/guide/d.html']);
});

it('files that Quarto doesn’t render are no pages', async () => {
  const files = {
    '_quarto.yml': `project:\n  render: ["*.md", "!b.md", "!old/"]\n${config('  drafts: c.md')}`,
    'a.md': page,
    'b.md': page,
    'old/x.md': page,
    'c.md': page,
  };
  expect(Object.values(await pagesOf(files))).toEqual(['/a.html']);
});
