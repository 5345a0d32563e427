import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesOf } from '../../../support/sources/files/public-pages.js';
import { folderWith, readFolder, readOne, source } from '../../../support/sources/files/read-folder.js';

describe('detect', () => {
  it.each([
    [{ 'a.md': '---\ntitle: A\n---\n' }, 2],
    [{ 'a/b.html': '+++\ntitle = "A"\n+++\n' }, 2],
    [{ 'a.md': 'Text' }, 1],
    [{ 'a.html': '<p>Text</p>' }, 0],
    [{ 'a.txt': 'Text' }, 0],
    [{ 'node_modules/a.md': '---\ntitle: A\n---\n' }, 0],
  ])('%j is %i', async (files, expected) => {
    expect(await source.detect(folderWith(files))).toBe(expected);
  });

  it('says no to files and to nothing', async () => {
    expect(await source.detect('package.json')).toBe(0);
    expect(await source.detect('no/such/folder')).toBe(0);
  });
});

it('a README next to a page with the address of its folder has an address of its own', async () => {
  const { entries } = await readFolder(
    folderWith({ 'a.md': '# A', 'a/README.md': '# B', 'c/README.md': '# C' }),
  );
  expect(entries.map(({ url }) => url)).toEqual(['/a/', '/a/README/', '/c/']);
});

describe('a folder with broken files', () => {
  it('names each with its place, leaves it out, and reads the rest', async () => {
    const { byKey, warnings } = await readFolder('fixtures/files/broken');
    const skipped = warnings.filter((warning) => warning.skipped);
    expect(skipped.map(({ code, file, line, column }) => [code, file, line, column])).toEqual([
      ['front-matter-invalid', 'bomb.md', 2, undefined],
      ['front-matter-invalid', 'duplicate.md', 3, 1],
      ['front-matter-invalid', 'json.md', 2, 17],
      ['front-matter-invalid', 'list.md', 2, 1],
      ['front-matter-invalid', 'program.md', 1, undefined],
      ['front-matter-invalid', 'scalar.md', 2, 1],
      ['front-matter-invalid', 'toml.md', 3, 8],
      ['front-matter-invalid', 'unclosed.md', 1, 1],
      ['front-matter-invalid', 'yaml.md', 4, 1],
    ]);
    expect([...byKey.keys()]).toEqual([
      ...['bom.md', 'empty.md', 'good.md', 'latin.md', 'nul.md', 'rule.md', 'types.md', 'utf16.md'],
    ]);
  });

  it('reads marks, line ends and encodings', async () => {
    const { byKey } = await readFolder('fixtures/files/broken');
    expect(byKey.get('bom.md')).toMatchObject({ title: 'Marked', body: 'One\nTwo\n' });
    expect(byKey.get('latin.md')).toMatchObject({ title: 'Café', body: 'Crème\n' });
    expect(byKey.get('utf16.md')).toMatchObject({ title: 'Wide', body: 'Text\n' });
    expect(byKey.get('nul.md')?.body).toBe('AB\n');
    expect(byKey.get('rule.md')?.body).toContain('begins with a rule');
  });

  it('mends wrong types where the meaning is plain, and says so', async () => {
    const { byKey, warnings } = await readFolder('fixtures/files/broken');
    const { description, id, lang, published, ...entry } = byKey.get('types.md') ?? {};
    expect(entry).toMatchObject({ title: 'A, B', type: 'page', url: '/types/', terms: [], topics: ['a'] });
    expect([description, id, lang, published]).toEqual([undefined, undefined, undefined, undefined]);
    const fields = warnings.filter(({ file }) => file === 'types.md').map(({ field }) => field);
    expect(fields.sort()).toEqual([
      'date',
      'description',
      'id',
      'lang',
      'permalink',
      'tags',
      'title',
      'topics',
      'type',
      'weight',
    ]);
  });
});

it('a name as an id needs no warning', async () => {
  const { entries, warnings } = await readFolder(folderWith({ 'a.md': '---\nid: ab3-Cd\n---\n# Tea\n' }));
  expect([entries[0]?.id, warnings]).toEqual([undefined, []]);
});

