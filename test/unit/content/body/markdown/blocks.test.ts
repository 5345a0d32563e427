import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../../src/core/warnings.js';
import { render } from '../../../../support/content/body/markdown/render.js';
import { twinOf } from '../../../../support/content/twin-of.js';

const twin = (source: string, file = 'page.md') => twinOf(source, file).markdown;

describe('containers', () => {
  it.each([
    ['::: card title="Tea" logo="/a.svg"\nText\n:::', '**Tea**\n\nText'],
    ['::: details More *of it*\nText\n:::', '**More _of it_**\n\nText'],
    [':::warning[Hot `pot`]\nMind.\n:::', '> [!WARNING]\n> **Hot `pot`**\n>\n> Mind.'],
    [':::tip{title="Do this"}\nBrew.\n:::', '> [!TIP]\n> **Do this**\n>\n> Brew.'],
    [':::danger\n- a\n:::', '> [!CAUTION]\n> **Danger**\n>\n> - a'],
    ['::: raw\nA\n:::', 'A'],
    [
      'A\n\n::: tea.leaf.Pot\n    options:\n      heading: true\n\n#### ::: tea.Cup\n\nB',
      'A\n\n`tea.leaf.Pot`\n\n#### `tea.Cup`\n\nB',
    ],
    ['A\n\n::: tea-click\n    :module: tea.cli\n    :command: main\n', 'A'],
    ['::: shelf Upper shelf\nA\n:::', '**Upper shelf**\n\nA'],
    [
      '::: code-group\n\n```sh [npm]\nnpm i\n```\n\n```sh:line-numbers{1} [yarn]\nyarn\n```\n\n:::',
      '**npm**\n\n```sh\nnpm i\n```\n\n**yarn**\n\n```sh\nyarn\n```',
    ],
    ['::: tabs#leaf\n@tab Green\nA\n@tab:active Black\nB\n:::', '**Green**\n\nA\n\n**Black**\n\nB'],
    [':::tabs\n== Green\nA\n== Black\nB\n:::', '**Green**\n\nA\n\n**Black**\n\nB'],
    ['```ts [tea.ts]\nx\n```', '*tea.ts*\n\n```ts\nx\n```'],
    ['```ts [tea.ts ~vscode-icons:file-type-ts~]\nx\n```', '*tea.ts*\n\n```ts\nx\n```'],
    ['::: code-group\n```sh [npm ~i:npm~]\nx\n```\n:::', '**npm**\n\n```sh\nx\n```'],
    [
      '``` js Hot tea https://e.org/a Read on\nx\n```',
      '*Hot tea [Read on](https://e.org/a)*\n\n```js\nx\n```',
    ],
    ['```ts tab="Node" title="src/tea.ts"\nx\n```', '*Node: src/tea.ts*\n\n```ts\nx\n```'],
    ['``` yml _config.yml\nx\n```', '*_config.yml*\n\n```yml\nx\n```'],
    [
      '```npm i "a"```\n\n:::tip\nB:\n```sh\nc\n```\n:::',
      '`npm i "a"`\n\n> [!TIP]\n> B:\n>\n> ```sh\n> c\n> ```',
    ],
    ['```ts {1,3}[my a.ts]\nx\n```', '*my a.ts*\n\n```ts\nx\n```'],
    ['```ts{}[src/a.ts]\nx\n```', '*src/a.ts*\n\n```ts\nx\n```'],
    ['```js:src/tea.js\nx\n```', '*src/tea.js*\n\n```js\nx\n```'],
    ['```ts no-emit\nx\n```', '```ts\nx\n```'],
  ])('%j', (source, markdown) => {
    expect(twin(source)).toBe(`${markdown}\n`);
    expect(twin(source, 'page.mdx')).toBe(`${markdown}\n`);
  });
});

