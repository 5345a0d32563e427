import { expect, it } from 'vitest';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const FILES = {
  '.gitbook.yaml': 'root: ./\n',
  '.gitbook/vars.yaml': 'version: v3\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Start](README.md)\n* [Tea](guides/tea.md)\n* [Cups](cups/README.md)\n',
  'guides/tea.md': '---\nicon: leaf\nlayout:\n  title:\n    visible: true\n---\n\n# Tea & more\n\nText.\n',
  'cups/README.md': '# All cups\n\nText.\n',
  'secret.md': '# Not listed\n',
};

/** The body of the front page. */
async function frontPage(body: string) {
  const files = { ...FILES, 'README.md': `---\nvars:\n  maker:\n    name: Ann\n---\n\n# Start\n\n${body}\n` };
  const { byKey, warnings } = await readFolder(folderWith(files));
  return { body: byKey.get('README.md')?.body.trim(), warnings };
}

it.each([
  ['[tea.md](guides/tea.md "mention")', '[Tea & more](/guides/tea)'],
  ['[guides/tea.md](guides/tea.md#pour)', '[Tea & more](/guides/tea#pour)'],
  ['[cups](cups/ "mention")', '[All cups](/cups)'],
  ['[our tea](guides/tea.md)', '[our tea](/guides/tea)'],
  ['<td><a href="guides/tea.md">tea.md</a></td>', '<td><a href="/guides/tea">Tea & more</a></td>'],
  ['<td><a href="a/cup.png">cup.png</a></td>', '<td><img src="a/cup.png" alt=""></td>'],
  ['Version <code class="expression">space.vars.version</code>', 'Version v3'],
  ['By <code class="expression">page.vars.maker.name</code>', 'By Ann'],
  ['<code class="expression">space.vars.none</code>', '<code class="expression">space.vars.none</code>'],
  ['{% @github-files/github-code-block url="https://a.test/x.js" %}', 'Embedded: <https://a.test/x.js>'],
  [
    '{% @mermaid/diagram content="graph TD\nA["a"]" fullWidth="false" %}',
    '```mermaid\ngraph TD\nA["a"]\n```',
  ],
])('GitBook fills in %s', async (written, shown) => {
  const { body, warnings } = await frontPage(written);
  expect(body).toBe(shown);
  expect(warnings.filter(({ code }) => code === 'front-matter-type')).toEqual([]);
});

it('GitBook shows no title of a page that it leaves out', async () => {
  expect((await frontPage('[secret.md](secret.md)')).body).not.toContain('Not listed');
});

it('HonKit fills in the variables of a configuration that may be a program', async () => {
  const files = {
    'book.js':
      "module.exports = { root: './docs', variables: { version: require('./package.json').v, tea: 'Assam' } };",
    'docs/SUMMARY.md': '# Summary\n\n* [Tea](README.md)\n',
    'docs/README.md': '# Tea\n\nOf {{ book.tea }} **best（in May）**leaves, {{ book.gone }}.\n',
  };
  const { byKey } = await readFolder(folderWith(files));
  expect(byKey.get('docs/README.md')).toMatchObject({
    url: '/',
    body: '\nOf Assam <strong>best（in May）</strong>leaves, {{ book.gone }}.\n',
  });
});