describe('one file', () => {
  it.each([
    ['title: 1.10', '1.10'],
    ['title: 2024-01-02', '2024-01-02'],
    ['title: true', 'true'],
    ['title: "Tea: a story"', 'Tea: a story'],
    ['title: |\n  Two\n  lines', 'Two\n  lines'.replace('  ', '')],
  ])('%j', async (line, title) => {
    expect((await readOne(`---\n${line}\n---\n`)).title).toBe(title);
  });

  it.each([
    ['2024-03-05', Date.UTC(2024, 2, 5)],
    ['2024-03-05 10:30', Date.UTC(2024, 2, 5, 10, 30)],
    ['2024-03-05T10:30:00+02:00', Date.UTC(2024, 2, 5, 8, 30)],
    ['"Mar 5, 2024"', Date.UTC(2024, 2, 5)],
    ['5 March 2024', Date.UTC(2024, 2, 5)],
    ['Tuesday, March 5th 2024', Date.UTC(2024, 2, 5)],
    ['1709596800', Date.UTC(2024, 2, 5)],
    ['1709596800000', Date.UTC(2024, 2, 5)],
  ])('date: %s', async (written, expected) => {
    const { published, notes } = await readOne(`---\ndate: ${written}\n---\n`);
    expect(published).toBe(expected / 1000);
    expect(notes).toEqual([]);
  });

  it.each([['2024-02-31'], ['soon'], ['[2024]'], ['12']])('date: %s is no date', async (written) => {
    const { published, notes } = await readOne(`---\ndate: ${written}\n---\n`);
    expect(published).toBeUndefined();
    expect(notes).toEqual(['front-matter-date date']);
  });

  it.each([
    ['permalink: /a/b', '/a/b'],
    ['permalink: a/b/', '/a/b/'],
    ['permalink: /a/index.html', '/a/'],
    ['permalink: /a b/ü/%C3%A4/', '/a%20b/%C3%BC/%C3%A4/'],
    ['permalink: /../../etc/', '/etc/'],
    ['permalink: //evil.example/x/', '/evil.example/x/'],
    ['url: /x.html', '/x.html'],
    ['slug: other', '/other/'],
    ['slug: "a b?#"', '/a%20b%3F%23/'],
    ['slug: "\\uD800"', '/%EF%BF%BD/'],
    ['date: 2024-03-05\npermalink: /:year/:month/:title/', '/2024/03/page/'],
    ['permalink: /:year/:title/', '/page/'],
  ])('%s gives %s', async (line, url) => {
    expect((await readOne(`---\n${line}\n---\n`)).url).toBe(url);
  });

  it.each([
    ['a/index.md', '/a/'],
    ['a/README.md', '/a/'],
    ['Case/Kept.md', '/Case/Kept/'],
    ['posts/2024-01-05-x.md', '/posts/x/'],
    ['2024-13-45-x.md', '/2024-13-45-x/'],
    ['100%/a&b.md', '/100%25/a&b/'],
  ])('%s is at %s', async (path, url) => {
    expect((await readOne('---\ntitle: X\n---\n', path)).url).toBe(url);
  });

  it('that are named README are those of their folders where no other file is', async () => {
    const files = { 'a/README.md': 'A', 'b/README.md': 'B', 'b/index.md': 'C' };
    expect(await pagesOf(files)).toEqual({
      'a/README.md': '/a/',
      'b/README.md': '/b/README/',
      'b/index.md': '/b/',
    });
  });

  it.each([
    ['posts/a.md', '', 'post'],
    ['posts/index.md', '', 'page'],
    ['blog/2024/a.md', '', 'post'],
    ['docs/a.md', '', 'page'],
    ['2024-01-05-a.md', '', 'post'],
    ['a.md', 'layout: post', 'post'],
    ['a.md', 'type: article', 'post'],
    ['posts/a.md', 'type: page', 'page'],
    ['a.md', 'type: recipe', 'recipe'],
  ])('%s with %j is a %s', async (path, line, type) => {
    expect((await readOne(`---\ntitle: X\n${line}\n---\n`, path)).type).toBe(type);
  });

  it.each([
    ['tutorial', 'page'],
    ['tags', 'tags'],
    ['members', 'members'],
    ['draft', 'draft'],
    ['For members only', 'private'],
    ['Book review', 'page'],
  ])('the type %s of a generator is %s', async (written, type) => {
    const page = `---\ntitle: X\ntype: ${written}\n---\n`;
    const { byKey } = await readFolder(folderWith({ '_config.yml': 'title: T', 'a.md': page }));
    expect(byKey.get('a.md')?.type).toBe(type);
  });

  it('follows the patterns of its options', async () => {
    const options = { permalinks: { post: '/:year/:slug/', page: '/p/:slug.html' } };
    expect((await readOne('---\ndate: 2024-03-05\n---\n', 'posts/tea.md', options)).url).toBe('/2024/tea/');
    expect((await readOne('Text', 'tea.md', options)).url).toBe('/p/tea.html');
  });

  it('shows the name of the file of a person, not its path', async () => {
    const { authorKeys } = await readOne('---\nauthor: content/authors/ann-lee.md\n---\n');
    expect(authorKeys).toEqual(['ann-lee']);
  });

  it('never shows an e-mail address as a name', async () => {
    const { authorKeys: authors } = await readOne(
      '---\nauthors: ["Mia <mia@a.example>", "lea@b.example", {name: Bo, email: c@d.example}, {display_name: Io, login: x}]\n---\n',
    );
    expect(authors).toEqual(['mia', 'bo', 'io']);
    const linked = await readOne(
      '---\nauthor: "[Mia Li](https://m.example/a), [Bo](https://b.example)"\n---\n',
    );
    const note = await readOne('---\nauthor: ["[[Mia Li]]"]\ntopics: ["[[a/Tea|Teas]]"]\n---\n');
    expect([note.authorKeys, note.topics]).toEqual([['mia-li'], ['Teas']]);
    expect(linked.authorKeys).toEqual(['mia-li', 'bo']);
  });

  it.each([
    ['seo: { noindex: true }', true],
    ['seo: { robots: "noindex, follow" }', true],
    ['seo: { index: false }', true],
    ['seo: { noindex: "no", title: Tea }', false],
    ['seo: { title: Tea }', false],
    ['seo: Tea', false],
    ['robotsNoIndex: false', false],
  ])('reads what is meant for search engines: %s', async (line, noindex) => {
    const entry = await readOne(`---\n${line}\n---\n`);
    expect(entry.noindex).toBe(noindex);
    if (line.startsWith('seo')) expect(entry.extra).toHaveProperty('seo');
  });

  it('never publishes by a slip of the pen, whatever the value of a switch', async () => {
    const value = fc.constantFrom('yes', 'True', '1', 'ja', '[x]', '{a: 1}', '"draft"', '2', '0.5');
    const key = fc.constantFrom(
      ...['draft', 'private', 'noindex', 'robotsNoIndex', 'unlisted', 'hidden', 'protected', 'password'],
    );
    await fc.assert(
      fc.asyncProperty(key, value, async (name, written) => {
        const { status, noindex, ...entry } = await readOne(`---\n${name}: ${written}\n---\n`);
        expect(status !== 'publish' || noindex || entry.protected).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a folder', () => {
  it('is read in order of path, and leaves out what is no content', async () => {
    const page = '---\ntitle: X\n---\n';
    const root = folderWith({
      'b.md': page,
      'a/z.md': page,
      'B.md': page,
      'node_modules/x.md': page,
      'a/node_modules/x.md': page,
      '.git/x.md': page,
      'public/x.md': page,
      'a/public/x.md': page,
      'README.md': 'Text',
      'LICENSE.md': 'Text',
      'a/notes.txt': 'Text',
      'skip/x.md': page,
    });
    const { entries, bytes } = await readFolder(root, { exclude: ['skip/**'] });
    expect(entries.map(({ key }) => key)).toEqual(['B.md', 'a/public/x.md', 'a/z.md', 'b.md']);
    const others = await readFolder(root, { exclude: ['skip', '**/z.*'] });
    expect(others.entries.map(({ key }) => key)).toEqual(['B.md', 'a/public/x.md', 'b.md']);
    // The two papers were looked into as well.
    expect(bytes).toBe(4 * page.length + 2 * 'Text'.length);
  });

  it.each(['wiki', 'wiki/', './wiki', '/wiki/', 'wiki/**', '**/wiki/'])(
    'leaves out a folder that is excluded as %s',
    async (glob) => {
      const root = folderWith({ 'a.md': 'A', 'wiki/b.md': 'B', 'wiki/deep/c.md': 'C' });
      for (const followLinks of [false, true]) {
        const { entries } = await readFolder(root, { exclude: [glob], followLinks });
        expect(entries.map(({ key }) => key)).toEqual(['a.md']);
      }
    },
  );

  it('refuses an excluded path that begins outside of the source', async () => {
    const root = folderWith({ 'docs/wiki/b.md': 'B', 'docs/docs/c.md': 'C' });
    await expect(readFolder(join(root, 'docs/wiki'), { exclude: ['wiki/b.md'] })).rejects.toThrow(
      '"wiki/b.md" matches nothing, since globs begin in the folder of the source, which is "wiki"',
    );
    const { entries } = await readFolder(join(root, 'docs'), { exclude: ['docs/c.md'] });
    expect(entries.map(({ key }) => key)).toEqual(['wiki/b.md']);
  });

  it('never follows symbolic links', async () => {
    const outside = folderWith({ 'secret.md': '---\ntitle: CANARY-outside\n---\n' });
    const root = folderWith({ 'a.md': 'Text' });
    symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'));
    symlinkSync(outside, join(root, 'folder'));
    symlinkSync(join(outside, 'nothing.md'), join(root, 'dangling.md'));
    symlinkSync('itself.md', join(root, 'itself.md'));
    const { entries, warnings } = await readFolder(root);
    expect(entries.map(({ key }) => key)).toEqual(['a.md']);
    expect(warnings.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'file-symbolic-link dangling.md',
      'file-symbolic-link folder',
      'file-symbolic-link itself.md',
      'file-symbolic-link link.md',
    ]);
  });

  it('says nothing about a link to the pages that Nuxt has built', async () => {
    const root = folderWith({ 'a.md': 'Text', '.output/public/index.html': '', 'more/b.md': 'Text' });
    symlinkSync('.output/public', join(root, 'dist'));
    symlinkSync('more', join(root, 'other'));
    const { warnings } = await readFolder(root);
    expect(warnings.map(({ code, file }) => `${code} ${file}`)).toEqual(['file-symbolic-link other']);
  });

  it('leaves out files above the limit, by name', async () => {
    const root = folderWith({ 'big.md': 'x'.repeat(2000), 'small.md': 'x' });
    const { entries, warnings } = await readFolder(root, { maxBytes: 1000 });
    expect(entries.map(({ key }) => key)).toEqual(['small.md']);
    expect(warnings).toMatchObject([{ code: 'file-too-large', file: 'big.md', skipped: true }]);
  });

  it('skips a file whose name is not UTF-8', async () => {
    const root = folderWith({ 'a.md': 'Text' });
    const name = Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(name, 'Text');
    const { entries, warnings } = await readFolder(root);
    expect(entries.map(({ key }) => key)).toEqual(['a.md']);
    expect(warnings).toMatchObject([{ code: 'file-name-not-utf8', skipped: true }]);
  });

  it('reads only below contentDir', async () => {
    const page = '---\ntitle: X\n---\n';
    const root = folderWith({ 'site/a.md': page, 'other/b.md': page });
    const { entries } = await readFolder(root, { contentDir: './site/' });
    expect(entries.map(({ key, url }) => `${key} ${url}`)).toEqual(['site/a.md /a/']);
  });

  it('resolves links between files, and no link inside code', async () => {
    const root = folderWith({
      'docs/a.md':
        '[b](b.md) [b](./b.md#x) [c](/docs/sub/c.md) [up](../index.md) [no](missing.md) [web](https://a.example/b.md)\n\n' +
        '[r]: sub/c.md\n\n`[b](b.md)`\n\n```\n[b](b.md)\n```\n\n<a href="b.md">b</a> ![p](p.png) ![q](q.png)',
      'docs/b.md': '---\npermalink: /bee/\n---\n',
      'docs/sub/c.md': 'C',
      'docs/p.png': 'p',
      'index.md': 'Home',
    });
    const { byKey } = await readFolder(root);
    expect(byKey.get('docs/a.md')?.body).toBe(
      '[b](/bee/) [b](/bee/#x) [c](/docs/sub/c/) [up](/) [no](missing.md) [web](https://a.example/b.md)\n\n' +
        '[r]: /docs/sub/c/\n\n`[b](b.md)`\n\n```\n[b](b.md)\n```\n\n<a href="/bee/">b</a> ![p](/docs/p.png) ![q](q.png)',
    );
  });

  it.each([
    [{ permalink: {} }, 'source.permalink'],
    [{ permalinks: { post: 'no-slash' } }, 'source.permalinks'],
    [{ contentDir: '../up' }, 'source.contentDir'],
    [{ maxBytes: -1 }, 'source.maxBytes'],
    [{ exclude: [1] }, 'source.exclude'],
    [{ generator: 'nanoc' }, 'source.generator'],
  ])('refuses the options %j', async (options, field) => {
    await expect(source.open({ path: '.', options })).rejects.toMatchObject({
      code: 'SVC_CONFIG_INVALID',
      location: { field },
    });
  });

  it('that is not there is an error', async () => {
    await expect(readFolder('no/such/folder')).rejects.toMatchObject({ code: 'SVC_SOURCE_MISSING' });
  });

  it('survives any front matter', async () => {
    const line = fc.oneof(
      fc.string(),
      fc
        .tuple(
          fc.constantFrom('title', 'date', 'tags', 'slug', 'permalink', 'image', 'author', 'lang', 'status'),
          fc.json(),
        )
        .map(([key, value]) => `${key}: ${value}`),
    );
    const mark = fc.constantFrom('---', '+++', ';;;', '---json', '{');
    await fc.assert(
      fc.asyncProperty(mark, fc.array(line, { maxLength: 6 }), async (open, lines) => {
        const close = open === '{' ? '}' : open.slice(0, 3);
        const root = folderWith({ 'a.md': `${open}\n${lines.join('\n')}\n${close}\nBody` });
        const { entries, warnings } = await readFolder(root);
        expect(entries.length + warnings.filter(({ skipped }) => skipped).length).toBe(1);
        for (const { url } of entries) expect(URL.canParse(url ?? '', 'https://a.example')).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
