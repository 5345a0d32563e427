import { describe, expect, it } from 'vitest';
import { pagesOf, withMatter } from '../../../../support/sources/files/public-pages.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const page = withMatter();
const toml = (...lines: readonly string[]) => lines.join('\n');

describe('paths of Hugo', () => {
  it('are in lower case, with hyphens and without other characters', async () => {
    const files = {
      'hugo.toml': '',
      'content/My Section/A b_c (x) é+~@.md': page,
      'content/My Section/slugged.md': withMatter('slug: A Slug With É & Co'),
      'content/docs/_index.md': withMatter('slug: other'),
      'content/README.md': page,
      'content/2020-01-02-dated.md': page,
      'content/posts/Tea Time/index.md': page,
      'content/posts/Tea Time/part.md': page,
    };
    expect(Object.values(await pagesOf(files)).sort()).toEqual([
      '/2020-01-02-dated/',
      '/docs/',
      '/my-section/a-b_c-x-é+~@/',
      '/my-section/a-slug-with-é-co/',
      '/posts/tea-time/',
      '/readme/',
    ]);
  });

  it('of aliases without a slash lead from the folder of the page', async () => {
    const root = folderWith({
      'hugo.toml': '',
      'content/posts/tea/index.md': withMatter('aliases: [old, /top, ./a/b, "https://e.org/"]'),
    });
    const { byKey } = await readFolder(root);
    const { formerUrls } = byKey.get('content/posts/tea/index.md') ?? {};
    expect(formerUrls).toEqual(['/top', 'https://e.org/', '/posts/old', '/posts/a/b']);
  });

  it('keep their case with disablePathToLower', async () => {
    const files = { 'hugo.yaml': 'disablePathToLower: true', 'content/My Section/Tea.md': page };
    expect(await pagesOf(files)).toEqual({ 'content/My Section/Tea.md': '/My-Section/Tea/' });
  });

  it('end in .html with uglyURLs', async () => {
    const files = { 'hugo.toml': 'uglyURLs = true', 'content/a/_index.md': page, 'content/a/b.md': page };
    expect(Object.values(await pagesOf(files))).toEqual(['/a.html', '/a/b.html']);
  });

  it.each([
    ['Some/Path Here', '/Some/Path Here/'],
    ['/x/y.html', '/x/y.html'],
    ['/x/:slug/', '/x/tea/'],
    ['my\\:example', '/my:example/'],
    ['/x/index.html', '/x/'],
  ])('are the url "%s" of front matter', async (url, address) => {
    expect(await pagesOf({ 'hugo.toml': '', 'content/a.md': withMatter(`url: ${url}`) })).toEqual({
      'content/a.md': address,
    });
  });
});

describe('permalinks of Hugo', () => {
  it.each([
    ['/:year/:month/:title/', '/2023/01/tea/'],
    ['/:sections[1:]/:slug/', '/b/d/tea-time/'],
    ['/:sections[:last]/:contentbasename/', '/a/b/p/'],
    ['/:sections[last]/:slugorcontentbasename/', '/d/tea-time/'],
    ['/:section/:06/:1/:2/', '/a/23/1/1/'],
    ['/:yearday/:monthname/:weekdayname/', '/1/January/Sunday/'],
  ])('%s', async (pattern, address) => {
    const files = {
      'hugo.toml': toml('[permalinks.page]', `a = '${pattern}'`),
      'content/a/b/_index.md': page,
      'content/a/b/c/d/_index.md': page,
      // Hugo takes the day in the zone of the date.
      'content/a/b/c/d/p.md': withMatter('slug: Tea Time', 'date: 2023-01-01T00:30:00+02:00'),
    };
    expect((await pagesOf(files))['content/a/b/c/d/p.md']).toBe(address);
  });

  it('have the whole name of a file, or what follows the date in it', async () => {
    const read = toml("[frontmatter]\ndate = [':filename', ':default']");
    const addressBy = async (pattern: string) => {
      const files = {
        'hugo.toml': `${read}\n[permalinks.page]\na = '${pattern}'`,
        'content/a/2020-03-04-tea.md': page,
      };
      return (await pagesOf(files))['content/a/2020-03-04-tea.md'];
    };
    expect(await addressBy('/n/:filename/')).toBe('/n/2020-03-04-tea/');
    expect(await addressBy('/n/:slugorfilename/')).toBe('/n/tea/');
  });

  it('apply to sections, targets and languages', async () => {
    const files = {
      'hugo.toml': toml(
        "[languages.en]\n[languages.de]\n[languages.de.permalinks.page]\nposts = '/artikel/:slug/'",
        "[permalinks.section]\nposts = '/blog/'",
      ),
      'content/posts/_index.md': page,
      'content/posts/a.md': page,
      'content/posts/a.de.md': page,
    };
    expect(await pagesOf(files)).toEqual({
      'content/posts/_index.md': '/blog/',
      'content/posts/a.md': '/posts/a/',
      'content/posts/a.de.md': '/de/artikel/tea/',
    });
    const list = toml('[[permalinks]]', "pattern = '/t/:slug/'", "target = { path = '/posts/**' }");
    expect(await pagesOf({ 'hugo.toml': list, 'content/posts/a.md': page, 'content/b.md': page })).toEqual({
      'content/b.md': '/b/',
      'content/posts/a.md': '/t/tea/',
    });
  });

  it('of content adapters are named', async () => {
    const { warnings } = await readFolder(
      folderWith({ 'hugo.toml': '', 'content/a/_content.gotmpl': '{{ .AddPage }}', 'content/b.md': page }),
    );
    expect(warnings).toMatchObject([{ code: 'generator-not-read', file: 'content/a/_content.gotmpl' }]);
  });

  it('that need the generator are named', async () => {
    const root = folderWith({
      'hugo.toml': toml('[permalinks.page]', "a = '/:sectionslugs/:slug/'"),
      'content/a/b.md': page,
    });
    const { warnings, entries } = await readFolder(root);
    expect(entries[0]?.url).toBe('/a/b/');
    expect(warnings).toMatchObject([
      { code: 'generator-not-read', file: 'hugo.toml', fix: expect.stringContaining('"hugo"') },
    ]);
  });
});

