import { describe, expect, it } from 'vitest';
import { builtTwin, sourceTwin } from '../../../support/content/markdown/twins.js';

/** Name, what stands in a built page, its Markdown. */
type Row = readonly [name: string, html: string, markdown: string];

const fenced = (code: string, language = '') => `\`\`\`${language}\n${code}\n\`\`\``;
const line = (code: string, more = '') => `<span class="line${more}"><span>${code}</span></span>`;
const shiki = (...lines: string[]) => `<pre class="shiki"><code>${lines.join('\n')}</code></pre>`;
const ec = (code: string, more = '') =>
  `<div class="ec-line${more}"><div class="gutter"><div class="ln" aria-hidden="true">7</div></div><div class="code">${code}</div></div>`;
const expressive = (inside: string, header = '') =>
  `<div class="expressive-code"><figure class="frame not-content"><figcaption class="header">${header}</figcaption><pre data-language="js"><code>${inside}</code></pre><div class="copy"><button title="Copy to clipboard"><div></div></button></div></figure></div>`;
const popup = (text: string) =>
  `<span class="twoslash-popup-container"><code class="twoslash-popup-code"><span class="line"><span>${text}</span></span></code><div class="twoslash-popup-docs"><p>How many.</p></div></span>`;

const POPUPS: readonly Row[] = [
  [
    'twoslash',
    `<pre class="shiki twoslash lsp"><code>${line(`const <span class="twoslash-hover">${popup('const wings: number')}wings</span> = 2`)}\n${line('fly(wings)')}</code></pre>`,
    fenced('const wings = 2\nfly(wings)'),
  ],
  [
    'twoslash with an error below the line',
    `<pre class="shiki twoslash lsp"><code>${line('<span class="twoslash-error">wings</span> = 3')}<div class="twoslash-meta-line twoslash-error-line">Cannot assign.</div>\n${line('fly()')}</code></pre>`,
    fenced('wings = 3\nfly()'),
  ],
  [
    'shiki-twoslash',
    `<pre class="shiki twoslash lsp"><code><div class="line"><data-lsp lsp="const a: 1">a</data-lsp> = 3</div><span class="error"><span>Cannot assign.</span><span class="code">2588</span></span><span class="error-behind">Cannot assign.</span><div class="line">b</div></code></pre>`,
    fenced('a = 3\nb'),
  ],
  [
    'Verso',
    '<pre><code><span class="hover-container"><span class="hover-info messages"><code>Nat : Type</code></span><span>#check</span></span> Nat</code></pre>',
    fenced('#check Nat'),
  ],
  [
    'a tooltip by its role',
    '<pre><code>fly(<span>wings<span role="tooltip">the wings</span></span>)</code></pre>',
    fenced('fly(wings)'),
  ],
  [
    'a popover, and the button that opens it',
    '<pre><code>fly(<span class="has-tooltip">wings</span><button>?</button><div popover id="p">Type: number</div>)</code></pre>',
    fenced('fly(wings)'),
  ],
  [
    'in a line of text',
    '<p>Call <code><span class="twoslash-hover"><span class="twoslash-popup-container">() =&gt; void</span>fly</span>()</code> now.</p>',
    'Call `fly()` now.',
  ],
];

