import { describe, expect, it } from 'vitest';
import { firstHeading, laterHeading } from '../../../../src/sources/files/first-heading.js';
import { visibleLine, visibleSummary } from '../../../../src/sources/files/visible-text.js';
import { folderWith, readFolder } from '../../../support/sources/files/read-folder.js';

describe('the first heading is the title, though there stands before it', () => {
  it.each([
    ['nothing', '# Tea\n\nText.\n', '\nText.\n'],
    ['a licence', '<!--\nSPDX: MIT\n\n-->\n# Tea\nText.\n', '<!--\nSPDX: MIT\n\n-->\nText.\n'],
    ['a comment, and it is underlined', '<!-- lint -->\n\nTea\n===\n\nText.\n', '<!-- lint -->\n\n\nText.\n'],
    [
      'an import',
      'import Tabs from \'@theme/Tabs\';\nimport {A, B} from "./x"\n\n# Tea\n',
      'import Tabs from \'@theme/Tabs\';\nimport {A, B} from "./x"\n\n',
    ],
    ['an import for its effects', "import './x.css'\n# Tea\n", "import './x.css'\n"],
    ['an export', 'export const a = {\n  b: 1,\n};\n\n# Tea\n', 'export const a = {\n  b: 1,\n};\n\n'],
    ['a comment of MDX', '{/* hidden */}\n\n# Tea\n', '{/* hidden */}\n\n'],
    [
      'badges',
      '[![CI](/ci.svg)](/ci) ![npm][badge]\n\n# Tea\n\n[badge]: /b.svg\n',
      '[![CI](/ci.svg)](/ci) ![npm][badge]\n\n\n[badge]: /b.svg\n',
    ],
    [
      'badges in HTML',
      '<p align="center">\n  <a href="/"><img src="/l.svg" alt="Logo"></a>\n</p>\n\n# Tea\n',
      '<p align="center">\n  <a href="/"><img src="/l.svg" alt="Logo"></a>\n</p>\n\n',
    ],
    ['the definition of a link', '[a]: https://a.example\n\n# Tea\n', '[a]: https://a.example\n\n'],
    ['nothing, but an icon is in it', '# :material-tea:{ .big } Tea\n', ''],
  ])('%s', (_, text, rest) => {
    expect(firstHeading(text, false)).toEqual({ title: 'Tea', rest });
  });

  it.each([
    ['alone', '<h1 align="center">Tea &amp; <em>time</em></h1>\n\nText.\n', '\n\nText.\n'],
    [
      'in a box',
      '<div align="center">\n<h1>Tea &amp; time</h1>\n</div>\nText.\n',
      '<div align="center">\n\n</div>\nText.\n',
    ],
    ['with a link to itself', '<h1 id="t">Tea &amp; time <a href="#t">#</a></h1>\nText.', '\nText.'],
    ['behind a comment', '<!-- x -->\n<h1>Tea &amp; time</h1>', '<!-- x -->\n'],
  ])('an h1 of HTML in Markdown: %s', (_, text, rest) => {
    expect(firstHeading(text, false)).toEqual({ title: 'Tea & time', rest });
  });

  it('with a badge behind its words in parentheses', () => {
    expect(firstHeading('# Tea <Badge text="New" />\n', false)?.title).toBe('Tea (New)');
    expect(firstHeading('# <Badge text="New" /> tea\n', false)?.title).toBe('New tea');
  });

  it.each([
    ['words', 'Words.\n\n# Tea\n'],
    ['a sentence that begins like an import', 'import tea leaves\n\n# Tea\n'],
    ['a heading of the second level', '## Tea\n'],
    ['a paragraph in HTML', '<p>Words</p>\n\n# Tea\n'],
    ['a picture with words', '![Cup](/c.png) Words\n\n# Tea\n'],
    ['no space', '#tea\n'],
  ])('but not where there is %s', (_, text) => {
    expect(firstHeading(text, false)).toBeUndefined();
  });
});

