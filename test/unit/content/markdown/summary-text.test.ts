import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { convertTree } from '../../../../src/content/markdown/to-markdown.js';

describe('the beginning of a twin for a summary', () => {
  it.each([
    ['has no heading run into it', '<p>Tea.</p><h2>Cups</h2><p>Two.</p>', 'Tea. Two.'],
    [
      'has marks between lines without one',
      '<p>Brews <b>tea</b></p><h2>Cups</h2><p>Two cups</p><ul><li>one</li><li>two!</li><li>three</li></ul><p>お茶</p><p>熱い</p>',
      'Brews tea. Two cups; one; two! three. お茶 熱い',
    ],
    [
      'has no caption',
      '<p>It is hot!</p><figure><img src="a.png" alt=""><figcaption>A <b>cup</b></figcaption></figure><p>So.</p>',
      'It is hot! So.',
    ],
    [
      'has the captions where there is nothing else',
      '<figure><img src="a.png" alt=""><figcaption>A cup</figcaption></figure>',
      'A cup',
    ],
    [
      'has spaces between pieces of code where there is nothing else',
      '<pre><code>cup 1</code></pre><pre><code>cup 2</code></pre>',
      'cup 1 cup 2',
    ],
    ['ends with no mark of a list', '<ul><li>Tea</li><li><img src="a.png"></li></ul>', 'Tea'],
    ['has no copyright', '<p>Tea is hot.</p><p>© 2024 Tern Bakery</p><p>(c) 2023 Us</p>', 'Tea is hot.'],
    [
      'has no reserved rights',
      '<p>Tea is hot.</p><p>Tern Bakery<br>all rights reserved 2024</p>',
      'Tea is hot.',
    ],
    [
      'has no buttons of slides',
      '<ul><li><h3>Rooms</h3><p><a href="/en">English? Click here</a></p></li></ul><p>Rooms at the harbour of the town.</p>',
      'Rooms at the harbour of the town.',
    ],
    [
      'has no place in the code, as TypeDoc writes it',
      '<ul><li>Defined in <a href="x#L4">src/tea.ts:4</a></li></ul><p>A pot of tea. Defined in <a href="/b">B</a>.</p><ul><li>Defined in src/b.d.ts:9</li></ul>',
      'A pot of tea. Defined in B.',
    ],
    ['has no code', '<p>Run:</p><pre><code>1 tea</code></pre><p>Drink.</p>', 'Run: Drink.'],
    ['has blocks of code apart', '<pre><code>npm i</code></pre><pre><code>npm t</code></pre>', 'npm i npm t'],
    [
      'has no footnote marks and notes',
      '<p>Tea<sup><a href="#f" id="r">1</a></sup>.</p><ol><li id="f">Note <a href="#r">↩</a></li></ol>',
      'Tea.',
    ],
    [
      'has no label for screen readers',
      '<div><h2 id="c">Cups</h2><a href="#c"><span class="sr-only">Section titled “Cups”</span></a></div><p>Two.</p>',
      'Two.',
    ],
    [
      'has a formula once',
      '<p>It is <span class="katex"><span class="katex-mathml"><math><semantics><mi>E</mi><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">E=mc2</span></span>.</p>',
      'It is E=mc^2.',
    ],
    [
      'has texts of links, marks and code in lines',
      '<p>See <a href="/a">the <b>atlas</b></a> <code>a*b</code></p>',
      'See the atlas a*b',
    ],
    ['has spaces between lines and items', '<ul><li>a</li><li>b</li></ul><p>e<br>f</p>', 'a; b. e f'],
    ['has cells where there is nothing else', '<table><tr><th>c</th><td>d</td></tr></table>', 'c d'],
    [
      'has no table',
      '<p>Tea.</p><table><tr><th>c</th></tr><tr><td>d</td></tr></table><p>So.</p>',
      'Tea. So.',
    ],
    [
      'has a table where there is nothing else',
      '<table><tr><th>c</th><th>d</th></tr><tr><td>e</td><td>f</td></tr></table>',
      'c d e f',
    ],
    [
      'has neither buttons nor videos',
      '<ul><li><a href="/a">Start here</a></li></ul><p>Video: <a href="/v">/v</a></p><p>Tea.</p><p><a href="/b">Buy</a></p>',
      'Tea.',
    ],
    [
      'has a list of links after a text',
      '<p>For example:</p><ul><li><a href="/a">Oolong</a></li><li><a href="/b">Sencha</a></li></ul>',
      'For example: Oolong; Sencha',
    ],
    [
      'has no contents of a chapter with their label',
      '<p><b>Table of Contents</b></p><ul><li><a href="/a">1. Leaves</a><ul><li><a href="/b">1.1. Green</a></li></ul></li></ul><p>It is about tea.</p>',
      'It is about tea.',
    ],
    [
      'has no line with the author, the date and the time that reading takes',
      '<p>By <a href="/ann">Ann</a> · <time>2026-03-07</time> · 4 min read</p><p>Tea.</p>',
      'Tea.',
    ],
    [
      'has no fields about the document, and no label',
      '<dl class="field-list"><dt>Author</dt><dd><p>Ann</p></dd><dt>Release</dt><dd><p>0.4</p></dd></dl><p><b>Abstract</b></p><p>Tea.</p>',
      'Tea.',
    ],
    ['has no byline after its date', '<p>5 January 2025 • by Ida Elm</p><p>Tea.</p>', 'Tea.'],
    [
      'has no fields of a class',
      '<dl><dt>Inherits:</dt><dd><p>Leaf</p><ul><li>Plant</li></ul></dd><dt>Defined in:</dt><dd>lib/tea.rb</dd></dl><p>Brew it.</p>',
      'Brew it.',
    ],
    [
      'has labels before sentences',
      '<ul><li><b>Leaves:</b> They are green.</li></ul><p>Tea.</p>',
      'Leaves: They are green. Tea.',
    ],
    [
      'has fields of anything else',
      '<dl><dt>Leaves</dt><dd><p>green</p></dd></dl><p>Tea.</p>',
      'Leaves green. Tea.',
    ],
    ['has no line with the date of a change', '<p>Last updated: March 7, 2026</p><p>Tea.</p>', 'Tea.'],
    [
      'has the date and the place of an event',
      '<p>7 March 2026, town hall</p><p>Tea.</p>',
      '7 March 2026, town hall. Tea.',
    ],
    [
      'has no callout',
      '<blockquote class="callout callout-tip"><p><strong>Learn</strong></p><p>Cups.</p></blockquote><p>Tea.</p>',
      'Tea.',
    ],
    [
      'has callouts, but no headings, where there is nothing else',
      '<h2>Cups</h2><blockquote class="callout callout-note"><p>Tea.</p></blockquote>',
      'Tea.',
    ],
    ['has headings where there is nothing else', '<h2>Cups</h2><h2>Pots</h2>', 'Cups Pots'],
    [
      'has no row of links',
      '<p>Languages: <a href="/e">English</a> | <a href="/f">French</a> | <a href="/k">Korean</a></p><p>Tea.</p>',
      'Tea.',
    ],
    [
      'has no trail of names',
      '<p><a href="/a"><b>API</b></a> • <b>Docs</b></p><p><a href="/a">API</a> / <a href="/t">tea</a> / Leaf</p><p>Tea.</p>',
      'Tea.',
    ],
    [
      'has a sentence that begins with a link',
      '<p><a href="/a">Cups</a> / pots. Both.</p>',
      'Cups / pots. Both.',
    ],
    [
      'has a sentence with links',
      '<p>Drink <a href="/e">tea</a>, <a href="/f">milk</a> or <a href="/k">water</a> at any time of the day.</p><p>So.</p>',
      'Drink tea, milk or water at any time of the day. So.',
    ],
    [
      'has a row of links where there is nothing else',
      '<p><a href="/e">Tea</a>, <a href="/f">milk</a>, <a href="/k">water</a></p>',
      'Tea, milk, water',
    ],
    [
      'has no link behind a label',
      '<p>Languages: <a href="/e">en</a></p><p>Video: <a href="https://v.example/1">https://v.example/1</a></p><p>Tea.</p>',
      'Tea.',
    ],
    ['has a sentence that ends with a link', '<p>Cups and <a href="/p">pots</a>:</p>', 'Cups and pots:'],
    [
      'has no list of contents',
      '<ul><li><a href="#a">1.1. Cups</a></li><li>1.2. <a href="#b">Pots</a></li></ul><p>Tea.</p>',
      'Tea.',
    ],
    [
      'has no table',
      '<p>tea: brews</p><table><tr><th>c</th><td>d</td></tr></table><p>Leaves.</p>',
      'tea: brews. Leaves.',
    ],
    [
      'has no synopsis of a command',
      '<p><code>tea</code> [<code>--milk</code>] <code>cup</code></p><p><code>tea</code> brews.</p>',
      'tea brews.',
    ],
    [
      'has no labels of tabs and captions',
      '<p><b>npm</b></p><pre>npm i</pre><p>Drink.</p><p><em>Table 1</em></p><table><tr><th>c</th><td>d</td></tr></table>',
      'Drink.',
    ],
    [
      'has no lines of one word above a text',
      '<p>Edit</p><p>tea <b>15</b></p><ul><li>cups</li><li>pots</li></ul><p>Loading …</p><p>Brew the leaves in hot water for three minutes.</p>',
      'Brew the leaves in hot water for three minutes.',
    ],
    [
      'has no names of classes and fields of Javadoc above a text',
      '<p>Package org.tea</p><ul><li>java.lang.Object<ul><li>org.tea.Pot&lt;T&gt;</li></ul></li></ul><dl><dt>Functional Interface:</dt><dd>This is a functional interface.</dd></dl><p>Brews the leaves in hot water for three minutes.</p>',
      'Brews the leaves in hot water for three minutes.',
    ],
    [
      'has no names above a text',
      '<p>About the Author</p><p>Ida Moe</p><p>Thu, Mar 26, 2026</p><p>Brew the leaves in hot water for three minutes.</p>',
      'Brew the leaves in hot water for three minutes.',
    ],
    [
      'has the pages of a list of contents without their sections',
      '<p>Tea in three steps, for everybody.</p><ul><li><a href="/a">Boil</a><ul><li><a href="/a#b">The kettle</a></li></ul></li><li><a href="/c">Brew</a></li></ul>',
      'Tea in three steps, for everybody. Boil; Brew',
    ],
    ['has no pictures', '<p><img src="/a.png" alt="Cup"> Tea</p>', 'Tea'],
  ])('%s', (_, html, text) => {
    expect(convertTree(parseHtml(html)).summary).toBe(text);
  });
});
