import { describe, expect, it } from 'vitest';
import { pagesOf } from '../../../../support/sources/files/public-pages.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const page = '# Tea\n\nText about tea.\n';
const post = '---\ndate: 2024-05-06\n---\n\n# A post – now!\n\nText.\n';
const config = (...lines: readonly string[]) => ({ 'mkdocs.yml': ['site_name: Tea', ...lines].join('\n') });

it('the configuration of MkDocs may have another name, if it has pages', async () => {
  const files = {
    'mkdocs-base.yml': 'site_name: Tea\n',
    'mkdocs-en.yml': 'INHERIT: mkdocs-base.yml\ndocs_dir: docs/en\n',
    'docs/en/tea.md': page,
  };
  expect(await pagesOf(files)).toEqual({ 'docs/en/tea.md': '/tea/' });
});

describe('addresses of MkDocs', () => {
  it('are folders, with their letters, and README is the page of its folder', async () => {
    const files = {
      ...config('plugins:', '  - tags:', '      x: !!python/name:some.module.fn', 'y: !ENV [A, b]'),
      'docs/index.md': page,
      'docs/Guide/Set_Up.md': page,
      'docs/Guide/README.md': page,
      'docs/both/README.md': page,
      'docs/both/index.md': page,
      'docs/2024-01-01-dated.md': page,
      'docs/templates/x.md': page,
      'README.md': page,
    };
    expect(Object.values(await pagesOf(files)).sort()).toEqual([
      '/',
      '/2024-01-01-dated/',
      '/Guide/',
      '/Guide/Set_Up/',
      '/both/',
    ]);
  });

  it('include documents of the repository that the navigation names', async () => {
    const files = {
      ...config('docs_dir: .', 'nav:', '  - README.md', '  - License: LICENSE.md', '  - Tea: a.md'),
      'README.md': page,
      'LICENSE.md': page,
      'AGENTS.md': page,
      'a.md': page,
    };
    expect(Object.values(await pagesOf(files)).sort()).toEqual(['/', '/LICENSE/', '/a/']);
  });

  it('are files without use_directory_urls, in another folder', async () => {
    const files = {
      ...config('docs_dir: text', 'use_directory_urls: false'),
      'text/a/tea.md': page,
      'text/a/index.md': page,
    };
    expect(Object.values(await pagesOf(files))).toEqual(['/a/', '/a/tea.html']);
  });

  it('of posts have the date and the slug', async () => {
    const files = {
      ...config('plugins:', '  - material/blog'),
      'docs/blog/index.md': page,
      'docs/blog/posts/a.md': post,
      'docs/blog/posts/b.md': post.replace('date:', 'slug: own\ndate:'),
      'docs/blog/posts/c.md': post.replace('date: 2024-05-06', 'date:\n  created: 2023-01-02\ndraft: true'),
      'docs/blog/posts/d.md': post.replace('date: 2024-05-06', 'date:\n  created: 2023-01-02'),
    };
    expect(await pagesOf(files)).toEqual({
      'docs/blog/index.md': '/blog/',
      'docs/blog/posts/a.md': '/blog/2024/05/06/a-post--now/',
      'docs/blog/posts/b.md': '/blog/2024/05/06/own/',
      'docs/blog/posts/d.md': '/blog/2023/01/02/a-post--now/',
    });
    const settings = ['plugins:', '  blog:', '    blog_dir: .', '    post_url_format: "{slug}"'];
    const top = { ...config(...settings), 'docs/posts/a.md': post };
    expect(await pagesOf(top)).toEqual({ 'docs/posts/a.md': '/a-post--now/' });
  });

  it.each([
    ['suffix', { 'docs/a.md': page, 'docs/a.fr.md': page, 'docs/b.de.md': page }, ['/a/', '/fr/a/']],
    ['folder', { 'docs/en/a.md': page, 'docs/fr/a.md': page, 'docs/de/b.md': page }, ['/a/', '/fr/a/']],
  ])('are those of the languages by %s', async (structure, files, addresses) => {
    const languages = ['{locale: en, default: true}', '{locale: fr}', '{locale: de, build: false}'];
    const lines = ['plugins:', '  - i18n:', `      docs_structure: ${structure}`, '      languages:'];
    const all = { ...config(...lines, ...languages.map((item) => `        - ${item}`)), ...files };
    expect(Object.values(await pagesOf(all)).sort()).toEqual(addresses);
  });
});

