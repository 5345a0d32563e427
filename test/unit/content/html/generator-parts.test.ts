import { describe, expect, it } from 'vitest';
import { asSeen } from '../../../../src/content/html/as-seen.js';
import { canonicalise } from '../../../../src/content/html/canonical/index.js';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toHtml } from '../../../../src/content/html/serialise.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';

/** The twin of a piece of a page, which stays the same when the page is read again. */
function twin(html: string): string {
  const tree = parseHtml(html);
  for (let turn = 0; turn < 2; turn += 1) {
    canonicalise(tree);
    asSeen(tree);
  }
  return toMarkdown(tree).trim();
}

it('powers that Google Docs raises by a style keep a sign', () => {
  expect(twin('<p><span>10</span><span style="vertical-align:super">6</span></p>')).toBe('10^6');
});

describe('footnotes', () => {
  it.each([
    [
      'mdBook and Zola, with two references',
      '<p>A<sup class="footnote-reference"><a href="#n">1</a></sup> b<sup class="footnote-reference"><a href="#n">1</a></sup></p>' +
        '<div class="footnote-definition" id="n"><sup class="footnote-definition-label">1</sup><p>Note.</p></div>',
      'A[^1] b[^1]\n\n[^1]: Note.',
    ],
    [
      'AsciiDoctor, with a second reference',
      '<p>A<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1">1</a>]</sup> ' +
        'b<sup class="footnoteref">[<a class="footnote" href="#_footnotedef_1">1</a>]</sup></p>' +
        '<div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. Note.</div>',
      'A[^1] b[^1]\n\n[^1]: Note.',
    ],
    [
      'Google Docs',
      '<p>A<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p>' +
        '<div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;Note.</span></p></div>',
      'A[^1]\n\n[^1]: Note.',
    ],
    [
      'DokuWiki',
      '<p>A<sup><a href="#fn__1" id="fnt__1" class="fn_top">1)</a></sup></p><div class="footnotes"><div class="fn">' +
        '<sup><a href="#fnt__1" id="fn__1" class="fn_bot">1)</a></sup> <div class="content">Note.</div></div></div>',
      'A[^1]\n\n[^1]: Note.',
    ],
    [
      'Word',
      '<p>A<a href="#_ftn1" name="_ftnref1">[1]</a></p><div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> Note.</p></div>',
      'A[^1]\n\n[^1]: Note.',
    ],
    [
      'Texinfo',
      '<p>A<a class="footnote" id="DOCF1" href="#FOOT1"><sup>1</sup></a></p>' +
        '<h5><a id="FOOT1" href="#DOCF1">(1)</a></h5><p>Note.</p><p>More.</p>',
      'A[^1]\n\n[^1]: Note.\n\n    More.',
    ],
    [
      'MediaWiki, with a way back to each reference',
      '<p>A<sup id="r0"><a href="#n">[1]</a></sup></p><ol><li id="n"><span class="mw-cite-backlink">^ <a href="#r0"><sup>a</sup></a>' +
        ' <a href="#r1"><sup>b</sup></a></span> <span class="reference-text">Note.</span></li></ol>',
      'A[^1]\n\n[^1]: Note.',
    ],
    [
      'Org mode, which repeats the ones beside the text',
      '<p>A<label for="fn.1">1</label><input id="fn.1" type="checkbox"><span class="sidenote"><sup>1</sup> Note.</span></p>' +
        '<div><sup><a id="fn.1" href="#fnr.1" role="doc-backlink">1</a></sup> <div role="doc-footnote"><p>Note.</p></div></div>',
      'A[^1]\n\n[^1]: Note.',
    ],
    [
      'EPUB',
      '<p>A<a epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n"><p>Note.</p></aside>',
      'A[^1]\n\n[^1]: Note.',
    ],
    [
      'Easy Footnotes, where an element before the text has the id',
      '<p>A<a href="#b"><sup>1</sup></a></p><ol><li><span id="b"></span>Note. <a href="#t"></a></li></ol>',
      'A[^1]\n\n[^1]: Note.',
    ],
    [
      'Word, without the names of its links',
      '<p>A <sup><a href="#_ftn1">[1]</a></sup></p><p><sup><a href="//guid#_ftnref1">[1]</a> </sup>Note.</p>',
      'A [^1]\n\n[^1]: Note.',
    ],
    [
      'Project Gutenberg, whose style raises the numbers',
      '<p>A.<a name="r" href="#n"><span class="fn">1</span></a></p><p><a name="n" href="#r"><span class="fn">1</span></a> Note.</p>',
      'A.[^1]\n\n[^1]: Note.',
    ],
    [
      'a style, without a way back',
      '<p>A<span class="fn"><a href="#n">1</a></span></p><div><p id="n">1. Note.</p></div>',
      'A[^1]\n\n[^1]: Note.',
    ],
    [
      'a list of notes without links',
      '<p>Tea.<sup>1</sup></p><section class="footnotes"><ol><li>Note.</li></ol></section>',
      'Tea.[^1]\n\n[^1]: Note.',
    ],
    [
      'articles that use the same ids',
      ['One', 'Two']
        .map(
          (text) =>
            `<article><p>${text}<sup id="fnref:1"><a href="#fn:1">1</a></sup></p><hr>` +
            `<section class="footnotes"><ol><li id="fn:1">${text} <a href="#fnref:1">↩</a></li></ol></section></article>`,
        )
        .join(''),
      'One[^1]\n\n[^1]: One\n\nTwo[^2]\n\n[^2]: Two',
    ],
  ])('of %s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });

  it.each([
    ['with a way back in words', '<li id="n">Note. <a href="#r">Return to text</a></li>', 'ol'],
    ['in a paragraph with its number', '<p id="n">[1] Note. <a href="#r">back</a></p>', 'div'],
    ['with a number and no way back', '<p id="n">1. Note.</p>', 'div'],
    ['with its number as the way back', '<p id="n"><a href="#r">[1]</a> Note.</p>', 'div'],
    ['with a raised number and no way back', '<p id="n"><sup>1</sup> Note.</p>', 'div'],
    ['with a raised sign', '<p id="n"><sup>†</sup> Note. <a href="#r">back</a></p>', 'div'],
  ])('by hand, %s', (_, note, list) => {
    const html = `<p>A<sup><a id="r" href="#n">1</a></sup></p><${list}>${note}</${list}>`;
    expect(twin(html)).toBe('A[^1]\n\n[^1]: Note.');
  });

  it('keep a number that is part of the text', () => {
    const html =
      '<p>A<sup><a id="r" href="#n">1</a></sup></p><div id="n"><p>1 may <a href="#r">↩</a></p></div>';
    expect(twin(html)).toBe('A[^1]\n\n[^1]: 1 may');
  });

  it('are no two links that lead to each other', () => {
    const html = '<p><a id="a" href="#b">A</a> text</p><p><a id="b" href="#a">B</a> text</p>';
    expect(twin(html)).toBe('[A](#b) text\n\n[B](#a) text');
  });

  it('have no link for the label of a citation of Sphinx', () => {
    const label = '<span>[</span><a role="doc-backlink" href="#id1">C99</a><span>]</span>';
    const box = `<div class="citation" id="c99"><span class="label">${label}</span><p>The standard.</p></div>`;
    const table =
      '<table class="citation" id="c99"><tr><td class="label"><a href="#id1">[C99]</a></td><td>The standard.</td></tr></table>';
    for (const html of [box, table]) expect(twin(html)).toBe('[C99] The standard.');
  });
});

describe('values without text of their own', () => {
  it.each([
    ['<p>Disk: <meter value="0.6">60%</meter></p>', 'Disk: 60%'],
    ['<p>Done: <progress value="3" max="10"></progress></p>', 'Done: 3/10'],
    ['<p>Waiting <progress></progress> still.</p>', 'Waiting still.'],
    ['<p>Over <span class="counter" data-count="250">0</span> teas.</p>', 'Over 250 teas.'],
    [
      '<div data-number-value="42"><p><span class="percent-value"></span></p><h3>Years</h3></div>',
      '42\n\n### Years',
    ],
    ['<p>Tea <span data-count="3"></span>is hot.</p>', 'Tea is hot.'],
    ['<textarea readonly>brew\npour</textarea>', '```\nbrew\npour\n```'],
    ['<textarea name="code" class="java">brew();</textarea>', '```\nbrew();\n```'],
    ['<p>Run <input readonly value="brew tea"> now.</p>', 'Run `brew tea` now.'],
    ['<p>Share:</p><input readonly value="https://tea.example/a">', 'Share:'],
    ['<p>Name:</p><form><input value="Ada"><textarea>Your words</textarea></form>', 'Name:'],
    ['<textarea>@book{tea}\n</textarea>', '```\n@book{tea}\n```'],
    [
      '<img src="https://tea.example/a.png" alt="Map" usemap="#m"><map name="m"><area href="https://tea.example/b" alt="Quay"><area href="https://tea.example/c"><area href="https://tea.example/d" title="Fort"></map>',
      '![Map](https://tea.example/a.png) [Quay](https://tea.example/b), [Fort](https://tea.example/d)',
    ],
  ])('%s', (html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });
});

describe('tasks', () => {
  it.each([
    ['a sign of AsciiDoc', '<ul class="checklist"><li><p>&#10003; a</p></li><li><p>&#10063; b</p></li></ul>'],
    [
      'an icon of AsciiDoc',
      '<ul class="checklist"><li><p><i class="fa fa-check-square-o"></i> a</p></li><li><p><i class="fa fa-square-o"></i> b</p></li></ul>',
    ],
    [
      'an icon of Chirpy',
      '<ul class="task-list"><li class="task-list-item"><i class="fas fa-check-circle fa-fw checked"></i>a</li><li class="task-list-item"><i class="far fa-circle fa-fw"></i>b</li></ul>',
    ],
    ['a class of Confluence', '<ul class="inline-task-list"><li class="checked">a</li><li>b</li></ul>'],
    [
      'a box of Notion',
      '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>a</span></li><li><div class="checkbox checkbox-off"></div> <span>b</span></li></ul>',
    ],
    [
      'a box of Notion in a list of its own',
      '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> a</li></ul>\n<ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> b</li></ul>',
    ],
    ['an attribute', '<ul><li data-checked="true">a</li><li data-checked="false">b</li></ul>'],
  ])('are done or open by %s', (_, html) => {
    expect(twin(html)).toMatch(/^- \[x\] a\n+- \[ \] b$/);
  });
});

describe('parts of a page of Notion', () => {
  it.each([
    [
      'lists of one item each',
      '<ul class="bulleted-list"><li>a</li></ul><ul class="bulleted-list"><li>b</li></ul><p>Then.</p><ul class="bulleted-list"><li>c</li></ul>',
      '- a\n- b\n\nThen.\n\n- c',
    ],
    [
      'a callout with an emoji that has a meaning',
      '<figure class="block-color-gray callout"><div><span class="icon">💡</span></div><div>Hot.</div></figure>',
      '> [!NOTE]\n> Hot.',
    ],
    [
      'a callout with another emoji',
      '<figure class="callout"><div><span class="icon">🍵</span></div><div>Hot.</div></figure>',
      '> [!NOTE]\n> 🍵\n>\n> Hot.',
    ],
    [
      'selected values',
      '<table><tr><th>Tags</th><td><span class="selected-value a">tea</span><span class="selected-value b">pots</span></td></tr></table>',
      '| | |\n| --- | --- |\n| Tags | tea pots |',
    ],
  ])('%s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });

  it('and data between the name and the date of a post in Discourse', () => {
    const html =
      '<div><span class="creator">Ida (ida)</span><link itemprop="url" href="/1"><span class="infos">2 March</span></div>';
    expect(twin(html)).toBe('Ida (ida) 2 March');
  });
});

describe('code without pre', () => {
  const line = (number: number, text: string) =>
    `<div class="line"><a id="l${number}"></a><span class="lineno">    ${number}</span>${text}</div>\n`;

  it('of Doxygen keeps its lines', () => {
    const html = `<div class="fragment">${line(1, '<span>int</span> main() {')}${line(2, '  return 0;')}${line(3, '}')}</div>`;
    expect(twin(html)).toBe('```\nint main() {\n  return 0;\n}\n```');
  });

  it.each([
    [
      'CodeMirror 5',
      '<div class="CodeMirror"><div class="CodeMirror-code"><div><div class="CodeMirror-linenumber">1</div><pre class="CodeMirror-line">a;</pre></div><div><div class="CodeMirror-linenumber">2</div><pre class="CodeMirror-line">b;</pre></div></div></div>',
      '```\na;\nb;\n```',
    ],
    [
      'CodeMirror 6',
      '<div class="cm-editor"><div class="cm-gutters"><div class="cm-gutterElement">1</div></div><div class="cm-content" data-language="json"><div class="cm-line">{</div><div class="cm-line">  "a": 1 }</div></div></div>',
      '```json\n{\n  "a": 1 }\n```',
    ],
    [
      'Monaco',
      '<div class="monaco-editor"><div class="line-numbers">1</div><div class="view-lines"><div class="view-line"><span>a&nbsp;b</span></div><div class="view-line"><span>&nbsp;&nbsp;c</span></div></div></div>',
      '```\na b\n  c\n```',
    ],
    [
      'Writerside',
      '<div class="code-block" data-lang="kotlin">\nfun main() {\n    run()\n}\n</div>',
      '```kotlin\nfun main() {\n    run()\n}\n```',
    ],
  ])('of %s has the lines of its code only', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });

  it('is not what has lines for another reason', () => {
    expect(twin('<div class="line-block"><div class="line">a</div><div class="line">b</div></div>')).toBe(
      'a\\\nb',
    );
  });

  it.each([
    [
      'the name of its language above it (ChatGPT)',
      '<pre><div>python</div><div><code class="language-python"><span>brew()\n</span></code></div></pre>',
      '```python\nbrew()\n```',
    ],
    [
      'its label and its buttons above it (ChatGPT, in an editor)',
      '<pre><div><div>Python</div><button>Run</button></div><div class="cm-editor"><div class="cm-content"><span>brew()</span><br><span>pour()</span></div></div></pre>',
      '```python\nbrew()\npour()\n```',
    ],
    [
      'the name of its language in a row of buttons',
      '<div><div><span>java</span><button>Copy</button></div><div><pre><code class="language-java">brew()</code></pre></div></div>',
      '```java\nbrew()\n```',
    ],
    [
      'the name of its language as its title',
      '<pre><code class="hljs language-bash"><div class="code__header"><span>bash</span></div>brew\n</code></pre>',
      '```bash\nbrew\n```',
    ],
    [
      'its numbers beside it (React Syntax Highlighter)',
      '<pre><code class="language-py"><code style="float:left;padding-right:10px"><span>1\n</span><span>2\n</span></code><span>brew()\n</span><span>pour()</span></code></pre>',
      '```py\nbrew()\npour()\n```',
    ],
  ])('has not %s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });

  it.each([
    [
      'in an attribute (Mintlify)',
      '<pre language="tsx"><code language="tsx">brew()</code></pre>',
      '```tsx\nbrew()\n```',
    ],
    [
      'as the label of a tab',
      '<p><strong>java</strong></p><pre><code class="language-java">a</code></pre>',
      '**java**\n\n```java\na\n```',
    ],
  ])('has its language %s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });

  it('is a list of rows with their numbers', () => {
    const row = (number: number, code: string) => `<div><span>${number}</span><div>${code}</div></div>`;
    expect(twin(`<pre>${row(1, 'brew')}${row(2, '')}${row(3, '  pour')}</pre>`)).toBe(
      '```\nbrew\n\n  pour\n```',
    );
    const data =
      '<pre><span class="line"><span>1</span> tea</span>\n<span class="line"><span>2</span> milk</span></pre>';
    expect(twin(data)).toBe('```\n1 tea\n2 milk\n```');
  });
});

it('lines of a poem that are boxes are lines of a stanza', () => {
  const line = (text: string) => `<div class="line">${text}</div>`;
  const poem = `<div class="line-block">${line('Leaves')}${line('<em>fall</em>')}${line('<br>')}${line('in tea')}</div>`;
  expect(twin(poem)).toBe('Leaves\\\n*fall*\n\nin tea');
});

describe('a form', () => {
  it.each([
    [
      'with text keeps it',
      '<form><p>What do terns eat?</p><label><input type="radio"> Fish</label><button>Check</button></form>',
      'What do terns eat?\n\nFish',
    ],
    [
      'with a choice in a sentence names the options',
      '<form><p>Brew <select><option>green<option>black</select>tea for <output>3</output> minutes.</p></form>',
      'Brew green / black tea for 3 minutes.',
    ],
    ['of fields alone is left out', '<p>A</p><form><label>Your name <input></label></form>', 'A'],
    [
      'to subscribe is left out',
      '<p>A</p><form><p>All of our news, once a week.</p><input type="email"></form>',
      'A',
    ],
    ['to search is left out', '<p>A</p><form role="search"><p>Search all of our pages.</p></form>', 'A'],
  ])('%s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });
});

it('reads the code that SyntaxHighlighter takes from a script', () => {
  const html = `<script type="syntaxhighlighter" class="brush: csharp; gutter: false"><![CDATA[\nList<int> a = [1 && 2];\n]]></script><p>Tail</p>`;
  expect(twin(html)).toBe('```csharp\nList<int> a = [1 && 2];\n```\n\nTail');
});

describe('labels that a style sets apart', () => {
  it.each([
    [
      '<div><code>age</code><span class="type">int</span><span>default: <code>1</code></span></div>',
      '`age` int default: `1`',
    ],
    ['<div><b>age</b><span class="param-required">required</span></div>', '**age** required'],
    ['<sl-alert>Hot</sl-alert><sl-tag>Tea</sl-tag>', 'Hot Tea'],
    ['<p><span>a</span><span class="type-a">b</span></p>', 'a b'],
    ['<p><span class="s">a</span><span class="n">b</span></p>', 'ab'],
    ['<p><span>a</span><span>=</span><span class="default_value">1</span></p>', 'a=1'],
    ['<pre><a href="#t">T</a><span class="type">x</span></pre>', '```\nTx\n```'],
  ])('stand apart: %s', (html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });
});

describe('check boxes in cells', () => {
  it('say yes or no where a visitor can’t change them', () => {
    const row =
      '<tr><td><input type="checkbox" checked disabled></td><td><input type="checkbox" disabled></td></tr>';
    expect(twin(`<table><tr><th>A</th><th>B</th></tr>${row}</table>`)).toContain('| ☑ | ☐ |');
    expect(twin('<p><input type="checkbox" checked disabled> Tested</p>')).toContain('☑ Tested');
    expect(twin(`<table><tr><th>A</th></tr><tr><td><input type="checkbox"> Tea</td></tr></table>`)).toContain(
      '| Tea |',
    );
  });
});

describe('questions in a list of terms', () => {
  it('have their answers, also where a style hides them', () => {
    const html =
      '<dl><dt><button aria-expanded="false">Q?</button></dt><dd style="display:none">A.</dd></dl>';
    expect(twin(html)).toBe('- **Q?**\n  A.');
  });
});

describe('the arrow of a card', () => {
  it('is no part of its text', () => {
    const card = '<a class="card" href="/a"><div><h4>Tea</h4><p>Hot.</p><span>→</span></div></a>';
    expect(twin(card)).toBe('- [Tea](/a): Hot.');
  });
});

it('the parent and the package of a class stand below its heading (phpDocumentor)', () => {
  const heading =
    '<h2>Pot <span class="phpdocumentor-element__extends">extends <a href="/c">Cup</a></span><div class="phpdocumentor-element__package">in package <ul><li>Tea</li></ul></div></h2>';
  expect(twin(heading)).toBe('## Pot\n\nextends [Cup](/c)\n\nin package\n\n- Tea');
});

it('explanations of code that AsciiDoctor writes as a table are a list', () => {
  const rows = '<tr><td><b>1</b></td><td>Pour</td></tr><tr><td><b>2</b></td><td>Wait</td></tr>';
  expect(twin(`<div class="colist arabic"><table>${rows}</table></div>`)).toBe('1. Pour\n2. Wait');
});

describe('badges of headings', () => {
  it('stay cheap where there are very many', () => {
    expect(twin(`<h2>Tea${'<span class="badge">x</span>'.repeat(20_000)}</h2>`)).toMatch(
      /^## Tea \(x\) \(x\)/,
    );
  });

  it.each([
    ['VitePress', '<h2>Tea <span class="VPBadge warning"><!--[-->beta<!--]--></span></h2>', '## Tea (beta)'],
    ['Starlight', '<h2>Tea<span class="sl-badge success small">New</span></h2>', '## Tea (New)'],
    [
      'Bootstrap',
      '<h3>Cups <span class="badge text-bg-info">4</span> <a href="#c">#</a></h3>',
      '### Cups (4)',
    ],
    ['TypeDoc', '<h1>Variable WINGS<code class="tsd-tag">Const</code></h1>', '# Variable WINGS `Const`'],
    [
      'mkdocstrings',
      '<h2><code>f(x)</code><span class="doc doc-labels"><small class="doc doc-label"><code>async</code></small></span></h2>',
      '## `f(x)` (`async`)',
    ],
    ['an API, before the words', '<h2><span class="badge">GET</span> /teas</h2>', '## GET /teas'],
    ['a page without a heading', '<p>Tea <span class="badge">New</span></p>', 'Tea New'],
  ])('of %s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });
});

describe('signatures', () => {
  it('of Doxygen are a line', () => {
    const cells =
      '<tr><td class="memname">int fly </td><td>(</td><td>int&#160;</td><td><em>x</em>, </td></tr>' +
      '<tr><td></td><td></td><td>int&#160;</td><td><em>y</em>&#160;</td></tr><tr><td></td><td>)</td><td></td><td> const</td></tr>';
    const table = `<table class="memname">${cells}</table>`;
    expect(twin(table)).toBe('int fly(int *x*, int *y*) const');
    const labels = `<table class="mlabels"><tr><td class="mlabels-left">${table}</td><td class="mlabels-right">inline</td></tr></table>`;
    expect(twin(labels)).toBe('int fly(int *x*, int *y*) const\n\ninline');
  });

  it('of Sphinx with a line for each parameter are a line', () => {
    const html =
      '<dl><dt class="sig"><span>fly</span>(<dl><dd><em>x</em>,</dd><dd><em>y</em>,</dd></dl>)</dt><dd>Flies.</dd></dl>';
    expect(twin(html)).toBe('- **fly(*x*, *y*,)**\n  Flies.');
  });
});

describe('what stands beside code', () => {
  it('is no part of its caption', () => {
    const html =
      '<div class="literal-block-wrapper"><div class="code-block-caption"><span class="caption-text">a.py</span>' +
      '<a class="headerlink" href="#id1">¶</a></div><pre>x</pre></div>';
    expect(twin(html)).toBe('*a.py*\n\n```\nx\n```');
  });

  it('is no address for an empty anchor of a line', () => {
    expect(twin('<pre><code><span><a href="a.html#cb1-1"></a>x</span></code></pre>')).toBe('```\nx\n```');
  });
});

describe('tables by roles', () => {
  const rows = (tag: string) =>
    `<div role="row"><${tag} role="columnheader">A</${tag}><${tag} role="columnheader">B</${tag}></div>` +
    `<div role="row"><${tag} role="cell">1</${tag}><${tag} role="cell">2</${tag}></div>`;

  it('are tables', () => {
    expect(twin(`<div role="table">${rows('span')}</div>`)).toBe('| A | B |\n| --- | --- |\n| 1 | 2 |');
  });

  it('keep text outside their cells, which stay apart', () => {
    expect(twin(`<div role="grid"><p>Birds</p>${rows('span')}</div>`)).toBe('Birds\n\nA\n\nB\n\n1\n\n2');
  });

  it('keep the links that their cells are', () => {
    const row = (name: string) =>
      `<div role="row"><a role="cell" href="/${name}">${name}</a><b role="cell">1</b></div>`;
    expect(twin(`<div role="table">${row('A')}${row('B')}</div>`)).toBe(
      '| [A](/A) | 1 |\n| --- | --- |\n| [B](/B) | 1 |',
    );
    expect(twin(`<div role="table"><p>Birds</p>${row('A')}${row('B')}</div>`)).toContain('[B](/B)');
  });

  it('are real tables already where a box has their role', () => {
    const row = (cells: string) => `<tr role="row">${cells}</tr>`;
    const head = row('<th role="columnheader">A</th><th role="columnheader">B</th>');
    const body = row('<td role="gridcell">1</td><td role="gridcell">2</td>');
    expect(twin(`<div role="grid"><p>Birds</p><table>${head}${body}</table></div>`)).toBe(
      'Birds\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
    );
  });

  it('of Javadoc have the columns of their head', () => {
    const cell = (name: string, text: string) => `<div class="${name}">${text}</div>`;
    const head = cell('table-header col-first', 'Type') + cell('table-header col-last', 'Method');
    const html = `<div class="summary-table">${head}${cell('col-first', 'int')}${cell('col-last', 'fly()')}</div>`;
    expect(twin(html)).toBe('| Type | Method |\n| --- | --- |\n| int | fly() |');
  });
});

describe('drawings', () => {
  it.each([
    [
      'the name and the words of a chart',
      '<figure><svg viewBox="0 0 400 200"><title>Birds</title><text>May</text><text>June</text></svg></figure>',
      'Birds: May, June',
    ],
    [
      'the name of a picture',
      '<div><svg role="img" aria-label="A map" viewBox="0 0 500 300"></svg></div>',
      'A map',
    ],
    ['the content of a canvas', '<canvas><p>Sales rose.</p></canvas>', 'Sales rose.'],
    ['the name of a canvas', '<canvas role="img" aria-label="Sales by year"></canvas>', 'Sales by year'],
    [
      'the words of a diagram that is drawn already',
      '<div class="mermaid"><svg viewBox="0 0 300 300"><foreignObject><div>Egg</div></foreignObject></svg></div>',
      'Egg',
    ],
    [
      'a text once, where programs that draw no HTML get it too',
      '<figure><svg viewBox="0 0 300 300"><switch><foreignObject><div>Egg</div></foreignObject><text>Egg</text></switch></svg></figure>',
      'Egg',
    ],
    [
      'the name of a picture that is a heading only once',
      '<div><svg role="img" viewBox="0 0 500 300"><title>Easy</title></svg></div><div><h2>Easy</h2><p>Yes.</p></div>',
      '## Easy\n\nYes.',
    ],
    [
      'the name of a link',
      '<p><a href="/x"><svg viewBox="0 0 9 9"><title>GitHub</title></svg></a></p>',
      '[GitHub](/x)',
    ],
  ])('show %s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });

  it.each([
    '<svg class="icon" viewBox="0 0 512 512"><text>i</text></svg>',
    '<svg aria-hidden="true" viewBox="0 0 400 200"><text>May</text></svg>',
    '<svg style="display:none" viewBox="0 0 400 200"><text>May</text></svg>',
    '<svg viewBox="0 0 400 200"><defs><symbol><text>May</text></symbol></defs></svg>',
  ])('show no words of an icon or a hidden one: %s', (svg) => {
    expect(twin(`<p>Seen ${svg} today.</p>`)).toBe('Seen today.');
  });
});

describe('boxes with notes', () => {
  it.each([
    ['Hugo Book', '<blockquote class="book-hint warning"><p>Mind.</p></blockquote>', '> [!WARNING]\n> Mind.'],
    [
      'Relearn',
      '<div class="box notices cstyle tip"><div class="box-label">Tip</div><div class="box-content"><p>Mind.</p></div></div>',
      '> [!TIP]\n> Mind.',
    ],
    [
      'Confluence',
      '<div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Heads up</p><div><p>Mind.</p></div></div>',
      '> [!WARNING]\n> **Heads up**\n>\n> Mind.',
    ],
    [
      'Quarto, without the word for screen readers',
      '<div class="callout callout-note"><div class="callout-title-container"><span class="screen-reader-only">Note</span>Five kinds</div><div><p>Mind.</p></div></div>',
      '> [!NOTE]\n> **Five kinds**\n>\n> Mind.',
    ],
  ])('of %s keep their kind', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });
});

describe('elements', () => {
  it('of unknown names keep their text, whatever the name', () => {
    expect(twin('<p>A <constructor>tern</constructor> flies.</p>')).toBe('A tern flies.');
  });

  it('of a list of parts keep the text beside them', () => {
    expect(twin('<ul>Terns<li><h3>Food</h3><p>Fish.</p></li></ul>')).toBe('Terns\n\n### Food\n\nFish.');
  });
});

describe('an empty link', () => {
  it('goes where another link has its address', () => {
    expect(twin('<p><a href="/x"></a></p><p><a href="/x">Terns</a></p>')).toBe('[Terns](/x)');
    expect(twin('<h3>Terns</h3><a href="/x"></a>')).toBe('### Terns\n\n</x>'.replace('</x>', '[/x](/x)'));
  });
});

describe('media and code of other systems', () => {
  it.each([
    ['a picture of AMP', '<p><amp-img src="/a.png" alt="A"></amp-img></p>', '![A](/a.png)'],
    [
      'a player by the id of its video',
      '<lite-youtube videoid="x1" playlabel="Talk"></lite-youtube>',
      'Embedded: [Talk](https://www.youtube.com/embed/x1)',
    ],
    [
      'a box that a script turns into a player',
      '<div class="youtube-player" data-youtube-id="q1w2e3r4t5y" data-title="Talk"></div>',
      'Embedded: [Talk](https://www.youtube.com/embed/q1w2e3r4t5y)',
    ],
    ['a callout of DocBook', '<pre>int x; <img src="1.png" alt="1"></pre>', '```\nint x; (1)\n```'],
    ['the language of TypeDoc', '<pre><code class="ts">x</code></pre>', '```ts\nx\n```'],
    [
      'the language of MediaWiki',
      '<div class="mw-highlight mw-highlight-lang-python"><pre>x</pre></div>',
      '```python\nx\n```',
    ],
    ['the language of VitePress', '<pre><code class="language-js-vue">x</code></pre>', '```js\nx\n```'],
    ['the language of Jupyter', '<div class="highlight-ipython3"><pre>x</pre></div>', '```python\nx\n```'],
    [
      'the language of Confluence',
      '<pre data-syntaxhighlighter-params="brush: java; gutter: false">x</pre>',
      '```java\nx\n```',
    ],
    [
      'a comment in a tree of files',
      '<ul><li class="file"><span class="tree-entry"><span>a.ts</span><span class="comment">main file</span></span></li></ul>',
      '- a.ts main file',
    ],
  ])('%s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });
});

describe('lists for the layout', () => {
  it.each([
    [
      'Javadoc, whose items are parts of the page',
      '<ul class="blockList"><li class="blockList"><h3>Methods</h3><table><tr><th>Name</th></tr><tr><td>tie</td></tr></table></li></ul>' +
        '<ul class="blockList"><li class="blockList"><pre>class Knot</pre><p>Ties.</p></li></ul>',
      '### Methods\n\n| Name |\n| --- |\n| tie |\n\n```\nclass Knot\n```\n\nTies.',
    ],
    [
      'items that begin with a heading',
      '<ul><li><h3>Reef</h3><p>Ties.</p></li><li><div><h3>Hitch</h3></div><p>Holds.</p></li></ul>',
      '### Reef\n\nTies.\n\n### Hitch\n\nHolds.',
    ],
    ['boxes around items', '<ul><div><li>Reef</li></div><div><li>Hitch</li></div></ul>', '- Reef\n- Hitch'],
    ['headings alone', '<ul><li><h3>Reef</h3></li><li><h3>Hitch</h3></li></ul>', '- ### Reef\n- ### Hitch'],
    [
      'a list in an item of its own',
      '<ul><li>Object</li><li><ul><li>Rope</li><li><ul><li>Knot</li></ul></li></ul></li><li>End</li></ul>',
      '- Object\n  - Rope\n    - Knot\n- End',
    ],
    [
      'a list that an editor has indented',
      '<ol><li style="list-style-type: none;"><ol><li>Reef</li><li>Hitch</li></ol></li></ol>',
      '1. Reef\n2. Hitch',
    ],
  ])('%s', (_name, html, expected) => {
    expect(twin(html)).toBe(expected);
  });
});

describe('code', () => {
  it.each([
    [
      'a highlighted block',
      '<pre><code class="language-py"><span class="k">if</span> <span class="n">a</span></code></pre>',
      '<pre><code class="language-py">if a</code></pre>',
    ],
    [
      'a span of Sphinx',
      '<code class="xref"><span class="pre">a</span> <span class="pre">b</span></code>',
      '<code class="xref">a b</code>',
    ],
    ['in a block of its own', '<pre>a<pre>b</pre>c</pre>', '<pre><code>a\nb\nc</code></pre>'],
    ['with a link', '<pre><a href="#x">a</a><span class="k">b</span></pre>', undefined],
    ['with a place that links lead to', '<pre><span id="line-1">a</span></pre>', undefined],
    ['with an annotation', '<pre><code><span class="c"># (1)!</span></code></pre>', undefined],
  ])('has no elements that only colour it: %s', (_, html, expected = html) => {
    const tree = parseHtml(html);
    canonicalise(tree);
    expect(toHtml(tree)).toBe(expected);
  });
});

it('numbered lines in a code span are a block, as Chirpy sets them', () => {
  const lines =
    '<table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre>brew\npour\n</pre></td></tr></tbody></table>';
  expect(
    twin(
      `<div class="language-sh highlighter-rouge"><div class="highlight"><code>${lines}</code></div></div>`,
    ),
  ).toBe('```sh\nbrew\npour\n```');
});

it('quotations that Chirpy gives a kind are notes', () => {
  expect(twin('<blockquote class="prompt-tip"><p>Warm the pot.</p></blockquote>')).toBe(
    '> [!TIP]\n> Warm the pot.',
  );
});

describe('parts of a row that CSS sets apart', () => {
  it.each([
    [
      'a number and its unit',
      '<div><span class="num">10k</span><span class="of">users</span></div>',
      '10k users',
    ],
    ['bold and plain', '<div><strong>99%</strong><span>uptime</span></div>', '**99%** uptime'],
    [
      'labels',
      '<div><span class="feature">final</span><span class="feature">late</span></div>',
      'final late',
    ],
    ['a method and its path', '<div><span class="method">GET</span><code>/teas</code></div>', 'GET `/teas`'],
    [
      'a method in a heading',
      '<h3><span class="http-method">delete</span><span>/teas</span></h3>',
      '### delete /teas',
    ],
    ['a date and a link', '<ul><li><time>May 1</time><a href="/a">Tea</a></li></ul>', '- May 1 [Tea](/a)'],
    [
      'a dot between them that a style draws',
      '<div><time>May 2018</time><span class="dot"></span><span><a href="/a">Tea</a></span></div>',
      'May 2018 [Tea](/a)',
    ],
    ['a label and its value', '<p><label>Beds</label>2</p>', 'Beds 2'],
    ['a text for screen readers', '<p>Age<span class="sr-only">in years</span></p>', 'Age in years'],
  ])('%s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });

  it.each([
    ['of a word in a paragraph', '<p><span class="a">un</span><span class="b">safe</span></p>', 'unsafe'],
    [
      'that are letters',
      '<div><span class="a">T</span><span class="a">e</span><span class="a">a</span></div>',
      'Tea',
    ],
    ['next to a sign', '<div><span class="a">size</span><span class="b">=3</span></div>', 'size=3'],
  ])('but not those %s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });
});

it('a space sets apart what a style does, but not the name and the parentheses of a function', () => {
  const call = '<div><a href="/tea">brew</a><span class="token">(</span><span>)</span></div>';
  expect(twin(call)).toBe('[brew](/tea)()');
  expect(twin('<div><span class="a">Tea</span><span>(12)</span></div>')).toBe('Tea (12)');
  expect(twin('<h2><small>Sea\\Birds</small>Tern</h2><h2>M<small>AC</small>Tern</h2>')).toBe(
    '## Sea\\Birds Tern\n\n## MACTern',
  );
});

describe('types and code of reference manuals', () => {
  it.each([
    [
      'odoc: the cases of a type have no numbers',
      '<p>type t = [</p><ol><li><code>| A</code></li><li><code>| B</code></li></ol><ol><li class="def anchored"><code>x : int;</code></li></ol>',
      'type t = [\n\n- `| A`\n- `| B`\n\n* `x : int;`',
    ],
    [
      'coqdoc: code with elements for line breaks',
      '<div class="code">\n<span>Lemma</span> <a href="#a">a</a> :<br>\n&nbsp;&nbsp;P.<br>\n\n<br>\nQed.\n</div>',
      '```\nLemma a :\n  P.\n\nQed.\n```',
    ],
    [
      'Codox: each way to call a function',
      '<div class="usage"><code>(fly wing)</code><code>(fly wing wind)</code></div>',
      '`(fly wing)` `(fly wing wind)`',
    ],
    [
      'Nim: names with commas in a list of definitions without terms',
      '<dl><a href="a.html">a</a>, <a href="b.html">b</a></dl>',
      '[a](a.html), [b](b.html)',
    ],
    [
      'Nim: a signature on two lines, in boxes',
      '<dl><div><div><dt><pre>proc fly(wing: int;\n         wind: int)</pre></dt><dd>Flies.</dd></div></div></dl>',
      '- **`proc fly(wing: int; wind: int)`**\n  Flies.',
    ],
  ])('%s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });
});

it('Tailwind: numbers of lines that are not selected with the code', () => {
  const line = (number: number, text: string) =>
    `<div class="flex-row"><span class="select-none">${number}</span><span>${text}</span></div>`;
  expect(twin(`<pre><code>${line(1, 'wing')}${line(2, 'beak')}</code></pre>`)).toBe('```\nwing\nbeak\n```');
});

it('Pandoc for KaTeX, and Scribble: TeX without delimiters', () => {
  const spans =
    '<span class="math inline">w^2</span> <span class="math inline"><em>w</em></span> <span class="math">\\mathbb{N}</span>';
  expect(twin(`<p>${spans} <span class="math">two words</span></p>`)).toBe(
    '$w^2$ *w* $\\mathbb{N}$ two words',
  );
  expect(twin('<p><span class="math display">w_i</span></p>')).toBe('$$w_i$$');
});

it('odoc: the fields of a record stay a table', () => {
  const fields = '<table><tr><td><code>a</code></td><td>One.</td></tr></table>';
  expect(twin(`<dl><dt>type t = {${fields}}</dt><dd>See b.</dd></dl>`)).toBe(
    '- type t = {\n\n  | `a` | One. |\n  | --- | --- |\n\n  }\n\n  See b.',
  );
});

describe('lists of Docutils and Sphinx', () => {
  it.each([
    [
      'the kind of a term',
      '<dl><dt>wing<span class="classifier">string</span></dt><dd>Long.</dd></dl>',
      '- **wing : string**\n  Long.',
    ],
    [
      'a list in columns',
      '<table class="hlist"><tr><td><ul><li>one</li><li>two</li></ul></td><td><ul><li>three</li></ul></td></tr></table>',
      '- one\n- two\n- three',
    ],
    [
      'a list in columns with a list in it',
      '<table class="hlist"><tr><td><ul><li>one<ul><li>inner</li></ul></li></ul></td><td><ul><li>two</li></ul></td></tr></table>',
      '- one\n  - inner\n- two',
    ],
    [
      'lines with an indent',
      '<div class="line-block"><div class="line">Red</div><div class="line-block"><div class="line">and round</div></div></div>',
      'Red\\\nand round',
    ],
  ])('%s', (_, html, markdown) => {
    expect(twin(html)).toBe(markdown);
  });
});
