import fc from 'fast-check';
import type { Nodes, Root } from 'hast';
import { describe, expect, it } from 'vitest';
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS, sanitise } from '../../../../src/content/html/sanitise.js';
import { html, tree } from '../../../support/content/html/tree.js';

const clean = (source: string) => html(sanitise(tree(source)));

/** Everything in a tree that must not be there, in words. */
function findings(root: Root): string[] {
  const found: string[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === 'comment' || node.type === 'raw' || node.type === 'doctype') found.push(node.type);
    if (node.type === 'element') {
      if (!ALLOWED_ELEMENTS.includes(node.tagName)) found.push(`<${node.tagName}>`);
      const allowed = [...(ALLOWED_ATTRIBUTES['*'] ?? []), ...(ALLOWED_ATTRIBUTES[node.tagName] ?? [])];
      for (const [name, value] of Object.entries(node.properties)) {
        if (!allowed.includes(name)) found.push(`${node.tagName}[${name}]`);
        if (
          /^\s*(javascript|data|vbscript|file):/i.test(String(value)) &&
          name !== 'title' &&
          name !== 'alt'
        ) {
          found.push(`${name}=${value}`);
        }
      }
    }
    if ('children' in node) node.children.forEach(visit);
  };
  visit(root);
  return found;
}