describe('blocks that a line with the same sign closes', () => {
  it.each([
    ['!!!\nA\n\nB\n!!!\nC', 'A\n\nB\n\nC'],
    ['!!!warning Mind *it*\nHot.\n!!!', '> [!WARNING]\n> **Mind _it_**\n>\n> Hot.'],
    ['+++ Green\nA\n+++ Black\nB\n+++', '**Green**\n\nA\n\n**Black**\n\nB'],
    ['||| :icon-cup: Left\nA\n||| Right\nB\n|||\nC', '**Left**\n\nA\n\n**Right**\n\nB\n\nC'],
    ['==- More\nA\n===\n\nHeading\n===\nB', '**More**\n\nA\n\n# Heading\n\nB'],
    ['!!! note "Title"\n    A\n\nB\n!!!', '> [!NOTE]\n> **Title**\n>\n> A\n\nB !!!'],
    ['```\n!!!\nA\n!!!\n```', '```\n!!!\nA\n!!!\n```'],
    [
      '[!badge variant="x" text="New"] [!button Buy](https://e.org/a) [!ref target="b"](https://e.org/b) [!icon cup]',
      'New [Buy](https://e.org/a) [b](https://e.org/b)',
    ],
  ])('%j', (source, markdown) => {
    expect(twin(source)).toBe(`${markdown}\n`);
  });
});

describe('pages of Hugging Face', () => {
  it.each([
    ['## Brew![[brew]]\n\nA', '## Brew!\n\nA'],
    ['## Brew[[brew]]\n\nA [[b]]', '## Brew\n\nA [[b]]'],
    ['[[open-in-colab]]\n\n## Cup\n\n[[autodoc]] Cup\n    - fill\n    - all\n\nB', '## Cup\n\n`Cup`\n\nB'],
    [
      '<hfoptions id="tea">\n<hfoption id="Green">\n\nA\n\n</hfoption>\n<hfoption id="Black">\n\nB\n\n</hfoption>\n</hfoptions>\n\nC',
      '**Green**\n\nA\n\n**Black**\n\nB\n\nC',
    ],
    ['<Tip warning={true}>\n\nHot.\n\n</Tip>', '> [!WARNING]\n> Hot.'],
  ])('%j', (source, markdown) => {
    expect(twin(source)).toBe(`${markdown}\n`);
  });
});

describe('blocks on the line of a list item', () => {
  it.each([
    ['- ::: tip\n  A\n\n  B\n  :::\n- C', '- > [!TIP]\n  > A\n  >\n  > B\n- C'],
    ['1. <Tabs>\n     <Tab label="A">B</Tab>\n   </Tabs>\n2. C', '1. **A**\n\n   B\n\n2. C'],
    ['- <Kbd>A</Kbd>\n- <Kbd key="B" />', '- `A`\n- `B`'],
  ])('%j', (source, markdown) => {
    expect(twin(source)).toBe(`${markdown}\n`);
    expect(twin(source, 'page.mdx')).toBe(`${markdown}\n`);
  });

  it('are admonitions too', () => {
    expect(twin('1. !!! note\n\n        A\n\n2. B')).toBe('1. > [!NOTE]\n   > A\n2. B\n');
  });
});

describe('blocks in a definition', () => {
  it.each([
    ['```js title="a.js"\n    x\n    ```', '*a.js*\n\n  ```js\n  x\n  ```'],
    ['$$\n    a_1 * b_2\n    $$', '```math\n  a_1 * b_2\n  ```'],
    ['<div>\n    A\n    </div>\n\n    B\n    : C', 'A\n\n  - **B**\n    C'],
    ['A[^n] [b][c]\n\n[c]: /c\n\n[^n]: N', 'A[^1] [b](/c)\n\n[^1]: N'],
  ])('are read like others: %j', (block, markdown) => {
    expect(twin(`Tea\n\n:   Leaf\n\n    ${block}`)).toBe(`- **Tea**\n\n  Leaf\n\n  ${markdown}\n`);
  });
});

