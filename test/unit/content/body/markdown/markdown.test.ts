import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../../src/core/warnings.js';
import { render } from '../../../../support/content/body/markdown/render.js';

describe('renderMarkdownBody, Markdown', () => {
  it.each([
    ['# Tea *now*', '<h1>Tea <em>now</em></h1>'],
    ['a\r\nb', '<p>a\nb</p>'],
    ['\uFEFF# Tea', '<h1>Tea</h1>'],
    ['~~old~~', '<p><del>old</del></p>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    [
      '```js {1,3} title="x"\nlet a;\n```',
      '<p><em>x</em></p><pre><code class="language-js">let a;</code></pre>',
    ],
    ['```{.python}\nx\n```', '<pre><code class="language-python">x</code></pre>'],
    ['<div>\n\n**b**\n\n</div>', '<div><p><strong>b</strong></p></div>'],
    ['a <kbd>Ctrl</kbd>', '<p>a <kbd>Ctrl</kbd></p>'],
    [
      'Go to <a href="/x" rel="y">http://a.example/b</a> and http://a.example/c.',
      '<p>Go to <a href="/x" rel="y">http://a.example/b</a> and <a href="http://a.example/c">http://a.example/c</a>.</p>',
    ],
    [
      '<A\nhref="/x">www.a.example</A> <abbr>www.b.example</abbr>',
      '<p><A\nhref="/x">www.a.example</A> <abbr><a href="http://www.b.example">www.b.example</a></abbr></p>',
    ],
    [
      'See <a href=https://a.example/b/c>d</a>, <img src=/x/y.png alt=z>, `<a b=c/d>` and http://a.example/e.',
      '<p>See <a href=https://a.example/b/c>d</a>, <img src=/x/y.png alt=z>, <code>&lt;a b=c/d&gt;</code> and ' +
        '<a href="http://a.example/e">http://a.example/e</a>.</p>',
    ],
    ['<a href="/x">see [b](/b)</a>', '<p><a href="/x">see <a href="/b">b</a></a></p>'],
    ['[x](../other.md#part "T")', '<p><a href="../other.md#part" title="T">x</a></p>'],
  ])('%j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });

  it('makes tables, task lists and footnotes', () => {
    const html = render(
      '| a | b |\n|:--|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\nText[^n]\n\n[^n]: Note.',
    );
    expect(html).toContain('<th align="left">a</th><th align="right">b</th>');
    expect(html).toContain('<input type="checkbox" checked disabled> done');
    expect(html).toContain('data-footnote-ref');
    expect(html).toContain('<li id="user-content-fn-n"><p>Note. <a href="#user-content-fnref-n"');
  });

  it('reads footnotes that are written inside a sentence', () => {
    const html = render(
      'Tea.^[A note with [a link](https://x.example/(b)?) and\n*stress*.] More^[note two].',
    );
    expect(html).toMatch(/^<p>Tea\.<sup>.*<\/sup> More<sup>.*<\/sup>\.<\/p>/);
    expect(html).toContain('A note with <a href="https://x.example/(b)?">a link</a> and <em>stress</em>.');
    expect(html).toContain('<p>note two ');
  });

  it.each(['The pattern ^[a b]', 'x^[2]', '`a^[b c]`', 'a^[b c](d)', 'a\\^[b c]'])(
    'reads no footnote in %s',
    (text) => {
      expect(render(text)).not.toContain('footnote');
    },
  );

  it('reads a table of indented HTML to its end, whatever blank lines stand in it', () => {
    const table = (cell: string) => `<table>\n  <tr>\n    <td>${cell}</td>\n  </tr>\n</table>\n\nAfter *it*.`;
    const steep = table('\n      <p>\n\n        Steep <b>long</b>.\n\n      </p>\n    ');
    for (const html of [render(steep), render(`<div>\n${steep.replace('</table>', '</table>\n</div>')}`)]) {
      expect(html).toContain('Steep <b>long</b>.');
      expect(html).not.toMatch(/<pre>|&#x3C;|&lt;/);
      expect(html).toContain('<p>After <em>it</em>.</p>');
    }
    // Markdown at the margin of a cell, and code around tables, mean what they mean in CommonMark.
    expect(render(table('\n\n**long**\n\n'))).toContain('<strong>long</strong>');
    expect(render('<table>\n<td>\n\n    code\n\n</td>\n</table>')).toContain('<pre><code>code');
    expect(render('```html\n<table>\n    <td>\n\n    x\n</table>\n```')).toContain('&#x3C;td>\n\n    x');
    expect(render('    a\n\n    b\n\n<table><tr><td>c</table>')).toContain('<pre><code>a\n\nb');
  });

  it('shows the text of a page that nests without end, and names it', () => {
    const warnings = new Warnings();
    const html = render(`${'>'.repeat(20_000)} deep & <b>`, 'deep.md', warnings);
    expect(html.endsWith('> deep &amp; &lt;b></pre>')).toBe(true);
    expect(warnings.list()).toMatchObject([{ code: 'markdown-nested-too-deep', file: 'deep.md' }]);
  });

  it('never throws on any mixture of signs', () => {
    const piece = fc.constantFrom(
      ...[
        '{%',
        '%}',
        '{{',
        '}}',
        '{{<',
        '>}}',
        '{{%',
        '%}}',
        '{#',
        '#}',
        '{:',
        '}',
        ':::',
        ':::note',
        '\n',
        '\n\n',
      ],
      ...[
        '`',
        '```',
        '$',
        '$$',
        '> [!NOTE]',
        ': d',
        'term',
        '<A',
        '<a ',
        '/>',
        '{',
        'raw',
        'endraw',
        'if',
        'endif',
      ],
      ...[
        'import x',
        'export ',
        '|',
        '---',
        '- ',
        '](',
        '[x',
        '"',
        "'",
        ' ',
        '/*',
        '*/',
        '    ',
        'href="',
        '\\',
      ],
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.constantFrom('a.md', 'a.mdx', 'a.html'),
        (pieces, file) => {
          const html = render(pieces.join(''), file);
          expect(html).not.toContain('svcunresolved');
        },
      ),
      { numRuns: 1500 },
    );
  });
});

describe('renderMarkdownBody, dialects of Markdown', () => {
  it.each([
    ['## Setup {#setup}', '<h2>Setup</h2>'],
    ['## Setup %{#setup}%', '<h2>Setup</h2>'],
    ['## Setup { .wide #x }', '<h2>Setup</h2>'],
    ['Text\n{: .lead #x}', '<p>Text</p>'],
    ['{: .lead}\nText', '<p>Text</p>'],
    ['A *b*{: .c} d', '<p>A <em>b</em> d</p>'],
    ['* TOC\n{:toc}\n\nText', '<p>Text</p>'],
    ['[[toc]]\n\nText', '<p>Text</p>'],
    ['Text\n\n*[HTML]: Hyper Text', '<p>Text</p>'],
    ['Text\n\n*[CSS]: Sheets\n*[HTML]: Hyper Text\n\n[html]: /html/', '<p>Text</p>'],
    ['`{: .x}`', '<p><code>{: .x}</code></p>'],
    ['Tea\n: Leaves', '<dl><dt>Tea</dt><dd>Leaves</dd></dl>'],
    ['Tea\nChai\n: One\n: Two', '<dl><dt>Tea</dt><dt>Chai</dt><dd>One</dd><dd>Two</dd></dl>'],
    ['Tea\n: A *leaf*, dried', '<dl><dt>Tea</dt><dd>A <em>leaf</em>, dried</dd></dl>'],
    ['Tea\n\n:   One\n\n    More', '<dl><dt>Tea</dt><dd>One<p>More</p></dd></dl>'],
    ['A\n: 1\n\nB\n: 2', '<dl><dt>A</dt><dd>1</dd><dt>B</dt><dd>2</dd></dl>'],
    ['A\n:\n  1\n\nB\n:\n: 2', '<dl><dt>A</dt><dd>1</dd><dt>B</dt><dd>2</dd></dl>'],
    [
      'A\n: 1\n\n  ```js\n  x\n  ```\n\n  - 2\n\nB\n: 3\n\nEnd',
      '<dl><dt>A</dt><dd>1<pre><code class="language-js">x</code></pre><ul><li>2</li></ul></dd><dt>B</dt><dd>3</dd></dl><p>End</p>',
    ],
    ['- a\n\n  B\n  : 1\n\n  c', '<ul><li><p>a</p><dl><dt>B</dt><dd>1</dd></dl><p>c</p></li></ul>'],
    [
      '\\[gallery ids="1,2"\\] \\[see https://a.example/?b=c \\]',
      '<p>[gallery ids="1,2"] [see <a href="https://a.example/?b=c">https://a.example/?b=c</a> ]</p>',
    ],
    ['\\[\na | b\n\\] \\[a\\]', '<p><span class="math display">$$a | b$$</span> [a]</p>'],
    [
      'A \\\\(\\frac{a\\_1}{b}\\\\) B\n\n\\\\[ \\hat{f}\\_{-1} \\\\\\\\ x \\\\]',
      '<p>A <span class="math inline">$\\frac{a_1}{b}$</span> B</p><p><span class="math display">$$\\hat{f}_{-1} \\\\ x$$</span></p>',
    ],
    ['A\n\n    cup $a_1^2$ *b*', '<p>A</p><pre><code>cup $a_1^2$ *b*</code></pre>'],
    ['![Cup $T_i$](/a.png)', '<p><img src="/a.png" alt="Cup $T_i$"></p>'],
    ['\\(a^2\\) of \\(a\\)', '<p><span class="math inline">$a^2$</span> of (a)</p>'],
    [
      '\\[\nx_1 \\\\\n\\hat{y}_{c=1}\n\\]\n\n\\[note_a\\] \\\\[a^b\\\\]',
      '<p><span class="math display">$$x_1 \\\\\n\\hat{y}_{c=1}$$</span></p><p>[note_a] \\[a^b\\]</p>',
    ],
    ['Time: 10:30\nand: more', '<p>Time: 10:30\nand: more</p>'],
  ])('%j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });

  it('drops an attribute list that a table takes for a row', () => {
    expect(render('| a |\n|---|\n| 1 |\n{: .wide}')).not.toContain('wide');
  });

  const callout = (kind: string, label: string, body: string) =>
    `<blockquote class="callout callout-${kind}"><p><strong>${label}</strong></p>${body}</blockquote>`;

  it.each([
    ['> [!NOTE]\n> Careful.', callout('note', 'Note', '<p>Careful.</p>')],
    ['::: {.callout-warning title="Hot!"}\nCareful.\n:::', callout('warning', 'Hot!', '<p>Careful.</p>')],
    ['> [!warning]- Hot!\n> Careful.', callout('warning', 'Hot!', '<p>Careful.</p>')],
    ['> [!TIP]', callout('tip', 'Tip', '')],
    [':::note\nCareful.\n:::', callout('note', 'Note', '<p>Careful.</p>')],
    ['::: tip Do this\n- a\n:::', callout('tip', 'Do this', '<ul><li>a</li></ul>')],
    [':::caution[Hot <b>]{icon="x"}\nCareful.\n:::', callout('caution', 'Hot &lt;b>', '<p>Careful.</p>')],
    [
      '::::info\nA\n:::tip\nB\n:::\n::::',
      callout('info', 'Info', `<p>A</p>${callout('tip', 'Tip', '<p>B</p>')}`),
    ],
    ['::: code-group\nText\n:::', '<p>Text</p>'],
    [':::note\nopen', callout('note', 'Note', '<p>open</p>')],
    ['> quoted', '<blockquote><p>quoted</p></blockquote>'],
  ])('%j', (source, expected) => {
    expect(render(source)).toBe(expected);
  });

  it('leaves containers inside code alone', () => {
    expect(render('```\n:::note\n:::\n```')).toBe('<pre><code>:::note\n:::</code></pre>');
  });

  it.each([
    'Area $a_1 * b_2 * c$ of it',
    'So $\\frac{1}{2} \\{x\\}$ holds',
    '$$\\begin{a} x \\\\ y_1 *z* [q](r) \\end{a}$$',
    'Sum $$x < y$$ here',
    'It costs $5 and then $10.',
    'Let $x$ be 1',
  ])('keeps %j letter for letter', (source) => {
    const text = render(source).replace(/&#x3C;|&lt;/g, '<');
    expect(text.replace(/<span class="math (?:inline|display)">|<\/span>/g, '')).toBe(`<p>${source}</p>`);
    expect(text.includes('<span class="math')).toBe(!source.startsWith('It costs'));
  });

  it.each([
    ['Let \\(a_1 * b_2\\) be', '<p>Let <span class="math inline">$a_1 * b_2$</span> be</p>'],
    [
      '\\begin{align}\na_1 &= b * c \\\\\n\nd &= e * f\n\\end{align}',
      '<p><span class="math display">$$\\begin{align}\na_1 &amp;= b * c \\\\\nd &amp;= e * f\n\\end{align}$$</span></p>',
    ],
    [
      '- a\n\n  \\begin{equation*}\n  x_1 * y_1\n  \\end{equation*}',
      '\\begin{equation*}\nx_1 * y_1\n\\end{equation*}$$',
    ],
    ['Write \\begin{align} and \\end{align}', '<p>Write \\begin{align} and \\end{align}</p>'],
    ['Call it \\(some_name\\)', '<p>Call it (some_name)</p>'],
  ])('reads the formulas in %j', (source, expected) => {
    expect(render(source)).toContain(expected);
  });

  it('reads Markdown between two prices', () => {
    expect(render('From $5 to *only* $10 now')).toBe('<p>From $5 to <em>only</em> $10 now</p>');
  });
});
