import { expect, it } from 'vitest';
import { asSeen } from '../../../../src/content/html/as-seen.js';
import { canonicalise } from '../../../../src/content/html/canonical/index.js';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';

const linesOf = (html: string): string[] => {
  const tree = parseHtml(html);
  canonicalise(tree);
  asSeen(tree);
  return toMarkdown(tree)
    .split('\n')
    .filter((line) => line !== '');
};

it.each([
  [
    'a note of LaTeXML in its sentence',
    '<p>Old<span class="ltx_note"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>Thirty years.</span></span></span> birds.</p>',
    ['Old (Thirty years.) birds.'],
  ],
  [
    'a note to a heading',
    '<h2>Terns<span class="ltx_note"><sup class="ltx_note_mark">*</sup><span class="ltx_note_content"><span class="ltx_note_type">thanks: </span>By Ida.</span></span></h2><p>Fly.</p>',
    ['## Terns', 'By Ida.', 'Fly.'],
  ],
  [
    'a formula in an algorithm',
    '<div class="ltx_listing"><div class="ltx_listingline">while <math><semantics><mi>x</mi><annotation>x</annotation></semantics></math></div></div>',
    ['```', 'while x', '```'],
  ],
  [
    'code of LaTeXML',
    '<div class="ltx_listing"><div class="ltx_listing_data"><a href="data:,x">⬇</a></div><div class="ltx_listingline"><span class="ltx_tag_listingline">1</span>def f():</div><div class="ltx_listingline">    pass</div></div>',
    ['```', 'def f():', '    pass', '```'],
  ],
  [
    'marks with letters of list items, in place of numbers',
    '<ol><li><span class="ltx_tag">(a)</span> Terns</li><li>(b) Gulls</li></ol><ol><li>(a) Terns</li><li>Gulls</li></ol>',
    ['- (a) Terns', '- (b) Gulls', '1. (a) Terns', '2. Gulls'],
  ],
  [
    'marks of list items in elements of their own',
    '<ul><li><span>•</span><div><p>One</p></div></li></ul><ol><li><span>5.</span> Five</li></ol>',
    ['- One', '5. Five'],
  ],
  [
    'a list in several elements',
    '<ol start="1"><li>One</li></ol><ol start="2"><li>Two</li><li>Three</li></ol><ol start="4"><li>Four</li></ol>',
    ['1. One', '2. Two', '3. Three', '4. Four'],
  ],
  [
    'the lines of an entry of LaTeXML',
    '<ul><li><span class="ltx_bibblock">O. Holm.</span><span class="ltx_bibblock">Terns.</span></li></ul>',
    ['- O. Holm. Terns.'],
  ],
  [
    'the number of an entry of Pandoc',
    '<div class="csl-entry"><div class="csl-left-margin">[1]</div><div class="csl-right-inline">Holm.</div></div>',
    ['\\[1] Holm.'],
  ],
  [
    'a note of Quarto in the margin',
    '<p>Old<a href="#fn1" class="footnote-ref" role="doc-noteref"><sup>1</sup></a></p><div class="column-margin"><div id="fn1"><p><sup>1</sup>&nbsp;Thirty.</p></div></div>',
    ['Old[^1]', '[^1]: Thirty.'],
  ],
  [
    'elements of Distill',
    '<p>Let <d-math>x_1</d-math> be<d-footnote>A note.</d-footnote></p><d-math block>y_1</d-math><d-code block language="js">a()\nb()</d-code>',
    ['Let $x_1$ be (A note.)', '$$y_1$$', '```js', 'a()', 'b()', '```'],
  ],
  [
    'a language with the name of a file',
    '<pre><code class="language-js:src/a.js">a()</code></pre>',
    ['```js', 'a()', '```'],
  ],
  [
    'a button that opens an address',
    `<p><button onclick="window.location.href='/atlas/'">Get the atlas</button></p>`,
    ['[Get the atlas](/atlas/)'],
  ],
  [
    'a formula in the address of an image',
    '<p><img src="https://latex.codecogs.com/svg.image?%5Cfrac%7Ba%7D%7Bb%7D"></p>',
    ['$\\frac{a}{b}$'],
  ],
  [
    'a formula of Temml',
    '<p><span class="hurmet-tex" data-entry="\\vec{F}"><math><mi>F</mi></math></span></p>',
    ['$\\vec{F}$'],
  ],
  [
    'text in a formula',
    '<p><math><msub><mi>r</mi><mtext>max</mtext></msub><mo>.</mo></math></p>',
    ['r\\_(max).'],
  ],
  [
    'a block of code of Verso',
    '<code class="hl lean block"><span>#eval 5\n#check 4</span></code>',
    ['```lean', '#eval 5', '#check 4', '```'],
  ],
  ['a number with a small one below it', '<p>In 2021<sub>5ya</sub></p>', ['In 2021_5ya']],
  [
    'a permalink to a page that finds the heading',
    '<h2>Eggs <span><a href="/find/?name=eggs" title="Permalink">🔗</a></span></h2>',
    ['## Eggs'],
  ],
  [
    'a side note of Org with its number',
    '<p>Old<label for="s">1</label><input id="s" type="checkbox"><span class="sidenote"><sup>1</sup> Thirty.</span> birds.</p>',
    ['Old (Thirty.) birds.'],
  ],
  [
    'a side note that the notes repeat',
    '<p>Old<sup class="footnote-reference"><a id="r" href="#n">1</a></sup><span class="sidenote">1. Thirty.</span> birds.</p><div class="footnote-definition"><sup id="n"><a href="#r">1</a></sup><div><p>Thirty.</p></div></div>',
    ['Old[^1] birds.', '[^1]: Thirty.'],
  ],
  ['a block in code', '<code><pre>a\n  b</pre></code>', ['```', 'a', '  b', '```']],
  [
    'the number of a heading',
    '<h2><span class="no">1.</span><span class="name">Eggs</span></h2>',
    ['## 1. Eggs'],
  ],
])('%s', (_, html, lines) => {
  expect(linesOf(html)).toEqual(lines);
});
