import { describe, expect, it } from 'vitest';
import { pagesOf, withMatter } from '../../../../support/sources/files/public-pages.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const page = withMatter();
const CONFIG = { 'eleventy.config.js': 'export default function (config) {}\n' };

describe('addresses of Eleventy', () => {
  it('follow the place of the file', async () => {
    const files = {
      ...CONFIG,
      'a/2018-01-01-dated.md': page,
      'blog/fourth/fourth.md': page,
      'docs/README.md': page,
      'docs/slug.md': withMatter('slug: other'),
      '_posts/tea.md': page,
      '_includes/part.md': page,
    };
    expect(Object.values(await pagesOf(files)).sort()).toEqual([
      '/_posts/tea/',
      '/a/2018-01-01-dated/',
      '/blog/fourth/',
      '/docs/README/',
      '/docs/slug/',
    ]);
  });

  it.each([
    ['p/{{ title | slugify }}/', '/p/groesse-and-dont-stop/'],
    ['/{{ page.date | date: "%Y/%m/%d" }}/{{ page.fileSlug }}/', '/2020/02/03/tea/'],
    ['{{ page.filePathStem }}.html', '/docs/tea.html'],
    ['/p/{{ shop.kind | downcase | replace: "q", "r" }}/index.html', '/p/ra/'],
    ['/{{ lang | default("de") }}/{{ page.fileSlug | upper }}/', '/de/TEA/'],
  ])('are filled into the permalink %s', async (permalink, address) => {
    const matter = [`permalink: '${permalink}'`, 'shop: { kind: QA }', 'date: 2020-02-03'];
    const files = { ...CONFIG, 'docs/tea.md': withMatter(...matter).replace('Tea', "Größe & Don't stop") };
    expect(await pagesOf(files)).toEqual({ 'docs/tea.md': address });
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    [
      'a template for the build',
      { 'docs/docs.json': '{"permalink": {"build": "/d/{{ page.fileSlug }}.html"}}' },
    ],
    ['a template', { 'docs/docs.json': '{"permalink": "/d/{{ page.fileSlug }}.html"}' }],
    [
      'a program',
      {
        'docs/docs.11tydata.js':
          'const top = "/d";\nexport default { permalink: `${top}/{{ page.fileSlug }}.html` };',
      },
    ],
    [
      'a function',
      {
        'docs/docs.11tydata.js':
          'module.exports = { eleventyComputed: { permalink: (data) => `/d/${data.page.fileSlug}.html` } };',
      },
    ],
    [
      'the global data',
      { '_data/eleventyComputed.js': 'module.exports = { permalink: "/d/{{ page.fileSlug }}.html" };' },
    ],
    [
      'a program in TypeScript',
      {
        'docs/docs.11tydata.js': "export { default } from './docs.11tydata.ts'",
        'docs/docs.11tydata.ts':
          'const data: Data = { permalink: "/d/{{ page.fileSlug }}.html" };\nexport default data',
      },
    ],
  ])('come from %s of the folder', async (_, data) => {
    expect(await pagesOf({ ...CONFIG, ...data, 'docs/tea.md': page })).toEqual({
      'docs/tea.md': '/d/tea.html',
    });
  });
});

it('a permalink that code computes is named', async () => {
  const code = 'export default { permalink: (data) => (isShown(data) ? addressOf(data) : false) }';
  const { warnings } = await readFolder(
    folderWith({
      'eleventy.config.ts': 'export default () => ({})',
      'docs/docs.11tydata.js': code,
      'docs/tea.md': page,
    }),
  );
  expect(warnings).toMatchObject([{ code: 'generator-not-read', file: 'docs/docs.11tydata.js' }]);
});

describe('front matter of Eleventy that is a program', () => {
  it('is read as data', async () => {
    const files = {
      ...CONFIG,
      'a.md': '---js\n{ title: "A", permalink: "/x/" }\n---\nText\n',
      'b.md': '---js\nconst title = "B";\nconst permalink = "/y/";\n---\nText\n',
      'c.md': '---js\nconst title = "C";\nconst draft = true;\n---\nText\n',
      'd.md': '---js\nconst title = "D"; const draft = true;\n---\nText\n',
      'e.md': '---js\nconst title = "E", draft = true;\n---\nText\n',
    };
    expect(await pagesOf(files)).toEqual({ 'a.md': '/x/', 'b.md': '/y/' });
  });

  it('holds the page back where code decides', async () => {
    const root = folderWith({ ...CONFIG, 'a.md': '---js\nconst draft = process.env.X;\n---\nText\n' });
    const { entries, warnings } = await readFolder(root);
    expect(entries).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'front-matter-invalid', file: 'a.md' }]);
  });
});

describe('the configuration of Eleventy', () => {
  it.each([
    ['is returned', 'module.exports = function (config) {\n  return { dir: { input: "content" } };\n};\n'],
    [
      'is exported',
      'export default function (config) {}\nexport const config = { dir: { input: "./content/" } };\n',
    ],
    ['is set', 'export default function (config) {\n  config.setInputDirectory("content");\n}\n'],
  ])('names the content folder where it %s', async (_, config) => {
    const files = { 'eleventy.config.js': config, 'content/tea.md': page, 'other/oat.md': page };
    expect(await pagesOf(files)).toEqual({ 'content/tea.md': '/tea/' });
  });

  it.each(['return { templateFormats: ["md"] };', 'config.setTemplateFormats(["md", "njk"]);'])(
    'leaves out what is ignored, and formats that are not built: %s',
    async (formats) => {
      const files = {
        'eleventy.config.js': `export default function (config) {\n  config.ignores.add("wip/**");\n  ${formats}\n}\n`,
        '.eleventyignore': '# notes\nnotes/\n',
        'notes/a.md': page,
        'wip/b.md': page,
        'c.html': page,
        'd.md': page,
      };
      expect(await pagesOf(files)).toEqual({ 'd.md': '/d/' });
    },
  );

  it('states the site in its data', async () => {
    const data = 'export default { title: "Tea", url: "https://tea.example/", language: "de" };';
    const { site } = await readFolder(folderWith({ ...CONFIG, '_data/metadata.js': data, 'a.md': page }));
    expect(site).toMatchObject({ title: 'Tea', baseUrl: 'https://tea.example', lang: 'de' });
  });
});
