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
});
