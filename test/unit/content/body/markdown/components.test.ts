import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { twinOf } from '../../../../support/content/twin-of.js';

const mdx = (source: string) => twinOf(source, 'page.mdx').markdown;

describe('statements and expressions of MDX', () => {
  it.each([
    ["\nimport { Tabs } from 'ui';\nimport A from './a';\n\n# Tea", '# Tea'],
    ["Text\n\nimport B from 'b';\n\nMore", 'Text\n\nMore'],
    ['Text about\nimport duties', 'Text about import duties'],
    ["export const leaf = 'oolong';\n\nSteep {leaf} at {80 + 5} °C.", 'Steep oolong at 85 °C.'],
    ["import a from 'a';\nexport const leaf = 'oolong';\n\nSteep {leaf}.", 'Steep oolong.'],
    ['A\n\n```mdx-code-block\n<Card title="Tea">Leaves</Card>\n```\n\nB', 'A\n\n**Tea**\n\nLeaves\n\nB'],
    ['A\n\n```mdx-code-block\nnot closed', 'A\n\n```mdx-code-block\nnot closed\n```'],
    ["export const tea = { kind: 'green', grams: [3, 4] };\n\n{tea.kind}, {tea.grams[1]} g", 'green, 4 g'],
    ["A{' '}\nB {/* never */}{`c*d`}", 'A B c\\*d'],
    ['<code>{`Cup<{ size: `}[Size](/size){`; hot }>`}</code>', '`Cup<{ size: Size; hot }>`'],
    ['{/* a note\n\nof lines */}\n\nText', 'Text'],
    ["Text\n\n<!-- lint-disable -->\nimport B from 'b';\n\nMore", 'Text\n\nMore'],
    ["Text\n\n{/* lint-disable */}\nimport B from 'b';\n\nMore", 'Text\n\nMore'],
    ['Brace \\{kept}', 'Brace {kept}'],
    ['## Option\\<T>\n\nVec\\<T> and \\<T.b> \\<>', '## Option\\<T>\n\nVec\\<T> and \\<T.b> <>'],
    [
      "export const teas = [{ name: 'Assam', url: '/a' }, { name: 'Oolong', url: '/o' }];\n\n<ul>\n{teas.map((tea, i) => (\n  <li key={i}><a href={tea.url}>{tea.name}</a> {i + 1}</li>\n))}\n</ul>",
      '- [Assam](/a) 1\n- [Oolong](/o) 2',
    ],
    [
      "export const teas = [{ name: 'Assam', more: ['a', 'b'] }, { name: 'Oolong' }];\n\n{teas.map(({ name: title, more }) => { return <Card title={title}>{more.map((x) => <b>{x}</b>)}</Card>; })}",
      '**Assam**\n\n**a** **b**\n\n**Oolong**',
    ],
    ["A {['x', 'y'].map((one) => <b>{one}</b>)} {unknown.map((one) => <b>{one}</b>)}", 'A **xy**'],
    [
      "export const keys = [{ name: 'max_a_b', use: '*R&D* <T>' }];\n\n<ul>{keys.map((key) => <li>{key.name}: {key.use} <code>{key.name}</code></li>)}</ul>",
      '- max_a_b: \\*R&D\\* \\<T> `max_a_b`',
    ],
    ['$a_{1}$, $$\\frac{a}{b}$$ and $5{1 + 1} to $6', '$a_{1}$, $$\\frac{a}{b}$$ and $52 to $6'],
    ['$\\sqrt{a}$ and $\\frac{a}{b}$', '$\\sqrt{a}$ and $\\frac{a}{b}$'],
    ['<CommandTabs command="add tea" />', '```sh\nadd tea\n```'],
    ["A {'<b>'} and {'1. *x*'}\n\n{'- no list'}", 'A \\<b> and 1. \\*x\\*\n\n\\- no list'],
    ['export const n = 2;\n\nA {<b>cup {n}</b>} of {<i>tea</i>}', 'A **cup 2** of *tea*'],
    ['A\n\n{<p>{ask()}B</p>}', 'A\n\nB'],
    ['<Details summary={<b>Cups</b>}>\n\nA\n\n</Details>', '**Cups**\n\nA'],
    ['<Card title={<>All <a href="/c">cups</a></>}>\n\nA\n\n</Card>', '**All cups**\n\nA'],
    [
      '<Frame hint="Before" caption="See [cups](https://e.org/c), **hot**.">\n  <img src="/a.png" alt="A" />\n</Frame>',
      'Before\n\n![A](/a.png)\n\nSee [cups](https://e.org/c), **hot**.',
    ],
    ['<Frame caption="A_b_c [d]">\n  ![A](/a.png)\n</Frame>', '![A](/a.png)\n\n*A_b_c [d]*'],
    [
      '<Color>\n<Color.Row title="Basic">\n<Color.Item name="bg" value={{ light: "#fff", dark: "#000" }} />\n<Color.Item name="fg" value="#123" />\n</Color.Row>\n</Color>',
      '**Basic**\n\n- bg: #fff, #000\n- fg: #123',
    ],
    [
      "<Table rows={[{ name: 'Tea', price: '5 EUR', icon: 'mdi:leaf', img: '/a.png' }, { name: 'Cup', extras: ['Lid'] }]} />",
      '- Tea: 5 EUR\n- Cup\n  - Lid',
    ],
    [
      '<Faq items={[{ question: "When?", answer: <>Now <b>really</b></> }, { question: "Who?", answer: <i>You</i> }]} />',
      '- When?: Now really\n- Who?: You',
    ],
    [
      "<Sheet headers={['Tea', 'Price']} data={[['Oolong', 5], ['a|b', '']]} />",
      '| Tea | Price |\n| --- | --- |\n| Oolong | 5 |\n| a\\|b | |',
    ],
    ["<Steps steps={['Open the box', 'Pour water']} />", '- Open the box\n- Pour water'],
    ['<Stat value="99 %" label="Happy users" />', '**Happy users**\n\n99 %'],
    ['<Choice value="green-tea" label="Green tea" />', '**Green tea**'],
    ['<Card title="A" href="/x" cta="Click here">Text</Card>', '**[A](/x)**\n\nClick here\n\nText'],
    [
      'An <Tooltip tip="A way in." cta="Read on" href="/api">API</Tooltip> here',
      'An API (A way in. [Read on](/api)) here',
    ],
  ])('%j', (source, markdown) => {
    expect(mdx(source)).toBe(`${markdown}\n`);
  });

  it.each([
    [
      '<Frame>\n  <iframe\n    src="https://e.org/1"\n    allowfullscreen\n  />\n</Frame>\n\nAfter.',
      'After.',
    ],
    ['A <textarea /><button title="x"/> **b** <span hidden /> c <a name="d" /> `<i />`', 'A **b** c `<i />`'],
  ])('an element that is written as empty holds nothing of what follows: %j', (source, end) => {
    expect(mdx(source)).toMatch(new RegExp(`${end.replace(/[*/.]/g, '\\$&')}\n$`));
  });

  it('in other Markdown, the slash ends an element that would take the text of the rest as its own', () => {
    const { markdown } = twinOf('<iframe src="https://e.org/1" />\n\nA <span hidden /> b', 'a.md');
    expect(markdown).toMatch(/\n\nA\n$/);
  });

  it('a frame that is never closed holds nothing of what follows', () => {
    const { markdown } = twinOf(
      '<iframe src="https://e.org/1">\n\nA\n\n<iframe src="b">\n\n</iframe>\n\nB',
      'a.md',
    );
    expect(markdown).toMatch(/\n\nA\n[\s\S]*\n\nB\n$/);
  });

  it('shows sentences in properties of any name', () => {
    expect(
      mdx(
        '<Go redirect="/a" title="Start" info="Make a key for your first flag." mode="is not shown at all" />',
      ),
    ).toBe('- [Start](/a): Make a key for your first flag.\n');
  });

  it('names what only the code of the site can compute, once', () => {
    const { markdown, warnings } = twinOf(
      'A {props.version} b {props.version} c <Card title={t("x")} />',
      'page.mdx',
    );
    expect(markdown).toBe('A b c\n');
    expect(warnings).toEqual([
      'Only the code of the site can compute {props.version}, {t("x")}; the twin leaves that out.',
    ]);
  });

  it('reads imports in Markdown files as MDX, but not those of a script', () => {
    expect(twinOf("import X from './x';\n\nA {'b'}", 'a.md').markdown).toBe('A b\n');
    expect(twinOf("<script setup>\nimport X from './x'\n</script>\n\nA {'b'}", 'a.md').markdown).toBe(
      "A {'b'}\n",
    );
  });
});

