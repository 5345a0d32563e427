import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { render } from '../../../../support/content/body/markdown/render.js';
import { sourceTwin } from '../../../../support/content/markdown/twins.js';

describe('bars in code of tables', () => {
  const HEAD = '| A | B |\n|---  |---  |\n';

  it.each([
    [
      'divide nothing where the row would have too many cells',
      '| `x|y` | z \\| w |',
      '| `x\\|y` | z \\| w |',
    ],
    ['in code with two backticks', '| ``x|y`` | z |', '| `x\\|y` | z |'],
    ['are left alone where they were escaped', '| `x\\|y` | z |', '| `x\\|y` | z |'],
    ['divide a row that is right with them', '| `x|y` |', '| \\`x | y\\` |'],
  ])('%s', (_, row, expected) => {
    expect(sourceTwin(`${HEAD}${row}\n`)).toBe(`| A | B |\n| --- | --- |\n${expected}`);
  });

  it('stay in blocks of code', () => {
    const block = `\`\`\`\n${HEAD}| \`x|y\` | z |\n\`\`\``;
    expect(sourceTwin(block)).toBe(block);
  });
});

describe('Python-Markdown and its extensions', () => {
  it.each([
    [
      '!!! note\n\n    Water it.\n\nAfter',
      '<blockquote class="callout callout-note"><p><strong>Note</strong></p><p>Water it.</p></blockquote><p>After</p>',
    ],
    [
      '!!! pied-piper inline end "Mind the `cat`"\n    Text',
      '<blockquote class="callout callout-pied-piper"><p><strong>Mind the <code>cat</code></strong></p><p>Text</p></blockquote>',
    ],
    ['## Cups of `tea` { data-search-exclude }', '<h2>Cups of <code>tea</code></h2>'],
    ['!!! tip ""\n    Text', '<blockquote class="callout callout-tip"><p>Text</p></blockquote>'],
    [
      '??? question "Why?"\n\n    Because',
      '<details class="question"><summary>Why?</summary><p>Because</p></details>',
    ],
    ['???+ tip\n    Open', '<details class="tip"><summary>Tip</summary><p>Open</p></details>'],
    [
      '=== "npm"\n\n    a\n\n=== "pnpm"\n\n    b',
      '<p><strong>npm</strong></p><p>a</p><p><strong>pnpm</strong></p><p>b</p>',
    ],
    ['=== "A"\n\n    === "B"\n\n        c', '<p><strong>A</strong></p><p><strong>B</strong></p><p>c</p>'],
    [
      '- one\n\n    !!! note\n        two',
      '<ul><li><p>one</p>\n  <blockquote class="callout callout-note"><p><strong>Note</strong></p><p>two</p>\n  </blockquote></li></ul>',
    ],
    [
      '=== "C"\n\n    ```c\n    int a;\n\n      b;\n    ```',
      '<p><strong>C</strong></p><pre><code class="language-c">int a;\n\n  b;</code></pre>',
    ],
    [
      '```md\n=== "A"\n\n    ```\n    a\n    ```\n\n=== "B"\n```',
      '<pre><code class="language-md">=== "A"\n\n    ```\n    a\n    ```\n\n=== "B"</code></pre>',
    ],
    ['```md\n!!! note\n    a\n```', '<pre><code class="language-md">!!! note\n    a</code></pre>'],
    [
      '/// note | Mind\na\n///',
      '<blockquote class="callout callout-note"><p><strong>Mind</strong></p><p>a</p></blockquote>',
    ],
    [
      '/// details | Why?\n    open: True\n    type: tip\n\na\n\n//// tab | B\nc\n////\n///',
      '<details><summary>Why?</summary><p>a</p><p><strong>B</strong></p><p>c</p></details>',
    ],
    [
      '![a](b.png)\n\n/// caption\nWords\n///',
      '<p><img src="b.png" alt="a"></p><figcaption><p>Words</p></figcaption>',
    ],
    ['/// a comment\n\ntext', '<p>/// a comment</p><p>text</p>'],
  ])('shows the blocks of %j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });

  it.each([
    ['==a *b*== c', '<p><mark>a <em>b</em></mark> c</p>'],
    ['^^a^^ H~2~O x^2^ A^T^A', '<p><ins>a</ins> H<sub>2</sub>O x<sup>2</sup> A<sup>T</sup>A</p>'],
    ['++ctrl+alt+del++', '<p><kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>Del</kbd></p>'],
    ['++page-up+f5+"Ä"++', '<p><kbd>Page Up</kbd>+<kbd>F5</kbd>+<kbd>Ä</kbd></p>'],
    [
      '{++new++} {--old--} {~~one~>two~~} {==x==}{>>y<<}',
      '<p><ins>new</ins> <del>old</del> <del>one</del><ins>two</ins> <mark>x</mark>y</p>',
    ],
    ['~~del~~', '<p><del>del</del></p>'],
    [
      '    :::python\n    if a:\n        b()',
      '<pre><code class="language-python">if a:\n    b()</code></pre>',
    ],
    ['`x{:js}` `a{:.token}` `{:x}`', '<p><code>x</code> <code>a</code> <code>{:x}</code></p>'],
    ['`#!python range(3)` `:::sh ls`', '<p><code>range(3)</code> <code>ls</code></p>'],
    ['$x^2y^2$', '<p><span class="math inline">$x^2y^2$</span></p>'],
  ])('shows the marks of %j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });

  it.each([
    'if a == b and c == d',
    'C++ and D++',
    'a ++ b',
    'x^2 + y^2',
    '~1000 or ~2000',
    '`==a==` a\\==b==',
  ])('leaves %j alone', (source) => {
    expect(render(source)).not.toMatch(/<(?:mark|kbd|ins|sub|sup|del)\b/);
  });

  it.each([
    ['# Title { #id data-toc="x" }', '<h1>Title</h1>'],
    ['A [b *c*]{.d} and [e]{.f} g\n\n[e]: /h', '<p>A b <em>c</em> and <a href="/h">e</a> g</p>'],
    ['Text\n{ .annotate }\n\n1.  Note', '<p>Text</p><ol><li>Note</li></ol>'],
    ['![A](a.png){ align=left width="3" } b', '<p><img src="a.png" alt="A"> b</p>'],
    ['[a](/b){: .button target=_blank } `c`{.d}', '<p><a href="/b">a</a> <code>c</code></p>'],
    ['- :material-check:{ .big } - yes', '<ul><li>yes</li></ul>'],
    ['{ not a list } and {x}', '<p>{ not a list } and {x}</p>'],
  ])('drops the attributes and icons of %j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });

  it.each([
    [
      '``` { .yaml .no-copy title="a.yml" }\nb: 1 # (1)!\n```',
      '<p><em>a.yml</em></p><pre><code class="language-yaml">b: 1 # (1)</code></pre>',
    ],
    ['``` title="a"\nb\n```', '<p><em>a</em></p><pre><code>b</code></pre>'],
    ['<div class="grid" markdown>\n- *a*\n</div>', '<div class="grid"><ul><li><em>a</em></li></ul></div>'],
    ['<div markdown="1"><div>\n*a*\n</div></div>\n*b*', '<div><div>\n*a*\n</div></div><p><em>b</em></p>'],
    ['<div markdown="1">\n*a*\n</div>\n```\nb\n```', '<div><p><em>a</em></p></div><pre><code>b</code></pre>'],
  ])('reads the code and the elements of %j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });

  it('keeps every word of any blocks, however they are nested', () => {
    const line = fc.tuple(
      fc.nat(5),
      fc.constantFrom(
        '!!! note',
        '??? tip "title"',
        '=== "label"',
        '- item',
        'word',
        '',
        '```',
        '/// tab | x',
        '{ .a }',
        '<div markdown>',
        '</div>',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const text = lines
          .map(([depth, content], at) => `${'    '.repeat(depth)}${content}${content === 'word' ? at : ''}`)
          .join('\n');
        const shown = render(text);
        for (const [at, [, content]] of lines.entries())
          if (content === 'word') expect(shown).toContain(`word${at}`);
      }),
      { numRuns: 300 },
    );
  });

  it('takes time in proportion to the text', () => {
    for (const part of [
      '!!! note\n',
      '=== "a"\n    ',
      '==a ',
      '++a+',
      '{ .a ',
      '<div markdown>',
      ':material-a',
      '{++a',
    ]) {
      const start = performance.now();
      render(part.repeat(20_000));
      expect(performance.now() - start, part).toBeLessThan(5000);
    }
  });
});