const DIFFS: readonly Row[] = [
  [
    'Expressive Code',
    expressive(
      `${ec('function fly() {')}${ec("  flap('old')", ' highlight del')}${ec("  glide('new')", ' highlight ins')}${ec('\n')}${ec('}')}`,
    ),
    fenced(" function fly() {\n-  flap('old')\n+  glide('new')\n\n }", 'diff'),
  ],
  [
    'VitePress',
    `<div class="language-js vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">js</span>${shiki(line('let a'), line('let b', ' diff remove'), line('let c', ' diff add'))}</div>`,
    fenced(' let a\n-let b\n+let c', 'diff'),
  ],
  [
    'a line that begins with the sign itself',
    shiki(line('list:'), line('- old', ' diff remove'), line('- new', ' diff add')),
    fenced(' list:\n-- old\n+- new', 'diff'),
  ],
  [
    'signs that stand in the text already',
    '<pre class="language-diff-js"><code class="language-diff-js"><span class="code-line">a</span>\n<span class="code-line deleted">-b</span>\n<span class="code-line inserted">+c</span></code></pre>',
    fenced('a\n-b\n+c', 'diff'),
  ],
  [
    'the view of a change',
    '<table><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code blob-code-context">a</td></tr><tr><td class="blob-num"></td><td class="blob-code blob-code-deletion">b</td></tr><tr><td class="blob-num"></td><td class="blob-code blob-code-addition">c</td></tr></table>',
    fenced(' a\n-b\n+c', 'diff'),
  ],
  ['no change', shiki(line('let a', ' highlighted'), line('let b')), fenced('let a\nlet b')],
];

