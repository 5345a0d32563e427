import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isClean } from '../../../../src/content/html/is-clean.js';
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS, sanitise } from '../../../../src/content/html/sanitise.js';
import { tree } from '../../../support/content/html/tree.js';
import { readFragments } from '../../../support/content/markdown/fragments.js';

const written = (root: unknown) => JSON.stringify(root);

describe('isClean', () => {
  it.each([
    '<p class="a">b <a href="/c">c</a> <a href="https://e.example/x:y">d</a><br><img src="c.png" alt=""></p>',
    '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
    '<h2 id="part-1">a</h2><pre><code class="language-js">b &lt; c</code></pre><video controls src="/v.mp4"></video>',
  ])('is true of %s', (html) => {
    expect(isClean(tree(html))).toBe(true);
  });

  it.each([
    '<p style="color:red">a</p>',
    '<p onclick="a()">a</p>',
    '<!-- a -->',
    '<script>a</script>',
    '<a href="javascript:a()">a</a>',
    '<a href=" https://e.example/">a</a>',
    '<p id="location">a</p>',
    '<img alt="a">',
    '<img src="a.png" srcset="b.png 2x">',
    '<iframe src="https://e.example/"></iframe>',
    '<div><svg></svg></div>',
  ])('is false of %s', (html) => {
    expect(isClean(tree(html))).toBe(false);
  });

  it('is true only of what is copied as it stands', () => {
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
        const root = tree(source);
        fc.pre(isClean(root));
        expect(written(sanitise(root))).toBe(written(root));
      }),
      { numRuns: 1500 },
    );
  });

  it('is true only of fragments that are copied as they stand', () => {
    const clean = readFragments().filter(({ html }) => isClean(tree(html)));
    expect(clean.length).toBeGreaterThan(20);
    for (const { html } of clean) expect(written(sanitise(tree(html)))).toBe(written(tree(html)));
  });
});