it.each([
  [
    '> A\n>\n> :::note[B]\n> - c\n>\n> > ::: tip\n> > d\n> > :::\n> :::',
    '> A\n>\n> > [!NOTE]\n> > **B**\n> >\n> > - c\n> >\n> > > > [!TIP]\n> > > > d',
  ],
  ['> === "A"\n>\n>     b', '> **A**\n>\n> b'],
  ['> ```\n> :::note\n> ```', '> ```\n> :::note\n> ```'],
])('blocks of generators in a quote: %j', (source, markdown) => {
  expect(twin(source)).toBe(`${markdown}\n`);
});

it.each([
  ['> [!tip] A *b* `c`\n> d *e*', '> [!TIP]\n> **A *b* `c`**\n>\n> d *e*'],
  ['> [!my-kind|wide] A b\n> c', '> [!NOTE]\n> **A b**\n>\n> c'],
  ['> [!note]- *A*\n>\n> b', '> [!NOTE]\n> **_A_**\n>\n> b'],
  ['> [!note]\n> *a* b\n> c', '> [!NOTE]\n> *a* b c'],
])('titles of alerts with marks: %j', (source, markdown) => {
  expect(twin(source)).toBe(`${markdown}\n`);
});

it('formulas in HTML, in which Markdown has no escapes, keep their signs', () => {
  expect(twin('<p>A $a_1^2 & \\{b\\}$ c</p>\n\nB <b>$a_1$</b>')).toBe(
    'A $a_1^2 & \\{b\\}$ c\n\nB **$a_1$**\n',
  );
});

describe('notes of Hexo', () => {
  it.each([
    ['{% note warn Hot pot %}\nMind *it*.\n{% endnote %}', '> [!WARNING]\n> **Hot pot**\n>\n> Mind *it*.'],
    ["{% note success no-icon 'Cups' %}\nA\n{% endnote %}", '> [!TIP]\n> **Cups**\n>\n> A'],
    ['{% note %}\nA\n{% endnote %}', '> [!NOTE]\n> A'],
  ])('%j', (source, markdown) => {
    expect(twin(source)).toBe(`${markdown}\n`);
  });
});

describe('components between colons', () => {
  it.each([
    ['::note\nBrew.\n::', '> [!NOTE]\n> Brew.'],
    [
      '::card{title="Green tea" to="/green"}\nLess *oxidised*.\n::',
      '**[Green tea](/green)**\n\nLess *oxidised*.',
    ],
    ['::AppButton{type="cta"}\nA\n::\n\nstd::vector', 'A\n\nstd::vector'],
    ['::card\n---\ntitle: "Green: tea"\nicon: leaf\n---\nText\n::', '**Green: tea**\n\nText'],
    [
      '::card\n---\ntitle: Green\ndescription: >-\n  Don’t boil\n  "it".\nto: /green\n---\n::',
      '- [Green](/green): Don’t boil "it".',
    ],
    ["::list\n---\nitems:\n  - title: It's green\n  - title: Black\n---\n::", "- It's green\n- Black"],
    ['::card\n---\ntitle: [\n---\nText\n::', 'Text'],
    [
      '::tabs\n  :::tabs-item{label="npm"}\n  - a\n  :::\n  :::tabs-item{label="Yarn"}\n  b\n  :::\n::',
      '**npm**\n\n- a\n\n**Yarn**\n\nb',
    ],
    ['::hero\n#title\nTea\n#default\nText\n::', '**Tea**\n\nText'],
    ['::code-group\n```sh [npm]\nnpm i\n```\n::', '**npm**\n\n```sh\nnpm i\n```'],
    ['::youtube[The pour]{id="a1"}\n\nText', 'Video: [The pour](https://www.youtube.com/watch?v=a1)\n\nText'],
    [
      '::note\nA :badge[New]{color="red"} and :kbd{value="K"} :icon{name="leaf"}.\n::',
      '> [!NOTE]\n> A New and `K` .',
    ],
    ['a :br b :brain: `:br` <X :br="a">c</X>', 'a\\\nb :brain: `:br` c'],
    ['std::vector and a :smile: at 10:30 a::b', 'std::vector and a :smile: at 10:30 a::b'],
    ['```\n::note\n::\n```', '```\n::note\n::\n```'],
  ])('%j', (source, markdown) => {
    expect(twin(source)).toBe(`${markdown}\n`);
  });
});