describe('tabs', () => {
  const content = '**npm**\n\n```sh\nnpm i\n```\n\n**Yarn**\n\nuse *yarn*\n';
  it.each([
    [
      'Docusaurus',
      '<Tabs defaultValue="npm" values={[{label: "npm", value: "npm"}, {label: "Yarn", value: "y"}]}>\n<TabItem value="npm">\n\n```sh\nnpm i\n```\n\n</TabItem>\n<TabItem value="y">\n\nuse *yarn*\n\n</TabItem>\n</Tabs>',
    ],
    [
      'Starlight, indented',
      '<Tabs>\n  <TabItem label="npm">\n    ```sh\n    npm i\n    ```\n  </TabItem>\n  <TabItem label="Yarn">use *yarn*</TabItem>\n</Tabs>',
    ],
    [
      'Nextra',
      "<Tabs items={['npm', 'Yarn']}>\n  <Tabs.Tab>\n```sh\nnpm i\n```\n  </Tabs.Tab>\n  <Tabs.Tab>\n\nuse *yarn*\n  </Tabs.Tab>\n</Tabs>",
    ],
    [
      'buttons apart from panels',
      '<Tabs>\n<TabsList>\n<TabsTrigger value="a">npm</TabsTrigger>\n<TabsTrigger value="b">Yarn</TabsTrigger>\n</TabsList>\n<TabsContent value="a">\n\n```sh\nnpm i\n```\n\n</TabsContent>\n<TabsContent value="b">\n\nuse *yarn*\n\n</TabsContent>\n</Tabs>',
    ],
  ])('of %s have their labels', (_, source) => {
    expect(mdx(source)).toBe(content);
  });

  it('stay in their list item', () => {
    expect(
      mdx(
        '1. Install\n\n   <Tabs>\n     <TabItem label="npm">\n\n     - a\n\n     </TabItem>\n   </Tabs>\n\n2. Run',
      ),
    ).toBe('1. Install\n\n   **npm**\n\n   - a\n\n2. Run\n');
  });

  it('of code have the name of each block', () => {
    expect(mdx('<CodeGroup>\n\n```js a.js\nx\n```\n\n```ts title="b.ts"\ny\n```\n\n</CodeGroup>')).toBe(
      '**a.js**\n\n```js\nx\n```\n\n**b.ts**\n\n```ts\ny\n```\n',
    );
  });
});

