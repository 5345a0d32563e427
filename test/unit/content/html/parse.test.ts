import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Nodes } from 'hast';
import { parse, parseFragment } from 'parse5';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { parseDocument, parseHtml } from '../../../../src/content/html/parse.js';
import { hastAdapter } from '../../../../src/content/html/tree-adapter.js';
import { readFragments } from '../../../support/content/markdown/fragments.js';

function plain(node: Nodes): unknown {
  return JSON.parse(
    JSON.stringify(node, (key, value) => (key === 'position' || key === 'data' ? undefined : value)),
  );
}

it('overrides steps of the release of parse5 that is installed', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { version } = JSON.parse(readFileSync('node_modules/parse5/package.json', 'utf8'));
  expect(devDependencies.parse5).toBe(version);
});

describe('parseHtml', () => {
  it('gives hast with typed properties and no positions', () => {
    const tree = parseHtml('<p class="a b" hidden data-x-y="1"><input maxlength="3" checked>t</p>');
    expect(plain(tree)).toEqual({
      type: 'root',
      children: [
        {
          type: 'element',
          tagName: 'p',
          properties: { className: ['a', 'b'], hidden: true, dataXY: '1' },
          children: [
            { type: 'element', tagName: 'input', properties: { maxLength: 3, checked: true }, children: [] },
            { type: 'text', value: 't' },
          ],
        },
      ],
    });
  });

  it('drops the frame of whole documents', () => {
    const tree = parseHtml(
      '<!doctype html><html><head><title>T</title></head><body class="b"><p>x</p></body></html>',
    );
    expect(tree.children.map((node) => (node.type === 'element' ? node.tagName : node.type))).toEqual([
      'title',
      'p',
    ]);
  });

  it('keeps the content of templates apart', () => {
    const [template] = parseHtml('<template><b>x</b></template>').children;
    expect(template).toMatchObject({
      tagName: 'template',
      children: [],
      content: { type: 'root', children: [{ tagName: 'b' }] },
    });
  });

  it('takes no attribute for a part of the prototype', () => {
    const [node] = parseHtml('<p __proto__="x" constructor="y">x</p>').children;
    expect(Object.keys(node?.type === 'element' ? node.properties : {})).toEqual([]);
  });

  it.each(readFragments().map(({ file, name, html }) => [`${file}: ${name}`, html]))(
    'parses %s as rehype-parse does',
    (_, html) => {
      expect(plain(parseHtml(html))).toEqual(
        plain(unified().use(rehypeParse, { fragment: true }).parse(html)),
      );
    },
  );
});

/** Markup and text whose characters the parser treats differently from each other. */
const PIECES = [
  ...['a b', ' c', '\n', '\t x', '\r\n', '\r', '\f', '\0', 'é 漢字 🙂', '\ud800', 'x\ny z'],
  ...['&amp;', '&notit;', '&', '<', '</', '</ x>', '<!-- a -- b -->', '<![CDATA[a b]]>'],
  ...['<p class="a\nb\tc&lt;d" id=x>', "<B HREF='q \"w'>", '</b>', '<p a="b', '<h1>', '</H1>'],
  ...['<table>', '<tr>', '<td>', '</table>', '<col>', '<colgroup>', '<frameset>', '<frame>', '</frameset>'],
  ...['<select>', '<option>', '<svg>', '<math><mi>', '<pre>\n', '</pre>', '<template>', '</template>'],
  ...[
    '<script>a < b "c"<!-- <script> x</script>',
    '</script>',
    '<style>a{b:c}</style>',
    '<title>a &lt;</title>',
  ],
  ...[
    '<textarea>\n a b</textarea>',
    '<noscript>a b',
    '<head>',
    '<body>',
    '</body>',
    '</html>',
    '<html lang="en">',
  ],
  '<a-very-long-element-name data-another-long-attribute="v" aria-labelledby=y>',
];

const NAMES = (
  'p div span a b code em ul ol li dl dt dd table tbody thead tr td th caption colgroup col h1 h2 pre br img hr form ' +
  'button input script style title textarea ruby rt rp object section noscript option datalist label svg select iframe'
).split(' ');
const TEXTS = [
  ...[
    'x',
    ' ',
    '\n',
    'a &amp; b',
    '&lt;',
    '&copy',
    '&notit;',
    '&AMP',
    '&#65;',
    '&#x1F600;',
    '&#13;',
    '&#10;',
    '&',
  ],
  ...['&#', 'x&y=z', '<!-- c -->', '<!---->', '<!-->', '<!DOCTYPE html>', 'a < b', '</p>', '<body>'],
  ...[
    '<select><option>a<option selected>b</select>',
    '<svg><title>t</title><lineargradient xlink:href="#a" /></svg>',
  ],
];
const ATTRIBUTES = [
  ...[
    '',
    ' class="a b"',
    ' id=x',
    ' href="?a=1&b=2&copy=3&lt;"',
    ' hidden',
    " HREF='q \"w'",
    ' a="1" a="2"',
    '/',
  ],
  ...[' data-x-y="1"', ' colspan=2', ' title="&copy x"'],
];
/** Elements in each other, most of them with their end tags. */
const MARKUP: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom(...TEXTS),
    fc
      .tuple(
        fc.constantFrom(...NAMES),
        fc.constantFrom(...ATTRIBUTES),
        fc.array(tie('node'), { maxLength: 4 }),
        fc.integer({ min: 0, max: 9 }),
      )
      .map(([name, more, inner, at]) => `<${name}${more}>${inner.join('')}${at === 0 ? '' : `</${name}>`}`),
    fc
      .array(tie('node'), { maxLength: 3 })
      .map((inner) => `<ul>${inner.map((item) => `<li>${item}`).join('')}</ul>`),
    fc
      .array(tie('node'), { maxLength: 3 })
      .map((inner) => `<table><tr>${inner.map((cell) => `<td>${cell}</td>`).join('\n')}</table>`),
  ),
})).node;

describe('parseHtml and parseDocument', () => {
  const stock = { treeAdapter: hastAdapter, scriptingEnabled: false };

  it('give the trees of parse5, which reads a character at a time', () => {
    const text = fc
      .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 10 })
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (html) => {
        expect(plain(parseDocument(html))).toEqual(plain(parse(html, stock)));
        expect(plain(parseHtml(html))).toEqual(plain(parseFragment(html, stock)));
      }),
      { numRuns: 2000 },
    );
  });

  it('give them for pages that need no repair, and for those that need one somewhere', () => {
    fc.assert(
      fc.property(fc.array(MARKUP, { maxLength: 4 }), (parts) => {
        const html = parts.join('');
        expect(plain(parseHtml(html))).toEqual(plain(parseFragment(html, stock)));
        const page = `<!DOCTYPE html>\n<html lang=en><head> <title>a &amp; b</title></head>\n<body class=x>${html}</body> </html>\n<!-- x -->`;
        expect(plain(parseDocument(page))).toEqual(plain(parse(page, stock)));
      }),
      { numRuns: 500 },
    );
  });
});