describe('Zensical', () => {
  it('has the settings of MkDocs below "project"', async () => {
    const files = {
      'zensical.toml': [
        '[project]',
        'site_name = "Tea"',
        'docs_dir = "text"',
        'nav = ["b.md", { "Cups" = "a.md" }]',
        '[project.markdown_extensions.pymdownx.emoji]',
        '[project.markdown_extensions.pymdownx.snippets]',
        'base_path = ["text/.parts", "NOTES.md"]',
        'auto_append = ["links.md"]',
      ].join('\n'),
      'text/a.md': 'A :tea: [x].\n\n--8<-- "NOTES.md"\n',
      'text/b.md': page,
      'text/.parts/links.md': '[x]: https://x.example/',
      'NOTES.md': 'Notes.',
    };
    const { byKey, site } = await readFolder(folderWith(files));
    expect(site?.title).toBe('Tea');
    expect(byKey.get('text/b.md')?.url).toBe('/b/');
    expect(byKey.get('text/a.md')).toMatchObject({
      title: 'Cups',
      body: 'A 🍵 [x].\n\nNotes.\n\n\n[x]: https://x.example/',
    });
  });
});

describe('the navigation of MkDocs', () => {
  const files = {
    'docs/a.md': 'Text.\n',
    'docs/b/index.md': page,
    'docs/b/c.md': 'Text.\n',
    'docs/d.md': page,
  };

  it('gives order and titles', async () => {
    const nav = [
      'nav:',
      '  - b/index.md',
      '  - Section:',
      '    - The C: b/c.md',
      '    - Out: https://a.example',
      '  - a.md',
    ];
    const { byKey } = await readFolder(folderWith({ ...config(...nav), ...files }));
    expect(
      ['b/index.md', 'b/c.md', 'a.md', 'd.md'].map((name) => byKey.get(`docs/${name}`)?.navOrder),
    ).toEqual([0, 1, 2, undefined]);
    expect(byKey.get('docs/b/c.md')?.title).toBe('The C');
  });

  it('comes from .pages', async () => {
    const pages = { 'docs/.pages': 'nav:\n  - d.md\n  - ...\n  - The A: a.md\n' };
    const { entries } = await readFolder(
      folderWith({ ...config('plugins: [awesome-pages]'), ...files, ...pages }),
    );
    const order = [...entries].sort((a, b) => (a.navOrder ?? 9) - (b.navOrder ?? 9)).map(({ key }) => key);
    expect(order).toEqual(['docs/d.md', 'docs/b/index.md', 'docs/b/c.md', 'docs/a.md']);
  });
});

describe('pages that MkDocs does not build', () => {
  it.each([
    ['exclude_docs', ['exclude_docs: |', '  wip/', '  !wip/keep.md']],
    ['draft_docs', ['draft_docs: |', '  a.md']],
    ['a base configuration', ['INHERIT: base.yml']],
    ['the plugin exclude', ['plugins:', '  - exclude:', '      glob: [wip/*, a.md]']],
    ['its patterns', ['plugins:', '  - exclude:', "      regex: ['wip/.*', 'a\\.md$']"]],
  ])('by %s', async (_, lines) => {
    const base = { 'base.yml': 'exclude_docs: |\n  /wip/\n  a.md\n' };
    const files = { ...base, ...config(...lines), 'docs/wip/a.md': page, 'docs/b.md': page };
    expect(Object.keys(await pagesOf(files))).toEqual(['docs/b.md']);
  });

  it.each([
    ['a password for all', ['plugins:', '  - encryptcontent:', '      global_password: cold brew'], '', {}],
    [
      'a level for all',
      ['plugins:', '  - encryptcontent:', '      password_inventory: {_global: brew}'],
      '',
      {},
    ],
    ['the level of the page', ['plugins: [encryptcontent]'], 'level: staff', {}],
    [
      'the front matter of its folder',
      ['plugins: [meta]'],
      '',
      { 'docs/.meta.yml': 'password: cold brew\n' },
    ],
  ])('publishes no page that is encrypted by %s', async (_, lines, own, more) => {
    const closed = { 'docs/a.md': `---\ntitle: Tea\n${own}\n---\n\nText.\n` };
    const open = { 'docs/b.md': '---\ntitle: Tea\npassword: ""\n---\n\nText.\n' };
    const { entries } = await readFolder(folderWith({ ...config(...lines), ...closed, ...open, ...more }));
    expect(entries.map(({ ref, protected: isProtected }) => [ref, isProtected])).toEqual([
      ['docs/a.md', true],
      ['docs/b.md', false],
    ]);
  });

  it('names plugins that make pages', async () => {
    const { warnings } = await readFolder(
      folderWith({ ...config('plugins: [gen-files]'), 'docs/a.md': page }),
    );
    expect(warnings).toMatchObject([{ code: 'generator-not-read', file: 'mkdocs.yml' }]);
  });
});