it('ids of headings are no expressions', () => {
  const { markdown, warnings } = twinOf('## Steep {#steep-it}\n\nA', 'page.mdx');
  expect(markdown).toBe('## Steep\n\nA\n');
  expect(warnings).toEqual([]);
});

it('names what MkDocs takes from programs', () => {
  const warnings = new Warnings();
  render('::: mkdocs-click\n    :module: tea\n\n::: tea.brew\n\n::: tip\nText\n:::', 'page.md', warnings);
  expect(warnings.list().map(({ code, written }) => `${code} ${written}`)).toEqual([
    'markdown-component-lost ::: mkdocs-click',
    'markdown-component-lost ::: tea',
  ]);
});

describe('blocks of ReadMe', () => {
  const block = (name: string, data: unknown) =>
    twin(`A\n[block:${name}]\n${JSON.stringify(data, undefined, 2)}\n[/block]\nB`);

  it.each<readonly [string, unknown, string]>([
    [
      'callout',
      { type: 'danger', title: 'Hot', body: 'Mind\n\nit.' },
      '> [!CAUTION]\n> **Hot**\n>\n> Mind\n>\n> it.',
    ],
    [
      'code',
      {
        codes: [
          { code: 'a\n```\n', language: 'shell', name: 'cURL' },
          { code: 'b', language: 'python' },
        ],
      },
      '**cURL**\n\n````shell\na\n```\n````\n\n```python\nb\n```',
    ],
    [
      'parameters',
      { cols: 2, rows: 2, data: { 'h-0': 'K', 'h-1': 'V', '0-0': 'a|b', '0-1': '1', '1-1': '2' } },
      '| K | V |\n| --- | --- |\n| a\\|b | 1 |\n| | 2 |',
    ],
    ['api-header', { title: 'Cups' }, '## Cups'],
    ['image', { images: [{ image: ['/a.png', 'a.png', 1, 2], caption: 'A' }] }, '![A](/a.png)'],
    ['embed', { url: 'https://a.example/v', title: 'V' }, '[V](https://a.example/v)'],
    ['html', { html: '<p><b>x</b></p>' }, '**x**'],
  ])('%s', (name, data, markdown) => {
    expect(block(name, data)).toBe(`A\n\n${markdown}\n\nB\n`);
  });

  it('stay in code, and where their data or end is missing', () => {
    const code = '```\n[block:code]\n{"codes":[]}\n[/block]\n```';
    expect(twin(code)).toBe(`${code}\n`);
    expect(twin('[block:html]\n{"html": 1\n[/block]\n\n[block:code]\n{}')).toContain('block:code');
    expect(twin('A <<glossary:cup>>.')).toBe('A cup.\n');
    expect(twin('Key <<apiKey>>, `<<apiKey>>`, \\<<not>>.')).toBe('Key apiKey, `<<apiKey>>`, <\\<not>>.\n');
    expect(twin('[A](doc:tea#leaf) <Anchor href="ref:pot">B</Anchor>')).toBe(
      '[A](/docs/tea#leaf) [B](/reference/pot)\n',
    );
    expect(twin('<HTMLBlock>{`\n<p>A</p>\n`}</HTMLBlock>')).toBe('A\n');
    expect(
      twin(
        '<Table align={["left"]}>\n  <thead><tr><th>A</th></tr></thead>\n  <tbody><tr><td>b</td></tr></tbody>\n</Table>',
      ),
    ).toBe('| A |\n| --- |\n| b |\n');
  });
});
