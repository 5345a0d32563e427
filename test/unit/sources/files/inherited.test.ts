import { describe, expect, it } from 'vitest';
import { isPublic } from '../../../../src/site/gate.js';
import { folderWith, NOW, readFolder } from '../../../support/sources/files/read-folder.js';

const NONE = { allow: [], deny: [] };

/** The pages of a folder that everybody may read, as their paths. */
async function openPages(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { entries } = await readFolder(folderWith(files), {}, 'UTC', NONE);
  return entries
    .filter((entry) => isPublic(entry, { now: NOW, visibleTypes: new Set([entry.type]) }))
    .map(({ ref }) => ref.replace(/:\d+$/, ''))
    .sort();
}

const text = 'Text\n';
const page = '---\ntitle: Tea\n---\nText\n';

describe('pages inherit what keeps readers out from Eleventy', () => {
  const eleventy = { 'eleventy.config.js': 'export default {};\n', 'a/tea.md': page, 'b/oat.md': page };
  it.each<[string, Readonly<Record<string, string>>]>([
    ['the data file of their folder', { 'a/a.json': '{"draft": true}' }],
    ['a named data file', { 'a/a.11tydata.json': '{"permalink": false}' }],
    ['a program', { 'a/a.11tydata.js': 'export default {\n  // not yet\n  draft: true,\n};\n' }],
    ['a program of CommonJS', { 'a/a.11tydata.cjs': "module.exports = { 'published': false };" }],
    [
      'a program that computes',
      { 'a/a.11tydata.js': 'export default () => ({ layout: base(), draft: true });' },
    ],
    ['a key that sounds like a restriction', { 'a/a.json': '{"access": "members"}' }],
    ['the data file of the page', { 'a/tea.11tydata.json': '{"draft": true}' }],
    [
      'a program beside a file of data',
      { 'a/a.json': '{"draft": false}', 'a/a.11tydata.js': 'export default { draft: true }' },
    ],
  ])('%s', async (_, files) => {
    expect(await openPages({ ...eleventy, ...files })).toEqual(['b/oat.md']);
  });

  it('a folder above', async () => {
    const files = { 'a/a.json': '{"draft": true}', 'a/deep/down/rye.md': page };
    expect(await openPages({ ...eleventy, ...files })).toEqual(['b/oat.md']);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['nothing in it', { 'a/a.json': '{"layout": "post.njk", "tags": ["posts"]}' }],
    ['its value is the other one', { 'a/a.json': '{"draft": false}' }],
    ['it is a list', { 'a/a.json': '[true]' }],
    ['it cannot be read', { 'a/a.json': '{"draft": ' }],
    ['it belongs to another folder', { 'a/b.json': '{"draft": true}' }],
    [
      'a comment says so',
      { 'a/a.11tydata.js': 'export default {\n  // draft: true\n  tags: ["posts"],\n};\n' },
    ],
  ])('and do not where %s', async (_, files) => {
    expect(await openPages({ ...eleventy, ...files })).toEqual(['a/tea.md', 'b/oat.md']);
  });

  it('and a page decides for itself', async () => {
    const files = { 'a/a.json': '{"draft": true}', 'a/tea.md': '---\ndraft: false\n---\nText\n' };
    expect(await openPages({ ...eleventy, ...files })).toEqual(['a/tea.md', 'b/oat.md']);
  });
});

describe('pages inherit what keeps readers out from the defaults of Jekyll', () => {
  const site = (defaults: string) => ({
    '_config.yml': `title: Pier\ncollections: { recipes: { output: true } }\ndefaults:\n${defaults}`,
    '_posts/2024-01-02-tea.md': page,
    '_recipes/oat.md': page,
    'about/team.md': page,
    'about/us/bell.md': page,
  });
  const all = Object.keys(site(''))
    .filter((path) => path !== '_config.yml')
    .sort();
  const without = (...paths: string[]) => all.filter((path) => !paths.includes(path));

  it.each<[string, string, readonly string[]]>([
    ['the whole site', '  - scope: { path: "" }\n    values: { published: false }\n', []],
    [
      'a type',
      '  - scope: { path: "", type: posts }\n    values: { published: false }\n',
      without('_posts/2024-01-02-tea.md'),
    ],
    [
      'a collection',
      '  - scope: { path: "", type: recipes }\n    values: { access: members }\n',
      without('_recipes/oat.md'),
    ],
    [
      'a folder',
      '  - scope: { path: about }\n    values: { published: false }\n',
      without('about/team.md', 'about/us/bell.md'),
    ],
    [
      'a file',
      '  - scope: { path: about/team.md }\n    values: { published: false }\n',
      without('about/team.md'),
    ],
    [
      'a pattern',
      '  - scope: { path: "about/*/bell.md" }\n    values: { published: false }\n',
      without('about/us/bell.md'),
    ],
    [
      'pages',
      '  - scope: { path: "", type: pages }\n    values: { published: false }\n',
      without('about/team.md', 'about/us/bell.md'),
    ],
    [
      'the longer path decides',
      '  - scope: { path: about/us }\n    values: { published: true }\n  - scope: { path: about }\n    values: { published: false }\n',
      without('about/team.md'),
    ],
    ['nothing', '  - scope: { path: "" }\n    values: { layout: post }\n', all],
    ['another folder', '  - scope: { path: abo }\n    values: { published: false }\n', all],
    ['what is no list', '  path: about\n', all],
  ])('%s', async (_, defaults, expected) => {
    expect(await openPages(site(defaults))).toEqual(expected);
  });

  it('and a page decides for itself', async () => {
    const own = { 'about/team.md': '---\npublished: true\n---\nText\n' };
    const files = site('  - scope: { path: about }\n    values: { published: false }\n');
    expect(await openPages({ ...files, ...own })).toEqual(without('about/us/bell.md'));
  });
});

it('other folders have no data files', async () => {
  const files = { 'a/a.json': '{"draft": true}', 'a/tea.md': text };
  expect(await openPages(files)).toEqual(['a/tea.md']);
});