describe('components with text', () => {
  it.each([
    [
      '<Steps><Step title="One">Add tea</Step> <Step title="Two">Add water</Step></Steps>',
      '**One**\n\nAdd tea\n\n**Two**\n\nAdd water',
    ],
    [
      '<Field name="A">One</Field><Field name="B">Two</Field> and tea',
      '**`A`**\n\nOne\n\n**`B`**\n\nTwo\n\nand tea',
    ],
    [
      '- <Note>Hot</Note> Wait\n- <Tip>Sip</Tip>\n- Tea',
      '- > [!NOTE]\n  > Hot\n\n  Wait\n\n- > [!TIP]\n  > Sip\n\n- Tea',
    ],
    [
      '> Tea <Tabs><Tab title="A">One</Tab></Tabs> and <Tabs><Tab title="B">Two</Tab></Tabs> <Tabs><Tab title="C">Three</Tab></Tabs> now',
      '> Tea\n>\n> **A**\n>\n> One\n>\n> and\n>\n> **B**\n>\n> Two\n>\n> **C**\n>\n> Three\n>\n> now',
    ],
    [`Tea ${'<Note>Hot</Note> '.repeat(6)}now`, `Tea\n\n${'> [!NOTE]\n> Hot\n\n'.repeat(6)}now`],
    [
      '| A | B |\n|---|---|\n| 1 | <Details summary="S">Hot</Details> |',
      '| A | B |\n| --- | --- |\n| 1 | **S**; Hot |',
    ],
    [
      '<Aside type="caution" title="Hot pot">\nMind *it*.\n</Aside>',
      '> [!CAUTION]\n> **Hot pot**\n>\n> Mind *it*.',
    ],
    ['<Admonition type="tip">\n\n- a\n\n</Admonition>', '> [!TIP]\n>\n> - a'],
    ['<Callout type="error">Broken.</Callout>', '> [!CAUTION]\n> Broken.'],
    [
      '<Card title="Green tea" icon="leaf">\n  Less *oxidised*.\n</Card>',
      '**Green tea**\n\nLess *oxidised*.',
    ],
    [
      '<LinkCard title="Kettles" href="/kettles/" description="What to buy" />\n<LinkCard title="Cups" href="/cups/" />',
      '- [Kettles](/kettles/): What to buy\n- [Cups](/cups/)',
    ],
    ['<LinkButton href="/start/">Get started</LinkButton>', '[Get started](/start/)'],
    ['See <Link to="/a b">the *page*</Link>.', 'See [the *page*](/a%20b).'],
    ['## Steep <Badge text="New" />', '## Steep (New)'],
    ['Steep <Badge>*New*</Badge>', 'Steep *New*'],
    ['<Steps>\n\n1. Boil\n\n   Wait.\n\n2. Pour\n\n</Steps>', '1. Boil\n\n   Wait.\n\n2. Pour'],
    ['<FileTree>\n\n- src/\n  - tea.ts\n\n</FileTree>', '- src/\n  - tea.ts'],
    ['<FileTree>\n<Folder name="src">\n<File name="tea.ts" />\n</Folder>\n</FileTree>', '- src\n  - tea.ts'],
    ['A <Icon name="star" /> b', 'A b'],
    ['<Figure src="/pot.png" alt="A pot" caption="From 1904" />', '![A pot](/pot.png)\n\n*From 1904*'],
    ['<YouTube id="aB-1" title="The pour" />', 'Video: [The pour](https://www.youtube.com/watch?v=aB-1)'],
    ['<Details title="More">\n\nText\n\n</Details>', '**More**\n\nText'],
    ['<CodeBlock language="js" title="a.js">{`a\nb`}</CodeBlock>', '*a.js*\n\n```js\na\nb\n```'],
    ['<CodeBlock className="language-sh">npm i</CodeBlock>', '```sh\nnpm i\n```'],
    ['<Video src="/tea.mp4" />', 'Video: [/tea.mp4](/tea.mp4)'],
    [
      "<TypeTable type={{ leaf: { description: 'The leaf.', type: 'string', required: true }, cups: { default: 2 } }} />",
      '**`leaf`** string, required\n\nThe leaf.\n\n**`cups`** default: 2',
    ],
    [
      '<ParamField path="id" type="string" required>\nThe leaf.\n</ParamField>',
      '**`id`** string, required\n\nThe leaf.',
    ],
    [
      '<Team members={[{ name: "Ada", role: "Picks" }, { name: "Li", href: "/li" }]} />',
      '- Ada: Picks\n- [Li](/li)',
    ],
    [
      '<Menu items={[{ label: "Teas", badge: { text: "New" }, items: [{ label: "Oolong", badge: "4" }, { label: "Assam", badge: "/new.svg" }, { label: "Keemun", badge: "Rare" }] }]} />',
      '- Teas (New)\n  - Oolong\n  - Assam\n  - Keemun (Rare)',
    ],
    [
      '<Unknown title="A" description="B" subtitle="C" variant="big">\n\nD\n\n</Unknown>',
      '**A**\n\nB\n\nC\n\nD',
    ],
    ['Press <Kbd>Ctrl</Kbd>', 'Press `Ctrl`'],
    [
      '<TeamMember name="Ada Lovelace" photo="/ada.jpg" title="Picks the *leaves*" group="A">\n  Grew up.\n</TeamMember>',
      '**Ada Lovelace**\n\nPicks the \\*leaves\\*\n\nGrew up.',
    ],
    ['<Card name="arrow" title="Tea" />', '**Tea**'],
    ['<PackageManagers pkg="tea@2" dev />', '```sh\nnpm i -D tea@2\n```'],
    ['<PackageManagers type="exec" pkg="tea" args="pour --hot" />', '```sh\nnpx tea pour --hot\n```'],
    ['A\n\n<PackageManagers type="brew" pkg="tea" />', 'A'],
    ['<PackageManagerTabs command="add tea -D" />', '```sh\nnpm add tea -D\n```'],
    [
      "<PackageManagerTabs command={{ npm: 'npm create tea', bun: 'bun create tea' }} />",
      '**npm**\n\n```sh\nnpm create tea\n```\n\n**bun**\n\n```sh\nbun create tea\n```',
    ],
    [
      '<CommandTabs npm="npm i tea" cargo="cargo add tea" />',
      '**npm**\n\n```sh\nnpm i tea\n```\n\n**cargo**\n\n```sh\ncargo add tea\n```',
    ],
    [
      '<Diagram name="tea_tree" height={193} alt="Three leaves">\n\nA tree.\n\n</Diagram>',
      'Three leaves\n\nA tree.',
    ],
    [
      '<YouTubeIframe src="https://www.youtube.com/embed/aB-1" />',
      'Video: <https://www.youtube.com/embed/aB-1>',
    ],
  ])('%j', (source, markdown) => {
    expect(mdx(source)).toBe(`${markdown}\n`);
  });

  it('in Vue pages as well, with constants of the page', () => {
    const source =
      '<script setup>\nconst members = [{ name: \'Ada Lovelace\', title: \'Picks\' }]\n</script>\n\n# Team <Badge type="tip" text="1.0" />\n\n<Team :members="members" />\n\n{{ members[0].name }} and {{ 1 + 1 }}';
    expect(twinOf(source, 'team.md').markdown).toBe(
      '# Team (1.0)\n\n- Ada Lovelace: Picks\n\nAda Lovelace and 2\n',
    );
  });

  it('but HTML in capitals is HTML', () => {
    expect(twinOf('<P>A<BR>B</P>', 'a.md').markdown).toBe('A\\\nB\n');
  });
});

