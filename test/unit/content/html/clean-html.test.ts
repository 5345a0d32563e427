import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanHtml } from '../../../../src/content/html/clean-html.js';
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS, sanitise } from '../../../../src/content/html/sanitise.js';
import { toHtml } from '../../../../src/content/html/serialise.js';
import { tree } from '../../../support/content/html/tree.js';
import { readFragments } from '../../../support/content/markdown/fragments.js';

const pairOf = (html: string) => [cleanHtml(tree(html)), toHtml(sanitise(tree(html)))] as const;

describe('cleanHtml', () => {
  it.each([
    ['<p style="color:red" class="a">a</p>', '<p class="a">a</p>'],
    ['<p onclick="a()">a<!-- b --></p>', '<p>a</p>'],
    ['<p id="location">a</p><p id="part-1">b</p>', '<p>a</p><p id="part-1">b</p>'],
    ['<a href="javascript:a()">a</a>', '<a>a</a>'],
    ['<div>a<script>b</script><svg>c</svg></div>', '<div>a</div>'],
    ['<img alt="a"><img src="a.png" srcset="b.png 2x">', '<img src="a.png" srcset="b.png 2x">'],
  ])('makes of %s the HTML that others may show', (html, clean) => {
    expect(pairOf(html)).toEqual([clean, clean]);
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
    expect(cleanHtml(tree(`<p>a</p>${html}`))).not.toContain('b</');
  });

  it('keeps what a click shows', () => {
    expect(cleanHtml(tree('<div role="tabpanel" hidden>b</div><p hidden="until-found">c</p>'))).toBe(
      '<div>b</div><p>c</p>',
    );
  });

  it('writes what the sanitised copy contains', () => {
    const names = [...ALLOWED_ELEMENTS, ...ALLOWED_ELEMENTS, 'iframe', 'input', 'svg', 'form', 'x-y'];
    const values = [
      '',
      'a',
      '1',
      '/a',
      'a:b',
      'https://e.example/',
      'HTTP://e.example/',
      'javascript:a',
      'a 1x',
    ];
    const keys = [...new Set(Object.values(ALLOWED_ATTRIBUTES).flat()), 'style', 'onclick', 'data-a'];
    const attribute = fc
      .tuple(fc.constantFrom(...keys), fc.constantFrom(...values))
      .map(([name, value]) => ` ${name}="${value}"`);
    const { html } = fc.letrec<{ html: string; node: string }>((tie) => ({
      html: fc.array(tie('node'), { maxLength: 3 }).map((nodes) => nodes.join('')),
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('a', ' ', '<!-- a -->', '<table><tr><td>a</td></tr></table>'),
        fc
          .tuple(fc.constantFrom(...names), fc.array(attribute, { maxLength: 2 }), tie('html'))
          .map(([name, attributes, inside]) => `<${name}${attributes.join('')}>${inside}</${name}>`),
      ),
    }));
    fc.assert(
      fc.property(html, (source) => {
        const [clean, copied] = pairOf(source);
        expect(clean).toBe(copied);
      }),
      { numRuns: 1500 },
    );
  });

  it('writes of fragments what the sanitised copy contains', () => {
    for (const { html } of readFragments()) {
      const [clean, copied] = pairOf(html);
      expect(clean).toBe(copied);
    }
  });
});