const NUMBERS: readonly Row[] = [
  [
    'Pygments in a table',
    '<div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span></span><span class="normal">71</span>\n<span class="normal">72</span></pre></div></td><td class="code"><div><pre><span></span><code>class Tern:\n    pass\n</code></pre></div></td></tr></table></div>',
    fenced('class Tern:\n    pass'),
  ],
  [
    'Pygments in its lines',
    '<div class="highlight"><pre><span class="linenos">71</span>class Tern:\n<span class="linenos">72</span>    pass\n</pre></div>',
    fenced('class Tern:\n    pass'),
  ],
  [
    'Chroma in a table',
    '<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre class="chroma"><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="cl">a()\n</span></span><span class="line"><span class="cl">\tb()\n</span></span></code></pre></td></tr></table></div></div>',
    fenced('a()\n\tb()', 'go'),
  ],
  [
    'Chroma in its lines',
    '<pre class="chroma"><code class="language-go"><span class="line"><span class="ln">1</span><span class="cl">a()\n</span></span><span class="line"><span class="ln">2</span><span class="cl">\n</span></span><span class="line"><span class="ln">3</span><span class="cl">b()</span></span></code></pre>',
    fenced('a()\n\nb()', 'go'),
  ],
  [
    'lines that are deleted and inserted, but not parts of a line',
    '<pre><code><del>a()</del>\n<ins>b()</ins>\nc(<del>d</del><ins>e</ins>)</code></pre>',
    fenced('-a()\n+b()\n c(de)', 'diff'),
  ],
  [
    'Gatsby, whose marked lines have no breaks',
    '<pre class="language-js"><code class="language-js{1,2}"><span class="gatsby-highlight-code-line">a()</span><span class="gatsby-highlight-code-line">b()</span>c()</code></pre>',
    fenced('a()\nb()\nc()', 'js'),
  ],
  ['R Markdown', '<pre class="r"><code>a()</code></pre>', fenced('a()', 'r')],
  ['rustdoc', '<pre class="rust rust-example-rendered"><code>a()</code></pre>', fenced('a()', 'rust')],
  [
    'Prism',
    '<pre class="line-numbers language-js"><code class="language-js">a()\nb()<span aria-hidden="true" class="line-numbers-rows"><span>1</span><span>2</span></span></code></pre>',
    fenced('a()\nb()', 'js'),
  ],
  [
    'Prism with the name on the code',
    '<pre><code class="line-numbers lang-js">a()</code></pre>',
    fenced('a()', 'js'),
  ],
  [
    'highlight.js',
    '<pre><code class="hljs python"><table class="hljs-ln"><tr><td class="hljs-ln-numbers" data-line-number="1"><div class="hljs-ln-n" data-line-number="1">1</div></td><td class="hljs-ln-code">a()</td></tr><tr><td class="hljs-ln-numbers">2</td><td class="hljs-ln-code">  b()</td></tr></table></code></pre>',
    fenced('a()\n  b()', 'python'),
  ],
  [
    'Docusaurus',
    '<div class="language-js codeBlockContainer_Ckt0"><div class="codeBlockTitle_OeMC">src/a.js</div><div class="codeBlockContent_QJqH"><pre class="prism-code language-js"><code class="codeBlockLines_e6Vv"><span class="token-line codeLine_lJS_"><span class="codeLineNumber_Tfdd">1</span><span class="codeLineContent_feaV">a()</span><br></span><span class="token-line codeLine_lJS_"><span class="codeLineNumber_Tfdd">2</span><span class="codeLineContent_feaV">b()</span><br></span></code></pre><div class="buttonGroup_6DOT"><button aria-label="Copy code">Copy</button></div></div></div>',
    `*src/a.js*\n\n${fenced('a()\nb()', 'js')}`,
  ],
  [
    'lines that are blocks by their style',
    '<pre><code><span style="display:block">a()</span><span style="display:block">  b()</span></code></pre>',
    fenced('a()\n  b()'),
  ],
  [
    'lines that are flex boxes by their style, with their ends of lines',
    '<pre><code><span style="display:flex;"><span>a()\n</span></span><span style="display:flex;"><span>\n</span></span><span style="display:flex;"><span>  b()\n</span></span></code></pre>',
    fenced('a()\n\n  b()'),
  ],
  [
    'a plain column of numbers',
    '<table>\n  <tr>\n    <td><pre>1\n2\n3</pre></td>\n    <td><pre>a\n b\nc</pre></td>\n  </tr></table>',
    fenced('a\n b\nc'),
  ],
  [
    'YARD, whose cells are indented',
    '<table class="source_code">\n  <tr>\n    <td>\n      <pre class="lines">\n\n\n7\n8</pre>\n    </td>\n    <td>\n      <pre class="code"><span class="info file"># File \'tern.rb\', line 7</span>\n\ndef fly\nend</pre>\n    </td>\n  </tr>\n</table>',
    fenced("# File 'tern.rb', line 7\n\ndef fly\nend"),
  ],
  [
    'Zola',
    '<pre class="giallo z-code"><code data-lang="scss"><span class="giallo-l"><span class="giallo-ln">10</span><span>a {</span>\n</span><span class="giallo-l"><span class="giallo-ln">11</span><span>}</span>\n</span></code></pre>',
    fenced('a {\n}', 'scss'),
  ],
  [
    'source files of Javadoc',
    '<pre><span class="sourceLineNo">001</span>package tern;<a id="line.1"></a>\n<span class="source-line-no">002</span>class Tern {}</pre>',
    fenced('package tern;\nclass Tern {}'),
  ],
  [
    'VitePress beside the code',
    `<div class="language-js line-numbers-mode"><span class="lang">js</span>${shiki(line('a()'), line('b()'))}<div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br><span class="line-number">2</span></div></div>`,
    fenced('a()\nb()', 'js'),
  ],
  [
    'Shiki without breaks between its lines',
    '<pre class="shiki"><code><span class="line">a()</span><span class="line"></span><span class="line">b()</span></code></pre>',
    fenced('a()\n\nb()'),
  ],
];

const JAVADOC: readonly Row[] = [
  [
    'terms on lines of their own',
    '<pre><dt>public class <b>Tern</b><dt>extends <a href="Bird.html">Bird</a></pre>',
    fenced('public class Tern\nextends Bird'),
  ],
  [
    'the space of the text of a picture',
    '<pre>Bird\n  <img src="inherit.gif" alt="extended by "><b>Tern</b></pre>',
    fenced('Bird\n  extended by Tern'),
  ],
];