describe('sanitise', () => {
  it.each([
    ['<p class="x" onclick="a()">t</p>', '<p class="x">t</p>'],
    ['<p>t<script>a()</script><style>b{}</style></p>', '<p>t</p>'],
    ['<a href="javascript:a()">t</a>', '<a>t</a>'],
    ['<a href=" java&#10;script:a()">t</a>', '<a>t</a>'],
    ['<a href="&#1;javascript:a()">t</a>', '<a>t</a>'],
    ['<a href="mailto:a@b.example">t</a>', '<a href="mailto:a@b.example">t</a>'],
    ['<img src="data:image/svg+xml,x">t', 't'],
    ['<img src="/a.png" alt="A" onerror=a()>', '<img src="/a.png" alt="A">'],
    ['<img srcset="javascript:a() 1x, /b.png 2x">', '<img srcset="/b.png 2x">'],
    [
      '<iframe src="https://v.example/1" title="Film" srcdoc="<b>"></iframe>',
      '<a href="https://v.example/1">Film</a>',
    ],
    ['<iframe src="javascript:a()"></iframe>t', 't'],
    ['<form><label>L</label><input><textarea>x</textarea>t</form>', 'Lt'],
    ['<ul><li><input type="checkbox" checked disabled> done</li></ul>', '<ul><li>☑ done</li></ul>'],
    ['<ul><li><input type="checkbox"> open</li></ul>', '<ul><li>☐ open</li></ul>'],
    ['<svg><a href="x">s</a></svg>t', 't'],
    ['<math><mi>x</mi><mo>=</mo><mn>1</mn><annotation>no</annotation></math>', 'x=1'],
    ['<!-- c --><custom-tag>t</custom-tag>', 't'],
    ['<li id="fn:1">t</li>', '<li id="fn:1">t</li>'],
    ['<p id="location">t</p>', '<p>t</p>'],
    ['<a name="cookie">t</a>', '<a>t</a>'],
    ['<object data="x"><p>no</p></object>t', 't'],
  ])('of %s', (source, expected) => {
    expect(clean(source)).toBe(expected);
  });

  it('keeps the words of a page that nests without end', () => {
    expect(clean(`${'<div>'.repeat(20_000)}deep & <script>no</script>`)).toBe('<p>deep &amp;</p>');
  });

  it('leaves the tree that it was given unchanged', () => {
    const source = '<p onclick="a()">t<iframe src="https://v.example/"></iframe></p>';
    const root = tree(source);
    sanitise(root);
    expect(html(root)).toBe(html(tree(source)));
  });

  it.each([
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=a()&gt;">',
    '<svg></p><style><a id="</style><img src=1 onerror=a()>">',
    '<noscript><p title="</noscript><img src=x onerror=a()>">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=a()>',
    '<math><annotation-xml encoding="text/html"><style><img src=x onerror=a()></style></annotation-xml></math>',
    '<table><td><svg><desc><table><td></svg><script>a()</script>',
    '<xmp><p title="</xmp><img src=x onerror=a()>">',
    '<listing>&lt;img src=x onerror=a()&gt;</listing>',
    '<plaintext><img src=x onerror=a()>',
    '<template><img src=x onerror=a()></template>',
    '<select><template><img src=x onerror=a()></template></select>',
    '<a href="https://ok.example" xlink:href="javascript:a()" style="background:url(javascript:a())">t</a>',
    '<base href="javascript:/a/"><meta http-equiv="refresh" content="0;javascript:a()">',
    '<video poster="javascript:a()"><source src="javascript:a()"></video>',
    '<ins cite="javascript:a()">t</ins>',
  ])('lets nothing through: %s', (source) => {
    const once = clean(source);
    expect(findings(tree(once))).toEqual([]);
  });

  it('lets nothing through, whatever the pieces', () => {
    const piece = fc.constantFrom(
      ...[
        '<math>',
        '<mtext>',
        '<mglyph>',
        '<style>',
        '</style>',
        '<!--',
        '-->',
        '<svg>',
        '<desc>',
        '</p>',
        '<p>',
      ],
      ...[
        '<table>',
        '<td>',
        '<tr>',
        '<select>',
        '<option>',
        '<template>',
        '<noscript>',
        '</noscript>',
        '<title>',
      ],
      ...[
        '<form>',
        '</form>',
        '<xmp>',
        '</xmp>',
        '<a href="',
        '<img src="',
        '" onerror="a()',
        '">',
        "'",
        '>',
        '<',
      ],
      ...[
        'javascript:a()',
        '<iframe srcdoc="',
        '<textarea>',
        '</textarea>',
        '&lt;script&gt;',
        '<script>',
        '<li>',
      ],
      ...[
        '<input type=checkbox>',
        '<foreignObject>',
        '<annotation-xml>',
        '<b id="cookie">',
        ' srcset="',
        '\u0000',
        'x',
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 24 }), (pieces) => {
        const once = clean(pieces.join(''));
        expect(findings(tree(once))).toEqual([]);
        expect(html(sanitise(tree(once)))).toBe(html(tree(once)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['<p style="color:red" class="a">a</p>', '<p class="a">a</p>'],
    ['<p onclick="a()">a<!-- b --></p>', '<p>a</p>'],
    ['<p id="location">a</p><p id="part-1">b</p>', '<p>a</p><p id="part-1">b</p>'],
    ['<a href="javascript:a()">a</a>', '<a>a</a>'],
    ['<div>a<script>b</script><svg>c</svg></div>', '<div>a</div>'],
    ['<img alt="a"><img src="a.png" srcset="b.png 2x">', '<img src="a.png" srcset="b.png 2x">'],
  ])('makes of %s the HTML that others may show', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it.each([
    '<p hidden>b</p>',
    '<div style="display:none"><p>b</p></div>',
    '<div style="visibility: collapse">b</div>',
    '<div style="content-visibility: hidden">b</div>',
    '<dialog><p>b</p></dialog>',
    '<div popover><p>b</p></div>',
    '<section><div><p hidden class="c">b</p></div></section>',
    '<custom-box><span hidden>b</span></custom-box>',
  ])('leaves out what readers of the page don’t see: %s', (html) => {
    expect(clean(`<p>a</p>${html}`)).not.toContain('b</');
  });

  it('keeps what a click shows', () => {
    expect(clean('<div role="tabpanel" hidden>b</div><p hidden="until-found">c</p>')).toBe(
      '<div>b</div><p>c</p>',
    );
  });
});
