import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, text, workspace } from '../../support/build/workspace.js';
import { build } from '../../support/cli/run-svc.js';

const CONF = [
  'project = "Tea"',
  'extensions = ["myst_parser"]',
  'myst_enable_extensions = ["colon_fence", "deflist", "fieldlist", "substitution"]',
  'myst_substitutions = {',
  '  "brand": "Leaf & Co",',
  '}',
  '',
].join('\n');

const BREWING = [
  '(brewing)=',
  '# Brewing tea',
  '',
  'Water first.',
  '',
  '(brewing-time)=',
  '## How long?',
  '',
  'Three minutes.',
  '',
  '```{figure} pot.png',
  ':name: the-pot',
  ':alt: A pot',
  '',
  'Our *pot*.',
  '```',
  '',
  ':::{glossary}',
  'Black Tea',
  ': It is *oxidised*.',
  ':::',
  '',
].join('\n');

/** The text of a page's twin, after its head, in a project of Sphinx. */
async function twin(body: string, files: Readonly<Record<string, string>> = {}, conf = CONF) {
  const cwd = workspace({
    'conf.py': conf,
    'index.md': '# Home\n',
    'brewing.md': BREWING,
    'page.md': `# Page\n\n${body}\n`,
    ...files,
  });
  const report = await build(['.', '--source-only', '--base-url', 'https://tea.example'], { cwd });
  const out = join(cwd, 'out');
  const file = filesIn(out).find((path) => /^page(?:\.html)?\.md$/.test(path)) ?? '';
  const [, shown = ''] = text(out, file).split(/^\*<https:\/\/tea\.example\/page.*>\*\n/m);
  return { shown: shown.trim(), report, out };
}

