import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAtWord, replaceInProse } from '../../../src/core/prose.js';

const upper = (text: string) =>
  replaceInProse(text, /x+/g, (match) => ({ text: 'Y', end: match.index + match[0].length }));

describe('replaceInProse', () => {
  it.each([
    ['x `x` xx', 'Y `x` Y'],
    ['x ``x ` x`` x', 'Y ``x ` x`` Y'],
    ['` x', '` Y'],
    ['` x\n\nx `', '` Y\n\nY `'],
    ['```x\nx\n```\nx', '```x\nx\n```\nY'],
    ['~~~~\nx\n~~~\nx\n~~~~\nx', '~~~~\nx\n~~~\nx\n~~~~\nY'],
    ['- ```\n  x\n  ```\n- x', '- ```\n  x\n  ```\n- Y'],
    ['> ```\n> x\n> ```\n\nx', '> ```\n> x\n> ```\n\nY'],
    ['```\nx', '```\nx'],
    ['```', '```'],
    ['<pre class="a">x</pre> x <code>x</code>', '<pre class="a">x</pre> Y <code>x</code>'],
    ['<pre>x', '<pre>Y'],
    ['    x', '    Y'],
    ['a ``` x ``` x', 'a ``` x ``` Y'],
  ])('%j becomes %j', (text, expected) => {
    expect(upper(text)).toBe(expected);
  });

  it('lets the callback take more than its match, code included', () => {
    const cut = replaceInProse('a [ `x` ] b', /\[/g, (match, text) => ({
      text: '-',
      end: text.indexOf(']', match.index) + 1,
    }));
    expect(cut).toBe('a - b');
  });

  it('hands pieces of code over', () => {
    expect(
      replaceInProse(
        'a `b` c',
        /c/g,
        () => undefined,
        (piece) => piece.toUpperCase(),
      ),
    ).toBe('a `B` c');
  });

  it('changes nothing when the callback changes nothing', () => {
    const piece = fc.constantFrom(
      '`',
      '```',
      '~~~',
      '\n',
      '\n\n',
      'x',
      ' ',
      '> ',
      '- ',
      '<pre>',
      '</pre>',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        expect(replaceInProse(text, /x/g, () => undefined)).toBe(text);
      }),
    );
  });
});

describe('cutAtWord', () => {
  it.each([
    ['the lamp was lit', 16, 'the lamp was lit'],
    ['the lamp was lit', 14, 'the lamp was'],
    ['the lamp was lit', 12, 'the lamp was'],
    ['the lamp was lit', 11, 'the lamp'],
    // Without words to be cut between, or at too high a price.
    ['lampwaslitthere', 8, 'lampwasl'],
    ['a lampwaslitthere', 8, 'a lampwa'],
    ['lamps \u{1f4a1}', 7, 'lamps'],
    ['lamps\u{1f4a1}\u{1f4a1}', 6, 'lamps'],
  ])('%s to %d characters', (text, limit, cut) => {
    expect(cutAtWord(text, limit)).toBe(cut);
  });
});