const TITLES: readonly Row[] = [
  [
    'VitePress',
    `<div class="vp-code-block-title"><div class="vp-code-block-title-bar"><span class="vp-code-block-title-text">tern.js</span></div><div class="language-js"><button class="copy"></button><span class="lang">js</span>${shiki(line('a()'))}</div></div>`,
    `*tern.js*\n\n${fenced('a()', 'js')}`,
  ],
  [
    'MkDocs in a table',
    '<div class="highlight"><table class="highlighttable"><tr><th class="filename" colspan="2"><span class="filename">tern.py</span></th></tr><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div><pre><code>a()\nb()</code></pre></div></td></tr></table></div>',
    `*tern.py*\n\n${fenced('a()\nb()')}`,
  ],
  [
    'MkDocs',
    '<div class="language-py highlight"><span class="filename">tern.py</span><pre><span></span><code>a()</code></pre></div>',
    `*tern.py*\n\n${fenced('a()', 'py')}`,
  ],
  [
    'Expressive Code',
    expressive(ec('a()'), '<span class="title">tern.js</span><span class="sr-only">Terminal window</span>'),
    `*tern.js*\n\n${fenced('a()', 'js')}`,
  ],
  [
    'rehype-pretty-code',
    '<figure data-rehype-pretty-code-figure><figcaption data-rehype-pretty-code-title>tern.js</figcaption><pre data-language="js"><code data-language="js"><span data-line="">a()</span>\n<span data-line="">b()</span></code></pre></figure>',
    `*tern.js*\n\n${fenced('a()\nb()', 'js')}`,
  ],
  [
    'Quarto',
    '<div class="code-with-filename"><div class="code-with-filename-file"><pre><strong>tern.py</strong></pre></div><div class="sourceCode"><pre class="sourceCode python"><code class="sourceCode python">a()</code></pre></div></div>',
    `*tern.py*\n\n${fenced('a()', 'python')}`,
  ],
  [
    'in the block, before the code',
    '<pre class="language-js"><div class="code-title">tern.js</div><code class="language-js">a()</code></pre>',
    `*tern.js*\n\n${fenced('a()', 'js')}`,
  ],
  [
    'as an attribute',
    '<div class="nextra-code"><pre data-filename="tern.js" data-language="js"><code>a()</code></pre></div>',
    `*tern.js*\n\n${fenced('a()', 'js')}`,
  ],
  [
    'Hexo',
    '<figure class="highlight js"><figcaption><span>tern.js</span></figcaption><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">a()</span><br><span class="line">b()</span><br></pre></td></tr></table></figure>',
    `*tern.js*\n\n${fenced('a()\nb()', 'js')}`,
  ],
];

const LINES: readonly Row[] = [
  [
    'that are folded',
    expressive(
      `<details class="ec-section github"><summary><div class="ec-line"><div class="code"><span class="text">2 collapsed lines</span></div></div></summary><div class="content-lines">${ec('a()')}${ec('b()')}</div></details>${ec('c()')}`,
    ),
    fenced('a()\nb()\nc()', 'js'),
  ],
  [
    'that a script shows',
    '<pre><code><span class="line" style="display:none">use tern;</span>\n<span class="line">fly();</span></code></pre>',
    fenced('use tern;\nfly();'),
  ],
  [
    'counted in the first cell of each row',
    '<table><tr><td>9</td><td><code>a()</code></td></tr><tr><td>10</td><td><code>  b()</code></td></tr></table>',
    fenced('a()\n  b()'),
  ],
  [
    'of SyntaxHighlighter, with an element for each word',
    '<table><tr><td class="gutter"><div class="line number1">1</div><div class="line number2">2</div></td><td class="code"><div class="line"><code>var</code> <code>a</code><code>;</code></div><div class="line"><code>b();</code></div></td></tr></table>',
    fenced('var a;\nb();'),
  ],
  [
    'of Crayon',
    '<table><tr><td class="crayon-nums"><div class="crayon-num">1</div><div class="crayon-num">2</div></td><td class="crayon-code"><div class="crayon-line">a()</div><div class="crayon-line">b()</div></td></tr></table>',
    fenced('a()\nb()'),
  ],
  [
    'of Gitiles, with numbers in attributes',
    '<table><tr><td class="FileContents-lineNum" data-line-number="1"></td><td class="FileContents-lineContents">a()</td></tr><tr><td class="FileContents-lineNum" data-line-number="2"></td><td class="FileContents-lineContents">  b()</td></tr></table>',
    fenced('a()\n  b()'),
  ],
  [
    'in a table of data',
    '<table><tr><td>1</td><td>one</td></tr><tr><td>2</td><td>two</td></tr></table>',
    '| 1 | one |\n| --- | --- |\n| 2 | two |',
  ],
  [
    'of boxes, one of them empty',
    '<pre><code><div>a()</div><div><br></div><div>b()</div></code></pre>',
    fenced('a()\n\nb()'),
  ],
  ['set by br', '<pre>a()<br>  b()</pre>', fenced('a()\n  b()')],
  ['of a paragraph of code', '<p><code>a()<br>&nbsp;&nbsp;b()</code></p>', fenced('a()\n  b()')],
  ['of a code span', '<p>Run <code>a<br>b</code> now.</p>', 'Run `a`\\\n`b` now.'],
  [
    'in a cell',
    '<table><tr><th>Run</th></tr><tr><td>as <code>a<br>b</code></td></tr></table>',
    '| Run |\n| --- |\n| as `a` `b` |',
  ],
];