describe('a page in MyST', () => {
  it.each([
    ['a film', '```{video} https://v.example/a.mp4\n```', 'Video: <https://v.example/a.mp4>'],
    ['a badge with an address', '{bdg-link-info}`New <https://n.example/>`', '[New](https://n.example/)'],
    ['a note in backticks', '```{note}\nMind *the* pot.\n```', '> [!NOTE]\n> Mind *the* pot.'],
    ['a text beside the name', ':::{tip} Use **soft** water.\n:::', '> [!TIP]\n> Use **soft** water.'],
    [
      'a title, options and a kind',
      '```{admonition} Hot *steam*\n---\nclass: warning\n---\nStand back.\n```',
      '> [!WARNING]\n> **Hot _steam_**\n>\n> Stand back.',
    ],
    [
      'directives in others',
      '::::{note}\nOne\n:::{warning}\nTwo\n:::\n::::',
      '> [!NOTE]\n> One\n>\n> > [!WARNING]\n> > Two',
    ],
    ['a directive in a list', '- One\n\n  ```{note}\n  Two\n  ```', '- One\n\n  > [!NOTE]\n  > Two'],
    [
      'code with a caption',
      '```{code-block} python\n:caption: brew.py\n:name: code\n\n%time brew()\n```',
      '*brew.py*\n\n```python\n%time brew()\n```',
    ],
    [
      'tabs',
      '::::{tab-set}\n:::{tab-item} Green\nLeaf\n:::\n:::{tab-item} Black\nBud\n:::\n::::',
      '**Green**\n\nLeaf\n\n**Black**\n\nBud',
    ],
    ['a closed box', '```{dropdown} More\nText\n```', '**More**\n\nText'],
    [
      'a figure with caption and legend',
      '```{figure} /pot.png\n:alt: A pot\n:width: 20px\n\nOur *pot*.\n\nLegend.\n```',
      '![A pot](https://tea.example/pot.png)\n\nOur *pot*.\n\nLegend.',
    ],
    ['a formula with a label', '```{math}\n:label: energy\nE = mc^2\n```', '$$E = mc^2$$'],
    ['a formula between dollars', '$$\nE = mc^2\n$$ (energy)', '$$E = mc^2$$'],
    ['a quotation', '```{epigraph}\nTea is *hope*.\n\n-- Ann\n```', '> Tea is *hope*.\n>\n> — Ann'],
    [
      'a table of lists',
      '```{list-table} Teas\n:header-rows: 1\n\n* - Name\n  - Minutes\n* - *Green*\n  - 2\n```',
      '*Teas*\n\n| Name | Minutes |\n| --- | --- |\n| *Green* | 2 |',
    ],
    [
      'a table of values',
      '```{csv-table}\n:header: Name, Minutes\n\n"Green, fine", 2\n```',
      '| Name | Minutes |\n| --- | --- |\n| Green, fine | 2 |',
    ],
    ['a version', '```{versionadded} 2.1\nCups.\n```', '**Added in version 2.1:** Cups.'],
    [
      'a glossary',
      '```{glossary}\nOolong\n  Between green and black.\n```',
      '- **Oolong**\n  Between green and black.',
    ],
    ['fields', ':Leaf: green\n:Time: 2 min', '- **Leaf**\n  green\n- **Time**\n  2 min'],
    ['navigation', 'A\n\n```{toctree}\n:caption: Guide\n\nbrewing\n```\n\nB', 'A\n\nB'],
    ['breaks, places and comments', 'A\n\n+++ {"tags": 1}\n\n(here)=\n% SECRET\nB', 'A\n\nB'],
  ])('shows %s', async (_, written, shown) => {
    expect((await twin(written)).shown).toBe(shown);
  });

  it.each([
    ['{sub}`2` {sup}`3` {kbd}`Ctrl`', '2 3 `Ctrl`'],
    ['H{sub}`2`O and {math}`a_1 * b_1`', 'H2O and $`a_1 * b_1`$'],
    ['{term}`Oolong` {term}`teas <Oolong>`', 'Oolong teas'],
    ['{term}`Black Tea`', '[Black Tea](https://tea.example/brewing.html#term-Black-Tea)'],
    [
      '{term}`leaves <black tea>`, not @the-pot',
      '[leaves](https://tea.example/brewing.html#term-Black-Tea), not @the-pot',
    ],
    ['{abbr}`MyST (Markedly Structured Text)`', 'MyST (Markedly Structured Text)'],
    ['{py:func}`~tea.brew` {download}`the list <list.txt>`', '`brew` the list'],
    ['{{ brand }} and {{ own }}', 'Leaf & Co and mine'],
    ['`{ref}` and ``{sub}`2` ``', '`{ref}` and `` {sub}`2` ``'],
    ['{ref}`brewing`', '[Brewing tea](https://tea.example/brewing.html)'],
    ['{ref}`here <brewing-time>`', '[here](https://tea.example/brewing.html#brewing-time)'],
    [
      '[](brewing-time) [now](#brewing-time)',
      '[How long?](https://tea.example/brewing.html#brewing-time) [now](https://tea.example/brewing.html#brewing-time)',
    ],
    ['{numref}`the-pot`', '[Our *pot*.](https://tea.example/brewing.html#the-pot)'],
    [
      'See {numref}`Figure %s <the-pot>`, {numref}`Table {number} <none>`.',
      'See [Figure “Our *pot*”](https://tea.example/brewing.html#the-pot), Table.',
    ],
    [
      '{doc}`brewing` [](brewing.md)',
      '[Brewing tea](https://tea.example/brewing.html) [Brewing tea](https://tea.example/brewing.html)',
    ],
    ['{ref}`nowhere` {ref}`Text <nowhere>` [text](nowhere)', 'nowhere Text text'],
    [
      '[text](brewing) <project:#brewing>',
      '[text](https://tea.example/brewing.html) [Brewing tea](https://tea.example/brewing.html)',
    ],
  ])('reads %s', async (written, shown) => {
    expect(
      (
        await twin(`---\n---\n${written}`, {
          'page.md': `---\nmyst:\n  substitutions:\n    own: mine\n---\n# Page\n\n${written}\n`,
        })
      ).shown,
    ).toBe(shown);
  });

  it('includes files of the project, and parts of them', async () => {
    const { shown, report } = await twin(
      '```{include} parts/a.inc\n:start-after: begin\n```\n\n```{literalinclude} brew.py\n:lines: 2-\n:caption: Brew\n```\n\n```{include} ../out.md\n```',
      { 'parts/a.inc': 'not\n\nbegin\n\n```{tip}\nStir.\n```\n', 'brew.py': 'secret = 1\nbrew()\n' },
    );
    expect(shown).toBe('> [!TIP]\n> Stir.\n\n*Brew*\n\n```py\nbrew()\n```');
    expect(report.warnings.map(({ code }) => code)).toContain('include-left-out');
  });

  it('leads links of an included file to the same pages', async () => {
    const text =
      '[a](docs/brewing.md#x) [b](docs/other) [c](brewing.md) [d](https://e.example/docs/) ![e](pot.png)';
    const { shown } = await twin(
      '```{include} parts/README.txt\n:relative-docs: docs/\n:relative-images:\n```',
      { 'parts/README.txt': text, 'parts/docs/brewing.md': '# Other\n', 'parts/pot.png': '' },
    );
    expect(shown).toBe(
      '[a](https://tea.example/parts/docs/brewing.html#x) [b](https://tea.example/parts/docs/other) [c](https://tea.example/brewing.html) [d](https://e.example/docs/) ![e](https://tea.example/parts/pot.png)',
    );
  });

  it('refers to labels and terms by the names of MyST, whose terms are in lower case', async () => {
    const cwd = workspace({
      'myst.yml': 'version: 1\n',
      'index.md': '# Home\n',
      'brewing.md': BREWING,
      'page.md': '# Page\n\nSee @the-pot, {term}`Black Tea`, @nobody and ann@the-pot.\n',
    });
    await build(['.', '--source-only', '--base-url', 'https://tea.example'], { cwd });
    expect(text(cwd, 'out/page.md')).toContain(
      'See [Our *pot*.](https://tea.example/brewing#the-pot), [Black Tea](https://tea.example/brewing#term-black-tea), @nobody and ann@the-pot.',
    );
  });

  it('shows no part of an included file that is hidden or for some readers', async () => {
    const part = ':::{todo}\nSECRET\n:::\n\n% SECRET\n\n:::{members-only}\nSECRET\n:::\n\nOpen.\n';
    const { shown } = await twin('```{include} part.txt\n```\n\n:::{members-only}\nSECRET\n:::', {
      'part.txt': part,
    });
    expect(shown).toBe('Open.');
  });

  it('names a directive of an extension that has no text of its own', async () => {
    const { shown, report } = await twin('A\n\n```{postlist}\n:sort:\n```\n\n```{python}\nB\n```');
    expect(shown).toBe('A\n\n```python\nB\n```');
    const messages = report.warnings.map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining('Only Sphinx can write {postlist}'));
  });

  it('names what only Sphinx can write', async () => {
    const { shown, report } = await twin('A\n\n```{eval-rst}\n.. note:: B\n```\n\nC');
    expect(shown).toBe('A\n\nC');
    expect(report.warnings).toContainEqual(
      expect.objectContaining({
        code: 'markdown-directive-lost',
        message: expect.stringContaining('Only Sphinx can write {eval-rst}'),
      }),
    );
  });

  it('names a page by its title where a link has no text, and a figure of pictures by its caption', async () => {
    const cwd = workspace({
      'myst.yml': 'version: 1\n',
      'index.md': '# Home\n',
      'named.md': '---\ntitle: All [pots]\n---\n\nText.\n',
      'page.md':
        '# Page\n\n[](./named.md) @group\n\n:::{figure}\n:label: group\n\n![A](a.png)\n\n![B](b.png)\n\nTwo cups\n:::\n',
    });
    await build(['.', '--source-only', '--base-url', 'https://tea.example'], { cwd });
    const twin = text(cwd, 'out/page.md');
    expect(twin).toContain('[All \\[pots\\]](https://tea.example/named) [Two cups](#group)');
    expect(twin).toMatch(/!\[A\]\(\S+\)\s+!\[B\]\(\S+\)\s+\*Two cups\*/);
  });

  it('gives nothing away of pages that aren’t public', async () => {
    const { shown, out } = await twin(
      '{ref}`hidden-place` {doc}`hidden` [](hidden-place) {ref}`see <hidden-place>`',
      {
        'hidden.md': '---\ndraft: true\n---\n(hidden-place)=\n# SECRET title\n',
      },
    );
    expect(shown).toBe('hidden-place hidden hidden-place see');
    for (const file of filesIn(out)) expect(text(out, file)).not.toContain('SECRET');
  });

  it('leaves texts that substitute themselves, and deep directives, in bounded time', async () => {
    const loop = '"{{ a }} {{ a }}"';
    const deep = `${'`'.repeat(3)}{note}\n`.repeat(5000);
    const { out } = await twin(deep, {
      'loop.md': `---\nmyst:\n  substitutions:\n    a: ${loop}\n    b: |\n      {{ b }}\n\n      {{ b }}\n---\n# Loop\n\n{{ a }}\n\n{{ b }}\n`,
    });
    expect(text(out, 'loop.html.md').length).toBeLessThan(200_000);
  }, 20_000);

  it('is read so in a Jupyter Book, and not in other projects', async () => {
    const book = { 'conf.py': 'x = 1\n', '_config.yml': 'title: Tea\n', '_toc.yml': 'root: index\n' };
    expect((await twin('{abbr}`a (b)`', book)).shown).toBe('a (b)');
    expect((await twin('{abbr}`a (b)`', { 'conf.py': 'x = 1\n' })).shown).toBe('{abbr}`a (b)`');
  });

  it('has the substitutions that stand on one line', async () => {
    const conf = `${CONF.split('myst_subst')[0]}myst_substitutions = {"a": "[A](https://a.example/)", 'b-c': 'B'}  # all\n`;
    expect((await twin('{{ a }} and {{ b-c }}', {}, conf)).shown).toBe('[A](https://a.example/) and B');
  });
});