describe('a title in Markdown is read', () => {
  it.each([
    ['entities', 'Eggs &amp; nests', 'Eggs & nests'],
    ['escapes', String.raw`\_init\_ and 2 \* 3`, '_init_ and 2 * 3'],
    ['an escaped entity', String.raw`Write \&amp; read`, 'Write &amp; read'],
    ['a link', 'See [the atlas](a.md)', 'See the atlas'],
    ['a link with brackets in its address', 'See [it](a_(b).md "T")', 'See it'],
    ['a link by reference', 'See [the atlas][a]', 'See the atlas'],
    ['emphasis', '**Big** *and* _small_ ~~old~~', 'Big and small old'],
    ['code', 'Use `<div>` and ``a`b``', 'Use <div> and a`b'],
    ['names with underscores', 'snake_case_name and __init__.py', 'snake_case_name and init.py'],
    ['a footnote', 'Tea[^1] time', 'Tea time'],
    ['attributes', 'Tea {#tea .big}', 'Tea'],
    ['attributes between percent signs', 'Tea %{#tea}%', 'Tea'],
    ['tags', 'Tea <sup>new</sup><br>', 'Tea new'],
    ['types in angle brackets', 'Result<T, E> and 1 < 2', 'Result<T, E> and 1 < 2'],
    ['a picture beside words', '![Logo](l.png) Tea', 'Tea'],
    ['a picture alone', '![Tea](l.png)', 'Tea'],
    ['an address', '<https://tea.example>', 'https://tea.example'],
    ['tags of templates', 'Shortcodes {% since "0.5" %}', 'Shortcodes'],
    ['brackets that are no link', 'The [draft] of a[0]', 'The [draft] of a[0]'],
  ])('as its readers see it: %s', (_, written, title) => {
    expect(visibleLine(written)).toBe(title);
  });
});

describe('a written summary', () => {
  it.each([
    ['loses its links', 'See [the atlas](a.md).', 'See the atlas.'],
    ['loses its emphasis', 'A **big** one.', 'A big one.'],
    ['keeps its code as text', 'Use `<b>`.', 'Use &lt;b&gt;.'],
    ['keeps types in angle brackets', 'A Map<K, V> of Vec<u8>.', 'A Map&lt;K, V> of Vec&lt;u8>.'],
    ['loses its footnote marks', 'Tea[^1].', 'Tea.'],
    ['is left alone otherwise', 'snake_case *and* 2 * 3 <b>x</b>', 'snake_case *and* 2 * 3 <b>x</b>'],
  ])('%s', (_, written, text) => {
    expect(visibleSummary(written)).toBe(text);
  });
});

describe('the only heading of the first level behind words is the title', () => {
  it.each([
    ['[API](/) / leaf\n\n# Leaf()\n\nText.\n', 'Leaf()', '[API](/) / leaf\n\n\n\nText.\n'],
    ['A\n\n# Tea #\n', 'Tea', 'A\n\n\n'],
    ['A\n\n# Tea\n\n# Cups\n', 'Tea', 'A\n\n# Tea\n\n# Cups\n'],
    ['A\n\n```sh\n# no\n```\n\n# Tea\n', 'Tea', 'A\n\n```sh\n# no\n```\n\n\n'],
  ])('%j', (text, title, rest) => {
    expect(laterHeading(text)).toEqual({ title, rest });
  });

  it('and a page without one has the title of its place', async () => {
    const root = folderWith({
      'book.toml': '[book]\ntitle = "Tea book"\n',
      'src/SUMMARY.md': '- [Listed](a.md)\n- [](index.md)\n',
      'src/a.md': 'Text.\n\n# Later\n',
      'src/index.md': 'Text.\n',
    });
    const { byKey } = await readFolder(root);
    expect(byKey.get('src/a.md')?.title).toBe('Listed');
    expect(byKey.get('src/index.md')?.title).toBe('Tea book');
  });
});

it('a title that is the name of a tag stays', async () => {
  const root = folderWith({ 'a.md': '# `{% requirePermission %}`\n\nText.\n' });
  const { entries } = await readFolder(root);
  expect(entries[0]?.title).toBe('{% requirePermission %}');
});

