import { describe, expect, it } from 'vitest';
import { plainText } from '../../../../src/content/html/text.js';
import { folderWith, readFolder } from '../../../support/sources/files/read-folder.js';

const YAML = 'title: Tea\ndraft: true\n';
const TOML = 'title = "Tea"\ndraft = true\n';

describe('front matter that is written oddly', () => {
  it.each([
    ['four hyphens', `----\n${YAML}----\nText\n`],
    ['nine hyphens', `---------\n${YAML}---------\nText\n`],
    ['fences of different length', `-----\n${YAML}---\nText\n`],
    ['two hyphens', `--\n${YAML}--\nText\n`],
    ['dashes of an editor', `—–\n${YAML}—–\nText\n`],
    ['one long dash', `—\n${YAML}—\nText\n`],
    ['a space before the fence', ` ---\n${YAML} ---\nText\n`],
    ['spaces before all lines', '  ---\n  title: Tea\n  draft: true\n  ---\nText\n'],
    ['six plus signs', `++++++\n${TOML}++++++\nText\n`],
    ['two plus signs', `++\n${TOML}++\nText\n`],
    ['four semicolons', ';;;;\n"title": "Tea",\n"draft": true\n;;;;\nText\n'],
    ['equals signs', `=====\n${YAML}=====\nText\n`],
    ['stars', `***\n${YAML}***\nText\n`],
    ['blank lines before it', `\n  \n---\n${YAML}---\nText\n`],
    ['a character without width before it', `\u200b---\n${YAML}---\nText\n`],
    ['a line with a hard space before it', `\u00a0\n---\n${YAML}---\nText\n`],
    ['a comment before it', `<!-- checked -->\n---\n${YAML}---\nText\n`],
    ['a comment of several lines before it', `<!--\nchecked\n-->\n\n---\n${YAML}---\nText\n`],
    ['a comment around it', `<!--\n---\n${YAML}---\n-->\nText\n`],
    ['a comment of MDX before it', `{/* checked */}\n\n---\n${YAML}---\nText\n`],
    ['a line that begins with dashes in it', '---\ntitle: Tea\n---more: x\ndraft: true\n---\nText\n'],
    ['a blank line behind the fence', `---\n\n${YAML}---\nText\n`],
    ['no opening fence', `${YAML}---\nText\n`],
    ['no opening fence, with a list', `title: Tea\ntags:\n- a\n- b\ndraft: true\n---\nText\n`],
    ['no opening fence, in JSON', '"title": "Tea",\n"draft": true\n;;;\nText\n'],
    ['semicolons behind an object', '{"title": "Tea", "draft": true}\n;;;\nText\n'],
    ['braces left out', ';;;\n"title": "Tea",\n"draft": true\n;;;\nText\n'],
    ['lines of keys, one of the site’s own', 'Title: Tea\nStatus: draft\nCup-Size: big\n\nText\n'],
    ['lines of keys that no fence encloses', 'Title: Tea\nStatus: draft\nTags: a,\n  b\n\nText\n'],
    ['one line that no fence encloses', 'draft: true\n\nText\n'],
    ['lines of Nikola', '.. title: Tea\n.. status: draft\n.. has_math: true\n\nText\n'],
    ['lines of Nikola in a comment', '<!--\n.. title: Tea\n.. tags: a, draft\n.. slug: tea\n-->\n\nText\n'],
    ['properties of Logseq', 'icon:: x\ntitle:: Tea\nstatus:: draft\n\nText\n'],
    ['keys in a comment', `<!--\n${YAML}-->\nText\n`],
    ['one key in a comment', '<!-- status: draft -->\nText\n'],
    ['one key in a comment of MDX', '{/* draft: true */}\nText\n'],
    ['one key in a link that isn’t shown', '[//]: # (draft: true)\nText\n'],
    ['a second block', `---\ntitle: New\n---\n---\n${YAML}---\nText\n`],
    ['a second block behind a blank line', `---\ndraft: true\ntags: [a]\n---\n\n---\n${YAML}---\n\nText\n`],
  ])('%s: it is read', async (_, text) => {
    const { entries } = await readFolder(folderWith({ 'page.md': text }));
    expect(entries).toMatchObject([{ status: 'draft', body: expect.stringMatching(/^\n?Text\n$/) }]);
  });

  it.each([
    '<!-- status: to be translated by the team -->\nText\n',
    '<!-- published by the society -->\nText\n',
    '---\ntitle: "Tea\nin China"\n---\nText\n',
    '---\naliases: [\n\t"/tea",\n]\ntags:\n\t- tea\n---\nText\n',
  ])('%j is a public page', async (text) => {
    const { entries } = await readFolder(folderWith({ 'page.md': text }));
    expect(entries).toMatchObject([{ status: 'publish', body: expect.stringMatching(/Text\n$/) }]);
  });

  it.each([
    '---\n\ttitle: Tea\n\tdraft: true\n---\nText\n',
    '---\ntitle: "Tea\ndraft: true\nx: "\n---\nText\n',
  ])('%j is no page', async (text) => {
    const { entries } = await readFolder(folderWith({ 'page.md': text }));
    expect(entries.filter(({ status }) => status === 'publish')).toEqual([]);
  });

  it('a file of Nikola next to a page has its values', async () => {
    const { entries } = await readFolder(
      folderWith({
        'posts/a.md': 'Text\n',
        'posts/a.meta': '.. title: Tea\n.. slug: hot-tea\n.. date: 2024-02-03\n',
        'posts/b.md': 'Text\n',
        'posts/b.meta': '.. title: Cup\n.. tags: x, private\n',
        'posts/c.md': 'Text\n',
        'posts/c.md.meta': 'fileFormatVersion: 2\nguid: 0\n',
      }),
    );
    expect(entries.map(({ title, url, status }) => [title, url, status].join(' '))).toEqual([
      'Tea /posts/hot-tea/ publish',
      'Cup /posts/b/ private',
      'C /posts/c/ publish',
    ]);
  });

  it('a file of TiddlyWiki or Nanoc next to a page has its values', async () => {
    const { entries } = await readFolder(
      folderWith({
        'a.md': 'Text\n',
        'a.md.meta': 'title: Tea: a history\ntype: text/x-markdown\ntags: [[two words]]\n',
        'b.md': 'Text\n',
        'b.md.meta': 'title: Draft of Cup\ndraft.of: Cup\n',
        'c.md': 'Text\n',
        'c.yaml': 'title: Pot\ndraft: true\n',
        'd/d.md': 'Text\n',
        'd/d.yaml': 'title: Kettle\nkind: page\n',
        'd/e.md': 'Text\n',
        'd/e.yaml': 'kind: Deployment\ntype: x\n',
      }),
    );
    expect(entries.map(({ title, type, status }) => [title, type, status].join(' '))).toEqual([
      'Tea: a history page publish',
      'Draft of Cup page draft',
      'Pot page draft',
      'Kettle page publish',
      'E page publish',
    ]);
  });

  it('the type `text` of Nikola is none', async () => {
    const { entries } = await readFolder(
      folderWith({ 'page.md': '<!--\n.. title: Tea\n.. type: text\n-->\nText\n' }),
    );
    expect(entries[0]).toMatchObject({ title: 'Tea', type: 'page' });
  });

  it.each([
    ['Terns: a history', 'Terns: a history'],
    ['[Update] Terns', '[Update] Terns'],
    ['@terns', '@terns'],
    ['"Terns" and gulls', '"Terns" and gulls'],
    ['"Two "old" terns"', 'Two "old" terns'],
    ['- terns', '- terns'],
  ])('the title %s is text without quotation marks', async (written, title) => {
    const files = {
      'a.md': `---\ntitle: ${written}\n---\nText\n`,
      'b.md': `---\ntitle: ${written}\ndraft: true\n---\n`,
    };
    const { entries } = await readFolder(folderWith(files));
    expect(entries).toMatchObject([
      { title, status: 'publish' },
      { title, status: 'draft' },
    ]);
  });

  it('a quoted text may continue on lines without more indentation', async () => {
    const [matter, body] = [
      "hero:\n  title: \"\n  Terns\n\n  and gulls\"\n  about: 'It''s\nlate'",
      '---\nText\n',
    ];
    const { entries } = await readFolder(
      folderWith({
        'a.md': `---\ntitle: A\n${matter}\ndraft: true\n${body}`,
        'b.md': `---\na: "b\ndraft: true\nc: "d"\n${body}`,
      }),
    );
    expect(entries).toMatchObject([{ title: 'A', status: 'draft' }]);
  });

  it.each([
    ['a fence that is never closed', `-----\n${YAML}\nText\n`, 1],
    ['a rule, then keys', `---\n\n${YAML}\nText\n`, 1],
    ['keys behind a comment that no fence closes', `<!-- x -->\n---\n${YAML}\nText\n`, 2],
    ['TOML between hyphens', `---\n${TOML}---\nText\n`, 2],
    ['YAML between plus signs', `++++\n${YAML}++++\nText\n`, 2],
    ['broken YAML between odd fences', '\n-----\ntitle: [\ndraft: true\n-----\nText\n', 4],
    ['a second block that contradicts the first', `---\ndraft: false\n---\n---\n${YAML}---\nText\n`, 4],
    ['broken YAML without an opening fence', 'title: "Tea\ndraft: true\n---\nText\n', undefined],
  ])('%s: the file is left out with a warning', async (_, text, line) => {
    const { entries, warnings } = await readFolder(folderWith({ 'page.md': text }));
    expect(entries).toEqual([]);
    const place = line === undefined ? {} : { line };
    expect(warnings).toMatchObject([
      { code: 'front-matter-invalid', file: 'page.md', skipped: true, ...place },
    ]);
  });
});

