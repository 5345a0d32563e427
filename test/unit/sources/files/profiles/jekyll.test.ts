import { describe, expect, it } from 'vitest';
import { pagesOf, withMatter } from '../../../../support/sources/files/public-pages.js';

const page = withMatter();

describe('addresses of Jekyll', () => {
  it('keep letters and the spaces of categories, and a slug counts for posts alone', async () => {
    const files = {
      '_config.yml': 'permalink: pretty\ncollections:\n  recipes:\n    output: true\n',
      '_posts/2024-01-02-Über Tea.md': withMatter('categories: [Big Cat, two]'),
      '_posts/2024-01-03-b.md': withMatter('slug: Other'),
      '_recipes/deep/Pie.md': withMatter('slug: other'),
      'about.md': withMatter('slug: other'),
    };
    expect(await pagesOf(files)).toEqual({
      '_posts/2024-01-02-Über Tea.md': '/big cat/two/2024/01/02/Über-Tea/',
      '_posts/2024-01-03-b.md': '/2024/01/03/Other/',
      '_recipes/deep/Pie.md': '/recipes/deep/Pie/',
      'about.md': '/about/',
    });
  });

  it('have whole years of names with short ones', async () => {
    const files = { '_config.yml': '', '_posts/24-3-04-a.md': page, '_posts/99-12-31-b.md': page };
    expect(Object.values(await pagesOf(files))).toEqual(['/2024/03/04/a.html', '/1999/12/31/b.html']);
  });

  it('come from defaults, also in folders that are included', async () => {
    const config =
      'include: [_pages]\ncollections_dir: all\ndefaults:\n  - scope: {path: _pages}\n    values: {permalink: "/:basename/"}\n';
    const files = { '_config.yml': config, '_pages/tea.md': page, 'all/_posts/2024-01-02-a.md': page };
    expect(await pagesOf(files)).toEqual({
      '_pages/tea.md': '/tea/',
      'all/_posts/2024-01-02-a.md': '/2024/01/02/a.html',
    });
  });

  it('have every part of a date, the whole path of a file, and dots of versions', async () => {
    const files = {
      '_config.yml':
        'collections:\n  docs: {output: true, permalink: "/:collection/:path/"}\ndefaults:\n  - scope: {path: "dir"}\n    values: {permalink: "/:path/:basename/"}\n',
      '_docs/2020-02-02-a.md': page,
      '_docs/b/index.md': page,
      '_posts/2021-01-01-tea-1.2.md': page,
      '_posts/2021-01-03-b.md': withMatter('permalink: /:w_year/:week/:w_day/:short_month/:long_day/'),
      'dir/c.md': page,
      '#d.md': page,
    };
    expect(await pagesOf(files)).toEqual({
      '_docs/2020-02-02-a.md': '/docs/2020-02-02-a/',
      '_docs/b/index.md': '/docs/b/index/',
      '_posts/2021-01-01-tea-1.2.md': '/2021/01/01/tea-1.2.html',
      '_posts/2021-01-03-b.md': '/2020/53/7/Jan/Sunday/',
      'dir/c.md': '/dir/c/',
    });
  });

  it('have the folder of their language where the plugin polyglot builds several', async () => {
    const config =
      'plugins: [jekyll-polyglot]\nlanguages: [en, de, pt-BR]\ndefault_lang: en\nlang_from_path: true\npermalink: pretty\n';
    const files = {
      '_config.yml': config,
      '_posts/2024-01-02-tea.md': page,
      '_posts/de/2024-01-02-tea.md': page,
      '_posts/pt-BR/2024-01-02-tea.md': withMatter('lang: pt-br'),
      'about.de.md': withMatter('lang: de'),
      'about.en.md': withMatter('lang: en'),
      'contact.md': withMatter('lang: de\npermalink: /kontakt/'),
    };
    expect(await pagesOf(files)).toEqual({
      '_posts/2024-01-02-tea.md': '/2024/01/02/tea/',
      '_posts/de/2024-01-02-tea.md': '/de/2024/01/02/tea/',
      '_posts/pt-BR/2024-01-02-tea.md': '/pt-BR/2024/01/02/tea/',
      'about.de.md': '/de/about/',
      'about.en.md': '/about/',
      'contact.md': '/de/kontakt/',
    });
  });

  it('are only those of files that are not excluded', async () => {
    const config = 'exclude:\n  - wip/\n  - "a/skip*"\n';
    const files = {
      '_config.yml': config,
      'wip/a.md': page,
      'a/skip1.md': page,
      'a/b.md': page,
      // Jekyll reads no post without a date in its name.
      '_posts/idea.md': page,
    };
    expect(await pagesOf(files)).toEqual({ 'a/b.md': '/a/b.html' });
  });

  it.each<readonly [string, Readonly<Record<string, string>>, boolean]>([
    ['on GitHub Pages', { '_config.yml': '' }, true],
    ['with the gems of GitHub Pages', { '_config.yml': '', Gemfile: '  gem "github-pages"' }, true],
    [
      'with the plugin',
      { '_config.yml': 'plugins: [jekyll-optional-front-matter]', Gemfile: 'gem "jekyll"' },
      true,
    ],
    ['with gems of its own', { '_config.yml': '', Gemfile: '# gem "github-pages"\ngem "jekyll"' }, false],
    ['with the plugin turned off', { '_config.yml': 'optional_front_matter: {enabled: false}' }, false],
    ['without a configuration, as on GitHub Pages', { '_layouts/default.html': '' }, true],
  ])('need no front matter %s', async (_where, files, isPage) => {
    const pages = await pagesOf({ ...files, 'guide/a.md': '# A\n', 'b.html': '<p>B</p>' });
    const address = '_config.yml' in files ? '/guide/a.html' : '/guide/a/';
    expect(pages).toEqual(isPage ? { 'guide/a.md': address } : {});
  });
});