describe('any text with components', () => {
  const piece = fc.constantFrom(
    '<A title="t">',
    '</A>',
    '<B/>',
    '{',
    '}',
    '{x}',
    '\n',
    '\n\n',
    'w',
    '  ',
    '- ',
    '`',
    '```\n',
    '> ',
    '<T.a b={[',
    ']}>',
  );
  it('is read without an error', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const source = pieces.join('');
        expect(typeof twinOf(source, 'a.mdx').markdown).toBe('string');
        expect(typeof twinOf(source, 'a.md').markdown).toBe('string');
      }),
    );
  });

  it.each([
    '<Ab>',
    '<Ab title="',
    '<ab c="d" ',
    '</Ab>',
    '<Ab><Bc>',
    '<Ab>\n',
    '<Ab>a</Ab>',
    '{a',
    '<A {',
    'export const a = {',
  ])('%j many times takes little time', (text) => {
    const start = performance.now();
    twinOf(text.repeat(20_000), 'a.mdx');
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('a component around code', () => {
  it('has the name of its file before the code, and its caption with its number below', () => {
    const source =
      '<Listing number="7-2" file-name="src/tea.rs" caption="The `pot` in *tea.rs*, 2_000 ml">\n\n```rust\nx\n```\n\n</Listing>';
    expect(mdx(source)).toBe(
      '*src/tea.rs*\n\n```rust\nx\n```\n\nListing 7-2: The `pot` in *tea.rs*, 2_000 ml\n',
    );
  });

  it('has a caption without a number', () => {
    expect(mdx('<Shot caption="A cup">\n\nB\n\n</Shot>')).toBe('B\n\nA cup\n');
    expect(mdx('<Shot title="Cups" href="/c" caption="A cup" />')).toBe('**[Cups](/c)**\n\nA cup\n');
  });
});

describe('a component whose text only the site knows', () => {
  it.each([
    ['An array of <Terms.InputSelectors />, also alone.', 'An array of Input Selectors, also alone.'],
    ['<Terms.WeakMap /> uses (<Terms.Memory />).', 'Weak Map uses (Memory).'],
    ['| Of |\n| --- |\n| The <Pot /> holds it |', '| Of |\n| --- |\n| The Pot holds it |'],
    ['Press <StarIcon /> here', 'Press here'],
    ['## Cups <Since />', '## Cups'],
    ['<Sponsors /> Tea', 'Tea'],
    ['A\n\n<Demo />\n\nB', 'A\n\nB'],
  ])('is named in the middle of a sentence: %j', (source, markdown) => {
    expect(mdx(source)).toBe(`${markdown}\n`);
  });
});

describe('HTML elements of MDX', () => {
  it.each([
    ['<div>\n**Tea** and `cup`\n</div>', '**Tea** and `cup`'],
    ['<div>\n- green\n- black\n</div>\nAfter', '- green\n- black\n\nAfter'],
    ['<div>\n  <a\n    className="b"\n    href="/t"\n  >\n    Tea\n  </a>\n</div>', '[Tea](/t)'],
    ['<ul>\n  <li>See [tea](/t) and **cups**</li>\n</ul>', '- See [tea](/t) and **cups**'],
    ['<table><tr><th>A</th></tr>\n<tr><td>\n*tea*\n</td></tr></table>', '| A |\n| --- |\n| *tea* |'],
    [
      '<details>\n  <summary>The `cup`</summary>\n  ```py\n  def a():\n\n      # tea\n      pass\n  ```\n</details>',
      '**The `cup`**\n\n```py\ndef a():\n\n    # tea\n    pass\n```',
    ],
    ['<p>\n  <img src="/a.png" />\n</p>\n\n<pre>\n*tea*\n</pre>', '![](/a.png)\n\n```\n*tea*\n```'],
  ])('hold Markdown without empty lines: %j', (source, markdown) => {
    expect(mdx(source)).toBe(`${markdown}\n`);
  });

  it.each([
    ['Use <a href="#" onClick={() => a()}>the *bar*</a> now', 'Use the *bar* now'],
    ["<span style={{color: 'red'}}>(broken)</span> since", '(broken) since'],
    ['A <b title={{ page.name }} />\n\n    indented', 'A\n\n```\nindented\n```'],
  ])(
    'are read in a Markdown file with expressions in attributes, but not with templates: %j',
    (source, text) => {
      expect(twinOf(source, 'page.md').markdown).toBe(`${text}\n`);
    },
  );
});

it('reads ids of headings with dots, and imports on one line', () => {
  expect(mdx('import A from "a"; import B from "b";\n\n## A {#a.b-c}\n\nB')).toBe('## A\n\nB\n');
  expect(twinOf("import A from 'a'; import B from 'b';\n\nC", 'a.md').markdown).toBe('C\n');
});

it('reads Markdown in spans whose tags stand on lines of their own', () => {
  expect(mdx('<b>\n  Use `a` or\n  [c](https://e.org/d).\n</b>\n\nE')).toBe(
    '**Use `a` or [c](https://e.org/d).**\n\nE\n',
  );
  expect(mdx('<b>\n- a\n</b>')).toContain('- a');
});

it('shows names of tags and types in labels', () => {
  const tabs =
    '<Tabs items={["npm", "<script>", "List<a>"]}>\n<Tab>A</Tab>\n<Tab>B</Tab>\n<Tab>C</Tab>\n</Tabs>\n\nD';
  expect(mdx(tabs)).toBe('**npm**\n\nA\n\n**\\<script>**\n\nB\n\n**List\\<a>**\n\nC\n\nD\n');
  expect(mdx('<Card title="Use <code>a</code>">B</Card>')).toBe('**Use `a`**\n\nB\n');
});

it('keeps components in their quote', () => {
  const quote = '> A\n>\n> <Aside>B</Aside>\n>\n> C';
  expect(mdx(quote)).toBe('> A\n>\n> > [!NOTE]\n> > B\n>\n> C\n');
  expect(mdx('> <Tip>\n> A\n>\n> - b\n> </Tip>\n> c')).toBe('> > [!TIP]\n> > A\n> >\n> > - b\n>\n> c\n');
  expect(mdx('> > <Tip title="T">\n> > > A\n> > </Tip>')).toBe(
    '> > > [!TIP]\n> > > **T**\n> > >\n> > > > A\n',
  );
});

it('names a tree of files by its title', () => {
  expect(mdx('<FileTree title="Files of a">\n\n- b/\n  - c\n\n</FileTree>')).toBe(
    '**Files of a**\n\n- b/\n  - c\n',
  );
});

it('ends loops in loops', () => {
  const list = `export const a = ${JSON.stringify(Array.from({ length: 300 }, (_, at) => at))};\n\n`;
  const nested = (depth: number): string =>
    depth === 0 ? '<b>x</b>' : `<p>{a.map((x) => ${nested(depth - 1)})}</p>`;
  expect(mdx(`${list}${nested(4)}`).length).toBeLessThan(1_000_000);
});
