import fc from 'fast-check';
import { parse, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../../src/content/html/parse.js';
import { parseTidy } from '../../../../src/content/html/tidy-parser.js';
import { hastAdapter } from '../../../../src/content/html/tree-adapter.js';
import { readFragments } from '../../../support/content/markdown/fragments.js';

const OPTIONS = { treeAdapter: hastAdapter, scriptingEnabled: false };

/** The order of properties counts too. */
const written = (tree: unknown) => JSON.stringify(tree, null, 1);

const NAMES = (
  'p p p div span b em a a code pre ul ol li li dl dd dt h1 h2 blockquote table thead tbody tr td th caption colgroup ' +
  'col section figure br img hr input button form label noscript script style iframe svg path math mi desc select ' +
  'option optgroup textarea object ruby rp rt nobr title template body html x-y acronym hr li td'
).split(' ');
const ATTRIBUTES = [
  '',
  '',
  '',
  ' class="a b"',
  ' href="/x?a=1&b=2&amp;c"',
  ' id=x',
  ' href=/x?a=1&b=2/',
  ' href="/x?copy=1&copy=2&amp"',
  ' title="a &copy b &notit; &nosuch; &#65 &"',
  ' title="&copyx&ampx"',
  ' title="&l"',
  ' class=a"b',
  ' class=',
  ' hidden',
  " title='t'",
  ' class="a" class="b"',
  ' classname="c" class="d"',
  ' data-x="&quot;&#39;"',
  ' width="12" height="x"',
  ' onclick="a > b"',
  ' constructor="x"',
  ' CLASS="a"',
  '\nlang="en"',
  ' /',
];
const PIECES = [
  'x',
  'word ',
  ' ',
  '\n',
  '\r\n',
  '&amp;',
  '&',
  ' & ',
  '&lt',
  '&copy;',
  '&nosuch;',
  '&notit;',
  '&#65;',
  '&#x80;',
  '&#0;',
  '<!--c-->',
  '<!-->',
  '<!-- a -- b --->',
  '<',
  ' < ',
  '<3',
  '<?x>',
  '>',
  '</',
  '</p>',
  '</li>',
  '</td>',
  '</tr>',
  '</div>',
  '<p>',
  '<li>',
  '<td>',
  '<tr>',
  '<dd>',
  '<option>',
  '</table>',
  '<!doctype html>',
  'é字😀',
  '\0',
];

const { html } = fc.letrec<{ html: string; node: string; element: string; table: string }>((tie) => ({
  html: fc.array(tie('node'), { maxLength: 4 }).map((nodes) => nodes.join('')),
  node: fc.oneof({ maxDepth: 6 }, fc.constantFrom(...PIECES), tie('element'), tie('element'), tie('table')),
  element: fc
    .tuple(
      fc.constantFrom(...NAMES),
      fc.constantFrom(...ATTRIBUTES),
      tie('html'),
      fc.nat({ max: 15 }).map((dice) => dice > 0),
    )
    .map(([name, attributes, inside, isClosed]) => {
      return `<${name}${attributes}>${inside}${isClosed ? `</${name}>` : ''}`;
    }),
  table: fc
    .tuple(
      fc.constantFrom('', '\n', '<caption>c</caption>', '<colgroup><col></colgroup>', 'x'),
      fc.constantFrom('', 'tbody', 'thead', 'tr'),
      tie('html'),
      tie('html'),
    )
    .map(([first, section, one, other]) => {
      const rows = `<tr>\n<td>${one}</td><th>${other}</th></tr>\n<tr></tr>`;
      return `<table>${first}${section === '' ? rows : `<${section}>${rows}</${section}>`}</table>`;
    }),
}));

describe('parseTidy', () => {
  it.each([
    ['text', 'a <b>bold</b> word &amp; more'],
    ['attributes', `<a href="/x?a=1&amp;b=2" class='a b' hidden>x</a>`],
    ['lists', '<ul>\n<li>a<ul><li>b</li></ul></li>\n</ul><dl><dt>a</dt><dd>b</dd></dl>'],
    ['a table without a body', '<table>\n<tr><td><p>a</p></td></tr>\n</table>'],
    ['a table with all its parts', '<table><caption>c</caption><thead><tr><th>a</th></tr></thead></table>'],
    ['a block in a button', '<p><button><div>x</div></button></p>'],
    ['empty elements', '<p>a<br>b<br/><img src="/x.png" alt="">\n</p><hr />'],
    ['a newline in front of code', '<pre>\n\n  x</pre>'],
    ['drawings', '<p><a><svg viewBox="0 0 1 1"><path d="M0 0"/><title>a &amp; b</title></svg>b</a></p>'],
    ['formulas', '<math display="block"><mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>'],
    ['pronunciations', '<p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp></ruby></p>'],
    ['elements of the page', '<x-card><x-title>a</x-title><p>b</p></x-card>'],
    ['elements of the page with bare hyphens', '<x-><p>a</p></x-><x--1>b</x--1>'],
    ['comments', '<!-- a --><p>b<!----></p>'],
    ['scripts', '<script>if (a < b) c("<p>")</script><style>p > a {}</style>'],
    [
      'paragraphs and items without end tags',
      '<p>a<p>b<ul><li>c<p>d<li>e</ul><dl><dt>f<dd>g<dt>h</dl><h2>i</h2><p>j<table></table>',
    ],
    [
      'tables without end tags',
      '<table><thead><tr><th>a<tbody><tr><td>b<td><ul><li>c</ul><p>d<tr><td>e</table><p>e',
    ],
    ['columns without an end tag', '<table><colgroup><col><col><tr><td>a</table>'],
    ['elements that are open when the text ends', '<div><p>a <b>b'],
    ['values without quotes', '<a href=/x?a&b/ class=c hidden>x</a><img src=/x.png>'],
    ['signs that are no tags', '<p>a < b, 1 <2, <3 and <-b> c <'],
    [
      'references of any kind',
      '<p title="&copy=1 &nosuch; &">&copy 2020 &notit; &#8217; &nosuch; & &#x80</p>',
    ],
    [
      'lists to choose from',
      '<p><select name=a><option>x<option selected>y<optgroup label=b><option>z</select></p>',
    ],
    ['fields for text', '<form><textarea>\n\na &lt; <b>b</textarea><p>c</form>'],
    ['objects', '<p><object data="/x"><param name="a" value="b"><p>c</object>d</p>'],
  ])('understands %s', (_, fragment) => {
    const tree = parseTidy(fragment);
    expect(tree).toBeDefined();
    expect(written(tree)).toBe(written(parseFragment(fragment, OPTIONS)));
  });

  it.each([
    ['an end tag too many', 'a</p>'],
    ['a name with a capital letter', '<p>a <bR> c</p>'],
    ['an end tag that is missing', '<div><b>a</div>'],
    ['an end of a paragraph that has ended', '<p>a<table><tr><td>b</p></table>'],
    ['what may be a reference', '<p title="&copy">a</p>'],
    ['a value that is not quoted well', '<p class=a"b>c</p>'],
    ['a tag between things to choose', '<select><b><option>a</select>'],
    ['a cell without a row', '<table><tbody><td>a</table>'],
    ['tags in the wrong order', '<b><i>a</b></i>'],
    ['a paragraph that a block ends', '<p>a<div>b</div></p>'],
    ['a link in a link', '<a href="/a"><b><a href="/b">x</a></b></a>'],
    ['text between rows', '<table>x<tr><td>a</td></tr></table>'],
    ['an attribute twice', '<p class="a" class="b">x</p>'],
    ['text that a drawing cannot hold', '<svg><p>a</p></svg>'],
    ['HTML in a drawing', '<svg><desc><p>a</p></desc></svg>'],
    ['a drawing that another element ends', '<div><svg></div></svg>'],
    ['a drawing between rows', '<table><svg></svg><tr><td>a</td></tr></table>'],
    ['a pronunciation that ends a paragraph', '<ruby><p>a<rt>b</rt></p></ruby>'],
    ['frames of pages', '<html><body>a</body></html>'],
  ])('leaves %s to the other parser', (_, fragment) => {
    expect(parseTidy(fragment)).toBeUndefined();
  });

  it('makes the tree of the other parser, or none', () => {
    fc.assert(
      fc.property(html, (fragment) => {
        const tree = parseTidy(fragment);
        fc.pre(tree !== undefined);
        expect(written(tree)).toBe(written(parseFragment(fragment, OPTIONS)));
      }),
      { numRuns: 1500 },
    );
  });

  it('makes the tree of the other parser of tags in any order, or none', () => {
    const names = 'p div ul li dl dd dt table tbody tr td th select optgroup option object b h2'.split(' ');
    const tags = names.flatMap((name) => [...Array<string>(5).fill(`<${name}>`), `</${name}>`]);
    const soup = fc.array(fc.constantFrom(...tags, 'x', '\n', ' < '), { minLength: 2, maxLength: 10 });
    let understood = 0;
    fc.assert(
      fc.property(soup, (pieces) => {
        const fragment = pieces.join('');
        const tree = parseTidy(fragment);
        if (tree === undefined) return;
        understood += 1;
        expect(written(tree)).toBe(written(parseFragment(fragment, OPTIONS)));
      }),
      { numRuns: 20_000 },
    );
    expect(understood).toBeGreaterThan(500);
  });

  it.each(readFragments().map(({ file, name, html: fragment }) => [`${file}: ${name}`, fragment]))(
    'agrees about %s',
    (_, fragment) => {
      const expected = written(parseFragment(fragment, OPTIONS));
      expect(written(parseTidy(fragment) ?? JSON.parse(expected))).toBe(expected);
    },
  );
});

describe('parseDocument', () => {
  const heads = [
    '<head><title>a</title></head>',
    '<head><title>a</title></head>\n',
    '<head>\n<meta charset="utf-8">\n<title>a &amp; <b></title><!-- c --><link rel="icon" href="/i"></head>\n\n',
    '<head><script>a < b</script><style>p > a {}</style><base href="/">',
    '<head>x</head>',
    '<head><noscript><link></noscript></head>',
    '<head><title>a</title>\n<!-- </head>',
    '<head><!-- </head>',
    '<head><script>"</head>',
    '<head><template></head>',
    '<title>a</title>',
  ];
  const tails = [
    '</body></html>',
    '</body>\n</html>\n',
    '</body>x',
    '</body><!-- a --></html>',
    '</html>',
    '',
    '</div></body>',
  ];

  it('makes the tree of the other parser, whatever stands around the content', () => {
    const part = fc.tuple(
      fc.constantFrom(
        '<!doctype html><html lang="en">',
        '\n<!DOCTYPE html>\n<html>\n',
        '<html>',
        '<html>x',
        '',
      ),
      fc.constantFrom(...heads),
      fc.constantFrom(...ATTRIBUTES),
      html,
      fc.constantFrom(...tails),
    );
    fc.assert(
      fc.property(part, ([start, head, attributes, body, tail]) => {
        const page = `${start}${head}<body${attributes}>${body}${tail}`;
        expect(written(parseDocument(page))).toBe(written(parse(page, OPTIONS)));
      }),
      { numRuns: 1500 },
    );
  });

  it('makes the tree of the other parser of a page that ends in its head', () => {
    const part = fc.tuple(
      fc.constantFrom('<!doctype html><html lang="en">\n', '<html>'),
      fc.constantFrom(...heads),
    );
    fc.assert(
      fc.property(part, fc.nat({ max: 80 }), ([start, head], cut) => {
        const page = `${start}${head}`.slice(0, Math.max(20, start.length + head.length - cut));
        expect(written(parseDocument(page))).toBe(written(parse(page, OPTIONS)));
      }),
      { numRuns: 500 },
    );
  });
});