const DIAGRAMS: readonly Row[] = [
  [
    'Mermaid',
    '<div class="mermaid">\nflowchart LR\n  A[Egg] --> B{Warm?}\n  B -- yes --> C[A<br>chick]\n</div>',
    fenced('flowchart LR\n  A[Egg] --> B{Warm?}\n  B -- yes --> C[A<br/>chick]', 'mermaid'),
  ],
  [
    'Mermaid, indented as the page is',
    '<div>\n    <div class="mermaid">\n      graph TD\n        A --> B\n    </div>\n</div>',
    fenced('graph TD\n  A --> B', 'mermaid'),
  ],
  [
    'Mermaid in pre',
    '<pre class="mermaid"><code>graph TD\n  A --> B</code></pre>',
    fenced('graph TD\n  A --> B', 'mermaid'),
  ],
  [
    'PlantUML',
    '<div class="plantuml">@startuml\nA -> B\n@enduml</div>',
    fenced('@startuml\nA -> B\n@enduml', 'plantuml'),
  ],
  ['Graphviz', '<pre class="graphviz">digraph {\n  a -> b\n}</pre>', fenced('digraph {\n  a -> b\n}', 'dot')],
  [
    'drawn with signs',
    '<div style="white-space: pre; font-family: monospace">+---+\n| A |\n+---+</div>',
    fenced('+---+\n| A |\n+---+'),
  ],
  ['drawn already', '<div class="mermaid"><svg><text>Egg</text></svg></div><p>End.</p>', 'Egg\n\nEnd.'],
];

describe('code of built pages', () => {
  describe.each([
    ['without popups', POPUPS],
    ['with lines that change', DIFFS],
    ['without numbers', NUMBERS],
    ['with the name of its file', TITLES],
    ['with its lines', LINES],
    ['as older versions of Javadoc write it', JAVADOC],
    ['diagrams', DIAGRAMS],
  ] as const)('%s', (_, rows) => {
    it.each(rows)('%s', async (_name, html, markdown) => {
      expect(await builtTwin(html)).toBe(markdown);
    });
  });

  it('leaves tables of numbers alone', async () => {
    const html = '<table><tr><td>1 2</td><td>a</td></tr><tr><td>3</td><td>b</td></tr></table>';
    expect(await builtTwin(html)).toMatch(/^\| 1 2 \| a/);
  });
});

