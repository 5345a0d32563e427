import type { Element } from 'hast';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { removeWhere, wordsIn } from '../../../../src/sources/html/tree.js';

function box(html: string): Element {
  const { children } = parseHtml(html);
  return { type: 'element', tagName: 'div', properties: {}, children: children as Element['children'] };
}

describe('wordsIn', () => {
  it.each([
    ['', 0],
    ['Ropes, tarred and coiled', 4],
    ['<p>One</p><p>two</p>', 2],
    ['tar<b>red</b> rope', 2],
    ['<p>tar<br>red</p>', 2],
    ['<script>not this</script>this', 1],
    ['<p hidden>not this</p>', 0],
    ['結び目 rope', 4],
    ['A\u3000B\u1680C\ufeffD', 4],
    ['<img alt="no picture">', 0],
  ])('counts %j', (html, expected) => {
    expect(wordsIn(box(html))).toBe(expected);
  });

  it('counts anew when something was taken out', () => {
    const element = box('<p>tarred <b>and coiled</b> ropes</p>');
    expect(wordsIn(element)).toBe(4);
    removeWhere(element, ({ tagName }) => tagName === 'b');
    expect(wordsIn(element)).toBe(2);
  });
});