describe('a title in the front matter that repeats the first heading', () => {
  it.each([
    ['Tea &amp; <em>time</em>', '# Tea & *time*'],
    ['Tea &amp; <em>time</em>', '<h1>Tea &amp; <b>time</b></h1>'],
    ['Tea & `time`', '# Tea & `time`'],
  ])('%s with %s', async (title, heading) => {
    const { entries } = await readFolder(
      folderWith({ 'a.md': `---\ntitle: "${title}"\n---\n\n${heading}\n\nText.\n` }),
    );
    expect(entries[0]).toMatchObject({
      title: 'Tea & time',
      body: expect.stringMatching(/^\s*Text\.\s*$/),
    });
  });

  it('but not one with other words', async () => {
    const { entries } = await readFolder(
      folderWith({ 'a.md': '---\ntitle: <b>Tea</b>\n---\n\n# Coffee\n\nText.\n' }),
    );
    expect(entries[0]?.body).toContain('# Coffee');
  });
});

describe('the heading of the text is the title, whatever the front matter says', () => {
  const text = (heading: string) => `---\ntitle: Short\ndate: 2024-08-19\n---\n\n${heading}\n\nText.\n`;
  it.each([
    ['Docusaurus', 'docusaurus.config.js', "module.exports = { url: 'https://a.example' };", '# Long tea'],
    ['Docusaurus, below a space', 'docusaurus.config.js', 'module.exports = {};', '&nbsp;\n\n# Long tea'],
    ['MkDocs', 'mkdocs.yml', 'site_name: Tea\n', '# Long tea'],
    ['VitePress', '.vitepress/config.js', "export default { title: 'Tea' };", '# Long tea'],
  ])('%s', async (_, file, config, heading) => {
    const folder = file.startsWith('.') ? '' : 'docs/';
    const root = folderWith({ [file]: config, [`${folder}a.md`]: text(heading) });
    const { byKey } = await readFolder(root);
    const entry = byKey.get(`${folder}a.md`);
    expect(entry?.title).toBe('Long tea');
    expect(entry?.body).not.toContain('Long tea');
  });

  it('but the address of a post of MkDocs follows from its front matter', async () => {
    const root = folderWith({
      'mkdocs.yml': 'site_name: Tea\nplugins:\n  - blog\n',
      'docs/blog/index.md': '# Blog\n',
      'docs/blog/posts/a.md': text('# Long tea'),
    });
    const { byKey } = await readFolder(root);
    expect(byKey.get('docs/blog/posts/a.md')).toMatchObject({
      title: 'Long tea',
      url: expect.stringMatching(/\/blog\/2024\/08\/19\/short\/$/),
    });
  });

  it('and a generator whose themes show both keeps both', async () => {
    const root = folderWith({ 'hugo.toml': 'title = "Tea"\n', 'content/a.md': text('# Long tea') });
    const { byKey } = await readFolder(root);
    expect(byKey.get('content/a.md')).toMatchObject({
      title: 'Short',
      body: expect.stringContaining('# Long tea'),
    });
  });
});

describe('a title in front matter', () => {
  const page = '---\ntitle: "&#8220;Tea&#8221; &amp; time"\n---\nText.\n';

  it('is HTML with Jekyll', async () => {
    const { byKey } = await readFolder(folderWith({ '_config.yml': 'title: Tea\n', 'a.md': page }));
    expect(byKey.get('a.md')?.title).toBe('\u201cTea\u201d & time');
  });

  it('is text with other generators', async () => {
    const { byKey } = await readFolder(folderWith({ 'hugo.toml': 'title = "Tea"\n', 'content/a.md': page }));
    expect(byKey.get('content/a.md')?.title).toBe('&#8220;Tea&#8221; &amp; time');
  });
});

describe('a heading with values of the front matter', () => {
  it.each([
    ['# {{ nav.key }}', 'Oolong'],
    ['# Our {{ page.tea }}', 'Our Assam'],
    ['# {{ $frontmatter.tea }}', 'Assam'],
    ['# The {{ include }} tag', 'The {{ include }} tag'],
  ])('is the title: %s', async (heading, title) => {
    const page = `---\ntea: Assam\nnav:\n  key: Oolong\n---\n\n${heading}\n\nText.\n`;
    const { byKey } = await readFolder(folderWith({ 'eleventy.config.js': '', 'a.md': page }));
    expect(byKey.get('a.md')?.title).toBe(title);
  });
});