describe('hidden code of built pages', () => {
  it.each([
    [
      'beside its numbers',
      '<table class="highlighttable" hidden><tr><td class="linenos"><pre>1</pre></td><td class="code"><pre>build(4711)</pre></td></tr></table>',
      '',
    ],
    [
      'under the name of its file',
      '<pre title="a" data-filename="4711.ts" style="display:none"><code>build()</code></pre>',
      '',
    ],
    [
      'of which the name alone is hidden',
      '<div class="highlight"><div class="filename" hidden>4711.ts</div><pre><code>build()</code></pre></div>',
      fenced('build()'),
    ],
  ])('%s stays hidden', async (_, html, markdown) => {
    expect(await builtTwin(html)).toBe(markdown);
  });
});

describe('code of Markdown sources', () => {
  it.each([
    ['a title', '```js title="tern.js"\na()\n```', `*tern.js*\n\n${fenced('a()', 'js')}`],
    ['a label of VitePress', '```js [tern.js]\na()\n```', `*tern.js*\n\n${fenced('a()', 'js')}`],
    ['a title of MkDocs', '```{.py title="tern.py"}\na()\n```', `*tern.py*\n\n${fenced('a()', 'py')}`],
    ['a file among attributes', '```js {file="tern.js"}\na()\n```', `*tern.js*\n\n${fenced('a()', 'js')}`],
    ['no file: what is inserted', '```js file="tern.js"\na()\n```', fenced('a()', 'js')],
    [
      'a title in a definition',
      'Fly\n: Call:\n\n  ```js title="tern.js"\n  a()\n  ```',
      '- **Fly**\n\n  Call:\n\n  *tern.js*\n\n  ```js\n  a()\n  ```',
    ],
    [
      'lines that change, by notes',
      '```js\na()\nb() // [!code --]\nc() // [!code ++]\n```',
      fenced(' a()\n-b()\n+c()', 'diff'),
    ],
    [
      'lines that change, by number',
      '```js del={2} ins={3-4}\na()\nb()\nc()\nd()\n```',
      fenced(' a()\n-b()\n+c()\n+d()', 'diff'),
    ],
    [
      'notes about colours',
      '```js\n// highlight-next-line\na() // [!code highlight]\nb() // [!code focus:2]\n```',
      fenced('a()\nb()', 'js'),
    ],
    [
      'twoslash',
      '```ts twoslash\n// @strict: false\nimport a\n// ---cut---\na()\n//^?\n```',
      fenced('a()', 'ts'),
    ],
    [
      'parts of twoslash',
      '```ts twoslash\na()\n// ---cut-start---\nb()\n// ---cut-end---\nc()\n```\n\n```twoslash include x\ny\n```',
      fenced('a()\nc()', 'ts'),
    ],
    ['a diagram', '```mermaid\ngraph TD\n  A --> B\n```', fenced('graph TD\n  A --> B', 'mermaid')],
  ])('%s', (_, source, markdown) => {
    expect(sourceTwin(source)).toBe(markdown);
  });
});

describe('code of MDX components', () => {
  const code = 'const wings = 2;\n// **never** three\nfly(wings);';
  it.each([
    ['CodeBlock', `<CodeBlock language="js">\n{\`${code}\`}\n</CodeBlock>`, fenced(code, 'js')],
    [
      'CodeBlock with a title',
      `<CodeBlock language="js" title="tern.js">{\`${code}\`}</CodeBlock>`,
      `*tern.js*\n\n${fenced(code, 'js')}`,
    ],
    ['Code with an attribute', `<Code code={\`${code}\`} lang="js" />`, fenced(code, 'js')],
    [
      'a constant of the page',
      `export const sample = \`${code}\`;\n\n<CodeBlock language="js">{sample}</CodeBlock>`,
      fenced(code, 'js'),
    ],
    [
      'SyntaxHighlighter',
      `<SyntaxHighlighter language="js">{\`${code}\`}</SyntaxHighlighter>`,
      fenced(code, 'js'),
    ],
    ['Mermaid', '<Mermaid chart={`graph TD\n  A --> B`} />', fenced('graph TD\n  A --> B', 'mermaid')],
    ['pre', `<pre>{\`${code}\`}</pre>`, fenced(code)],
    [
      'substitutions and escapes',
      '<CodeBlock>{`a(${b})\nc(\\`\\${d}\\`)`}</CodeBlock>',
      fenced('a(${b})\nc(`${d}`)'),
    ],
    [
      'in a list',
      `1. First:\n\n   <CodeBlock>{\`a()\nb()\`}</CodeBlock>\n\n2. Then`,
      '1. First:\n\n   ```\n   a()\n   b()\n   ```\n\n2. Then',
    ],
    ['in a line', 'Call <InlineCode>{"a_b *c*"}</InlineCode> now.', 'Call `a_b *c*` now.'],
    ['no code: an address', '<QRCode value="https://tern.example" />\n\nEnd', 'End'],
    ['no code: a sentence', '<Highlight>{"steep"}</Highlight>', 'steep'],
  ])('%s', (_, source, markdown) => {
    expect(sourceTwin(source, 'page.mdx')).toBe(markdown);
  });
});

