import { describe, expect, it } from 'vitest';
import { readSeenPage, seenBeside } from '../../../../src/content/fidelity/read-page.js';
import { parseDocument } from '../../../../src/content/html/parse.js';

const read = (body: string, isFrameLine?: (line: string) => boolean) =>
  readSeenPage(
    parseDocument(`<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`),
    isFrameLine,
  );
const textOf = (body: string) => read(body).pieces.map(([, text]) => text);

describe('what a visitor sees of a page', () => {
  it.each([
    ['<main><p>In main</p></main><p>outside</p>', ['In main']],
    ['<div role="main"><p>In main</p></div><p>outside</p>', ['In main']],
    [
      '<p><a href="/">Home</a> » Tea pots</p><h1>Tea pots</h1><p><a href="/">Home</a> tea</p>',
      ['Tea pots', 'Home tea'],
    ],
    [
      '<details open><summary><h3>Index</h3></summary><section><h4 id="c">Cups</h4><a href="#a">a</a><a href="#b">b</a></section></details><p>Text</p>',
      ['Text'],
    ],
    ['<div><a href="/a">← Tea</a> <a href="/b">Cups →</a></div><p>Text</p>', ['Text']],
    [
      '<ul><li><a href="/b">Next: Cups</a></li></ul><ul><li><a href="/b">Next of kin</a></li></ul>',
      ['Next of kin'],
    ],
    [
      `<div>${'<div>                <a href="#a">mug()</a>               <a href="#b">pot()</a></div>'.repeat(9)}</div><p>Text</p>`,
      ['Text'],
    ],
    ['<p><a href="/a">Previous work</a> <a href="/b">Next of kin</a></p>', ['Previous work Next of kin']],
    ['<header>Top</header><p>Text</p><footer>End</footer>', ['Text']],
    ['<div><header>Lead</header><p>Text</p></div>', ['Lead', 'Text']],
    [
      '<header><b>Top</b><nav>Menu</nav><div><h1>Title</h1><p>Lead</p></div></header><p>Text</p>',
      ['Title', 'Lead', 'Text'],
    ],
    ['<p>one<b>two</b> three</p>', ['onetwo three']],
    ['<div><label>npm</label><input type="radio"><label>pnpm</label></div>', ['npm pnpm']],
    ['<div><span class="num">10</span><span class="of">users</span></div>', ['10 users']],
    ['<iframe src="/count" width="1" height="1"></iframe><p>a</p>', ['a']],
    ['<p>a<br>b</p>', ['a\nb']],
    ['<table><tr><td>a</td><td>b</td></tr></table>', ['a\tb']],
    ['<pre>a\n  b</pre>', ['a\n  b']],
    ['<details><summary>Open</summary><p>inside</p></details>', ['Open', 'inside']],
    ['<p hidden>a</p><p style="display: none">b</p><dialog>c</dialog><p>d</p>', ['d']],
    ['<script>a</script><style>b</style><noscript>c</noscript><template>d</template><p>e</p>', ['e']],
    [
      '<button>Copy</button><form>Search</form><time>today</time><svg><text>x</text></svg><p>Text</p>',
      ['Text'],
    ],
    ['<nav>Menu</nav><div role="navigation">Menu</div><p>Text</p>', ['Text']],
    [
      '<div><h2 id="a-b">Title</h2><a href="#a-b">Section titled Title</a></div><p><a href="#a-b">Text</a></p>',
      ['Title', 'Text'],
    ],
    ['<div><h2 id="é">Title</h2><a href="#%C3%A9">Section</a></div>', ['Title']],
    ['<p><a rel="prev" href="a">Before</a> the <a rel="next" href="b">after</a></p><p>Text</p>', ['Text']],
    ['<ul><li><a href="#a">A</a></li><li><a href="#b">B</a></li></ul><p>Text</p>', ['Text']],
    [
      '<ul><li><a href="#a">A</a> long words on it</li><li><a href="#b">B</a></li></ul>',
      ['A long words on it', 'B'],
    ],
    ['<p><a href="#a">Alpha</a> | <a href="#b">Beta</a></p><p>Text</p>', ['Text']],
    ['<table><tr><td><a href="#a">Alpha</a> | <a href="#b">Beta</a></td></tr></table><p>Text</p>', ['Text']],
    [
      '<div><p>Languages: <a href="/en/a">en</a> | <a href="/fr/a" hreflang="fr" rel="alternate">fr</a></p></div><p>Text</p>',
      ['Text'],
    ],
    [
      '<p>So <math><mfrac><mn>1</mn><mi>c</mi></mfrac><msup><mi>x</mi><mn>2</mn></msup></math></p>',
      ['So 1/cx^2'],
    ],
    [
      '<ul><li>← Previous<br><a href="/a">Tea</a></li><li>Next →<br><a href="/b">Cup</a></li></ul><p>Text</p>',
      ['Text'],
    ],
    ['<p>Next: <a href="/b">Cup</a></p><p>Next, read <a href="/b">Cup</a></p>', ['Next, read Cup']],
    ['<p><a href="/b">Next</a></p>', ['Next']],
    [
      '<div><a href="/">Tea</a> &gt; <a href="/c">Cups</a> &gt; <a href="/c/v">Small</a></div><p>Text</p>',
      ['Text'],
    ],
    ['<p><a href="/b">Cup</a> &gt; <a href="/c">Pot</a> by size</p>', ['Cup > Pot by size']],
    [
      '<p>Next: <a href="/b">Cup</a>, Previous: <a href="/c">Pot</a>, Up: <a href="/">Tea</a> &nbsp; [<a href="/i">Index</a>]</p><p>Text</p>',
      ['Text'],
    ],
    [
      '<p><a href="/b">Cup</a>, <a href="/c">Pot</a>, <a href="/">Tea</a></p><p>Up: <a href="/b">Cup</a>, <a href="/c">Pot</a>, <a href="/">Tea</a></p>',
      ['Cup, Pot, Tea', 'Up: Cup, Pot, Tea'],
    ],
    ['<p><a href="#a">One</a> link in a text</p>', ['One link in a text']],
  ])('%s', (html, expected) => {
    expect(textOf(html)).toEqual(expected);
  });

  it('leaves lines out that stand on many pages', () => {
    const { pieces } = read(
      '<p>Part of the suite</p><p>Own<br>Part of the suite</p>',
      (line) => line === 'Part of the suite',
    );
    expect(pieces).toEqual([['p', 'Own']]);
  });

  it('leaves out what a generator adds', () => {
    const { pieces } = readSeenPage(
      parseDocument('<pre><span>1</span>let a;</pre>'),
      undefined,
      ({ tagName }, parent) => tagName === 'span' && parent.tagName === 'pre',
    );
    expect(pieces).toEqual([['pre', 'let a;']]);
  });

  it('knows words that stand anywhere on the page, as far as they were taken in other lines', () => {
    const shown = read('<nav>Menu</nav><main><img alt="A heron" title="Grey"><p>Text</p></main>');
    expect(seenBeside(shown, ['Text', 'heron grey menu otter']).also.join(' ').split(' ').sort()).toEqual([
      'grey',
      'heron',
      'menu',
    ]);
  });

  it('knows words that marks split on the page', () => {
    const shown = read('<main title="sea-bird"><p>Text</p></main>');
    expect(seenBeside(shown, ['seabird']).also).toEqual(['seabird']);
  });
});

it('a video that is only a decoration is no file of the page', () => {
  const video = '<video autoplay><source src="/bg.mp4"></video>';
  const filesIn = (body: string) => read(body).pieces.filter(([, , file]) => file !== undefined).length;
  expect(filesIn(`<div>${video}</div><p>Text</p>`)).toBe(1);
  expect(filesIn(`<div aria-hidden="true">${video}</div><p>Text</p>`)).toBe(0);
  expect(filesIn(`<div aria-hidden="true">${video}<p>Text</p></div>`)).toBe(1);
});