describe('languages and folders of Hugo', () => {
  it('come from content folders per language, in the configuration folder', async () => {
    const files = {
      'config/_default/hugo.toml': "defaultContentLanguage = 'de'\ndefaultContentLanguageInSubdir = true",
      'config/_default/languages.toml': toml(
        "[de]\ncontentDir = 'content/de'\n[en]\ncontentDir = 'content/en'\n[fr]\ncontentDir = 'content/fr'\ndisabled = true",
      ),
      'content/de/tee.md': page,
      'content/en/tea.md': page,
      'content/fr/the.md': page,
      'content/other.md': page,
    };
    expect(await pagesOf(files)).toEqual({
      'content/de/tee.md': '/de/tee/',
      'content/en/tea.md': '/en/tea/',
    });
  });

  it('come from a file for each language', async () => {
    const files = {
      'config/_default/config.toml': toml("defaultContentLanguage = 'de'"),
      'config/_default/languages.de.toml': toml("title = 'Tee'\ncontentDir = 'content/de'"),
      'config/_default/languages.en.toml': toml("title = 'Tea'\ncontentDir = 'content/en'"),
      'content/de/tee.md': page,
      'content/en/tea.md': page,
      'content/other.md': page,
    };
    expect(await pagesOf(files)).toEqual({ 'content/de/tee.md': '/tee/', 'content/en/tea.md': '/en/tea/' });
  });

  it('come from mounts, with their globs', async () => {
    const files = {
      'hugo.toml': toml(
        "[languages.en]\n[languages.fr]\n[[module.mounts]]\nsource = 'docs'\ntarget = 'content/guide'\nexcludeFiles = 'wip/**'",
        "[[module.mounts]]\nsource = 'french'\ntarget = 'content'\nlang = 'fr'",
        "[[module.mounts]]\nsource = 'static'\ntarget = 'static'",
      ),
      'docs/Tea.md': page,
      'docs/wip/oat.md': page,
      'french/the.md': page,
      'content/unmounted.md': page,
    };
    expect(await pagesOf(files)).toEqual({ 'docs/Tea.md': '/guide/tea/', 'french/the.md': '/fr/the/' });
  });

  it('come from single files that are mounted, also from the papers of the repository', async () => {
    const mount = (source: string, target: string) =>
      `[[module.mounts]]\nsource = '${source}'\ntarget = 'content/${target}'`;
    const files = {
      'hugo.toml': toml(
        mount('content', ''),
        mount('README.md', '_index.md'),
        mount('CHANGELOG.md', 'changes/index.md'),
        mount('docs/Use.md', 'guide/use.fr.md'),
        '[languages.en]\n[languages.fr]',
      ),
      'package.json': '{}',
      'README.md': '# Tea\n\n[Use](docs/Use.md)',
      'CHANGELOG.md': 'Text.',
      'LICENSE.md': 'Text.',
      'docs/Use.md': page,
      'docs/Inner.md': page,
      'content/tea.md': page,
    };
    expect(await pagesOf(files)).toEqual({
      'README.md': '/',
      'CHANGELOG.md': '/changes/',
      'docs/Use.md': '/fr/guide/use/',
      'content/tea.md': '/tea/',
    });
  });

  it('are those of the project when its content folder is read', async () => {
    const root = folderWith({
      'hugo.toml': "[[module.mounts]]\nsource = 'content/en'\ntarget = 'content'",
      'content/en/Tea.md': page,
      'content/de/Tee.md': page,
    });
    const { entries } = await readFolder(`${root}/content`);
    expect(entries.map(({ ref, url }) => [ref, url])).toEqual([['en/Tea.md', '/tea/']]);
  });
});

describe('pages that Hugo does not build', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['a section that is a draft', { 'content/a/_index.md': withMatter('draft: true') }],
    ['an expired section', { 'content/a/_index.md': withMatter('expiryDate: 2001-01-01') }],
    [
      'a cascade with render: never',
      { 'content/a/_index.md': withMatter('cascade:', '  build:', '    render: never') },
    ],
    [
      'a cascade with render: link',
      { 'content/a/_index.md': withMatter('cascade:', '  build:', '    render: link') },
    ],
    [
      'a cascade of the configuration',
      { 'hugo.toml': "[[cascade]]\ndraft = true\n[cascade.target]\npath = '/a/**'" },
    ],
    ['ignoreFiles', { 'hugo.toml': "ignoreFiles = ['a/tea\\.md$']" }],
    ['ignoreFiles with a folder', { 'hugo.toml': "ignoreFiles = ['/a/']" }],
  ];
  it.each(cases)('%s', async (_, files) => {
    const all = { 'hugo.toml': '', 'content/a/tea.md': page, 'content/b/oat.md': page, ...files };
    const pages = await pagesOf(all);
    expect(Object.keys(pages)).toContain('content/b/oat.md');
    expect(Object.keys(pages)).not.toContain('content/a/tea.md');
  });

  it('a cascade for one language only', async () => {
    const files = {
      'hugo.toml': '[languages.en]\n[languages.fr]\n',
      'content/a/_index.fr.md': withMatter('cascade:', '  draft: true'),
      'content/a/tea.md': page,
      'content/a/tea.fr.md': page,
    };
    expect(Object.keys(await pagesOf(files))).toEqual(['content/a/tea.md']);
  });
});
