import fc from 'fast-check';
import type { Element } from 'hast';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { hasMoreWords, removeWhere, textOf, wordsIn } from '../../../../src/sources/html/tree.js';

function box(html: string): Element {
  const { children } = parseHtml(html);
  return { type: 'element', tagName: 'div', properties: {}, children: children as Element['children'] };
}

/** The same count over the finished text. */
function slowly(element: Element): number {
  return (
    textOf(element).match(
      /[\u0e00-\u0e7f\u2e80-\u9fff]|[a-zA-Z0-9\u00c0-\u0dff\u0e80-\u1fff\u2070-\u2e7f\ua000-\uffff]+/g,
    )?.length ?? 0
  );
}

const piece = fc.constantFrom(
  'a',
  'é',
  '7',
  '-',
  ' ',
  '\u3000',
  '\u1680',
  '\ufeff',
  '\u2003',
  '\n',
  '縄',
  'ไ',
  '<b>',
  '</b>',
  '<p>',
  '<br>',
  '<i hidden>',
  '</i>',
  '<script>x</script>',
);

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

  it('counts what the text of the element has', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const element = box(pieces.join(''));
        expect(wordsIn(element)).toBe(slowly(element));
      }),
    );
  });

  it('counts anew when something was taken out', () => {
    const element = box('<p>tarred <b>and coiled</b> ropes</p>');
    expect(wordsIn(element)).toBe(4);
    removeWhere(element, ({ tagName }) => tagName === 'b');
    expect(wordsIn(element)).toBe(2);
  });
});

describe('hasMoreWords', () => {
  it('says what a count of all words says', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.nat({ max: 8 }), (pieces, most) => {
        const element = box(pieces.join(''));
        expect(hasMoreWords(element, most)).toBe(wordsIn(element) > most);
      }),
    );
  });

  it('leaves out one element', () => {
    const element = box('<p>tarred</p><article>and coiled</article>');
    const article = element.children[1] as Element;
    expect(hasMoreWords(element, 0, article)).toBe(true);
    expect(hasMoreWords(element, 1, article)).toBe(false);
    expect(hasMoreWords(article, 0, article)).toBe(false);
  });
});
