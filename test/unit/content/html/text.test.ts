import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstWords, visibleText } from '../../../../src/content/html/text.js';
import { tree } from '../../../support/content/html/tree.js';

describe('visibleText', () => {
  it.each([
    ['<h1>Tea</h1><p>Pour <b>hot</b> water.</p>', 'Tea Pour hot water.'],
    ['<p>a</p><p>b</p>', 'a b'],
    ['one<br>two', 'one two'],
    ['un<em>break</em>able', 'unbreakable'],
    ['<table><tr><td>1</td><td>2</td></tr></table>', '1 2'],
    ['<img src="x" alt="A red kettle">Steam', 'A red kettle Steam'],
    ['<script>no()</script><style>p{}</style><template>no</template>yes', 'yes'],
    ['<p hidden>no</p><p style="color:red; display: none">no</p><p>yes</p>', 'yes'],
    [
      '<form>Ask: <label>no</label><input value="no"><button>no</button><select><option>no</select></form>',
      'Ask:',
    ],
    ['<svg><text>no</text></svg><!-- no -->yes', 'yes'],
    ['<dialog>no</dialog><dialog open>yes</dialog>', 'yes'],
    ['<details><summary>More</summary>inside</details>', 'More inside'],
    ['a&nbsp;b \n\t c', 'a b c'],
    ['<ruby>茶<rp>(</rp><rt>ちゃ</rt><rp>)</rp></ruby>', '茶 ちゃ'],
  ])('of %s is %j', (source, expected) => {
    expect(visibleText(tree(source))).toBe(expected);
  });

  it('is one line without outer space for any fragment', () => {
    fc.assert(
      fc.property(fc.string(), (source) => {
        const text = visibleText(tree(source));
        expect(text).toBe(text.replace(/\s+/g, ' ').trim());
      }),
    );
  });
});

describe('firstWords', () => {
  it.each([
    ['one two three', 2, 'one two'],
    ['one two', 2, 'one two'],
    ['one two. ', 5, 'one two. '],
    ['one  two three', 2, 'one  two'],
    ['', 3, ''],
    ['緑茶を飲む', 3, '緑茶を'],
    ['one', 0, ''],
  ])('of %j, %i', (text, count, expected) => {
    expect(firstWords(text, count)).toBe(expected);
  });

  it('is a beginning of the text, and the whole when there are words enough', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (text, count) => {
        expect(text.startsWith(firstWords(text, count))).toBe(true);
        expect(firstWords(text, text.length)).toBe(text);
      }),
    );
  });

  it('finds the words where they are looked for one by one', () => {
    const word = /[\p{sc=Han}\p{sc=Thai}]|[^\s\p{sc=Han}\p{sc=Thai}]+/gu;
    const piece = fc.constantFrom(
      'tea',
      'é',
      ' ',
      '  ',
      '\n',
      '\u00a0',
      '\u0085',
      '\u2028',
      '—',
      '…',
      '緑',
      'ชา',
      '🎉',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.nat({ max: 8 }), (pieces, count) => {
        const text = pieces.join('');
        const ends = [0, ...[...text.matchAll(word)].map(({ index, 0: { length } }) => index + length)];
        const expected = ends.length - 1 > count ? text.slice(0, ends[count]) : text;
        expect(firstWords(text, count)).toBe(expected);
      }),
    );
  });
});