describe('tags', () => {
  it('with several values are known by their names', async () => {
    const text = '---\ntags:\n- {name: Terns, slug: terns}\n- title: Gulls\n- Wind\n---\nText\n';
    const { entries, warnings } = await readFolder(folderWith({ 'a.md': text }));
    expect(entries[0]?.terms?.map(({ name }) => name)).toEqual(['Terns', 'Gulls', 'Wind']);
    expect(warnings).toEqual([]);
  });

  it('keep angle brackets that begin no tag', async () => {
    const text = '---\ntags: ["c<d", "Map<K, V>", "<b>Wind</b>"]\n---\nText\n';
    const { entries } = await readFolder(folderWith({ 'a.md': text }));
    expect(entries[0]?.terms?.map(({ name }) => plainText(name))).toEqual(['c<d', 'Map<K, V>', 'Wind']);
  });
});

describe('text that begins like front matter', () => {
  it.each([
    ['a rule, then a heading', '---\n\n# Seen today\n\nTwo terns.\n\n---\n\nWind.\n'],
    ['a rule, then a heading at once', '---\n# Seen today\n\nTwo terns near the pier.\n\n---\n\nWind.\n'],
    ['a rule, then only a heading', '---\n\n# Seen today\n\n---\n\nWind.\n'],
    ['a rule, then a sentence with a colon', '---\n\nTwo terns: one old, one young.\n\n---\n\nWind.\n'],
    ['a rule, then a note', '---\n\nNote: the pier is closed.\n\n---\n\nWind.\n'],
    ['a rule, then a list', '---\n\n- terns\n- gulls\n\n---\n\nWind.\n'],
    ['a rule, then a list of sentences', '---\n- two terns near the pier\n- one gull\n---\nWind.\n'],
    ['a rule, then a sentence', '---\nTwo terns near the pier.\n---\nWind.\n'],
    [
      'a rule, then broken YAML',
      '---\n\nTerns [two of them.\n"Wind" from: the west: always.\n\n---\n\nMore.\n',
    ],
    ['a rule with no other', '---\n\nWind: from the west.\n'],
    ['a longer rule', '-----\n\nTwo terns near the pier.\n\n-----\n\nWind.\n'],
    ['stars', '***\n\nTwo terns.\n\n***\n\nWind.\n'],
    ['a blank line and a rule', '\n---\n\nTwo terns.\n\n---\n'],
    ['a comment and a rule', '<!-- log -->\n\n---\n\nTwo terns.\n\n---\n\nWind.\n'],
    ['a heading with a line under it', 'Tea and more\n---\nText\n'],
    ['minutes of a meeting', 'Place: Hall\nPresent: Kim, Lee\n\nThey met.\n'],
    ['a date and a name', 'Date: 5 May\nAuthor: Kim\n\nThey met.\n'],
    [
      'a sentence with a colon',
      'Title: the most important word of a page, and the shortest.\nIt stands on top.\n\nText\n',
    ],
  ])('%s: nothing of it is lost', async (_, text) => {
    const { entries, warnings } = await readFolder(folderWith({ 'page.md': text }));
    expect(entries).toMatchObject([{ status: 'publish' }]);
    const { title = '', body = '' } = entries[0] ?? {};
    const words = (part: string) => part.match(/\p{L}+/gu) ?? [];
    for (const word of words(text.replace(/<!--.*?-->/s, '')))
      expect(words(`${title} ${body}`)).toContain(word);
    expect(warnings).toEqual([]);
  });

  it('keys and rules behind front matter stay text', async () => {
    const body = '---\n\nNote: the pier is wet.\n\n---\n\nWind.\n';
    const { entries } = await readFolder(folderWith({ 'page.md': `---\ntags: [a]\n---\n\n${body}` }));
    expect(entries).toMatchObject([{ status: 'publish', body: expect.stringContaining(body) }]);
  });

  it('an empty block, or one of comments, is front matter without keys', async () => {
    for (const text of ['---\n---\nText\n', '---\n# title: Tea\n---\nText\n']) {
      const { entries } = await readFolder(folderWith({ 'page.md': text }));
      expect(entries).toMatchObject([{ body: 'Text\n' }]);
    }
  });
});

describe('front matter that no document could contain', () => {
  it.each([
    ['an anchor in itself', 'more: &a\n  again: *a\n', 'a reference to itself'],
    ['lists in lists without end', `more: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`, 'nested too deeply'],
  ])('%s leaves out its file only', async (_, matter, message) => {
    const folder = folderWith({ 'a.md': 'Text\n', 'b.md': `---\n${matter}---\nText\n` });
    const { entries, warnings } = await readFolder(folder);
    expect(entries.map(({ key }) => key)).toEqual(['a.md']);
    expect(warnings).toMatchObject([{ file: 'b.md', message: expect.stringContaining(message) }]);
  });
});