describe('mustaches that an author marked as literal', () => {
  it.each([
    ['a container', '::: v-pre\nWrite {{ name }} and {% tag %}.\n:::', 'Write {{ name }} and {% tag %}.'],
    ['a span', 'Or <span v-pre>{{ place }}</span> here', 'Or {{ place }} here'],
    ['a block', '<div v-pre>\n\n<div>{{ a }}</div>\n\n{{ b }}\n\n</div>', '{{ a }}\n\n{{ b }}'],
    ['code', 'As `{{ code }}`', 'As `{{ code }}`'],
    ['others go', '::: v-pre\n{{ a }}\n:::\n\nGo {{ b }} on', '{{ a }}\n\nGo on'],
  ])('%s', (_, source, markdown) => {
    expect(sourceTwin(source)).toBe(markdown);
  });
});

describe('text that WordPress stores in a pre', () => {
  it.each([
    [
      'keeps the links of a preformatted block',
      '<pre class="wp-block-preformatted">Tide <a href="https://x.example/">table</a>\n  of <b>May</b></pre>',
      'Tide [table](https://x.example/)\\\n\u00a0\u00a0of **May**',
    ],
    ['is code without links', '<pre class="wp-block-preformatted">a  b</pre>', fenced('a  b')],
    ['keeps the indents of verse', '<pre class="wp-block-verse">Ropes\n dry</pre>', 'Ropes\\\n\u00a0dry'],
  ])('%s', (_, html, markdown) => {
    expect(sourceTwin(html)).toBe(markdown);
  });
});

describe('code in a table of data', () => {
  const prism =
    '<pre class="line-numbers"><code>a\nb<span class="line-numbers-rows"><span></span></span></code></pre>';
  const lines =
    '<table><tr><td class="blob-num">1</td><td class="blob-code">a</td></tr><tr><td class="blob-num">2</td><td class="blob-code">b</td></tr></table>';
  it.each([prism, lines])('leaves the table as it is: %s', async (code) => {
    expect(
      await builtTwin(`<table><tr><th>A</th><th>B</th></tr><tr><td>${code}</td><td>c</td></tr></table>`),
    ).toBe('| A | B |\n| --- | --- |\n| `a` `b` | c |');
  });
});

it.each([
  ['<pre><h4>a</h4><blockquote>b</blockquote>c</pre>', fenced('a\nb\nc')],
  [
    '<div class="code-example"><div class="example-header"><span class="language-name">js</span></div><pre><code class="language-js">a</code></pre></div>',
    fenced('a', 'js'),
  ],
  [
    '<div class="code-block"><div class="code-header"><span>a.ts</span><span class="lang">TypeScript</span></div><pre><code>a</code></pre></div>',
    `*a.ts*\n\n${fenced('a')}`,
  ],
])('the lines of code and its title, but no label: %s', async (html, markdown) => {
  expect(await builtTwin(`<p>Tea.</p>${html}`)).toBe(`Tea.\n\n${markdown}`);
});
