import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanBlock, cleanEmail, cleanLine, cleanUrl, stripTags } from '../../../src/config/text.js';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.constantFrom('<', '>', 'b', '/', '!', ' ', '\n', '\r', '\u2028', '🐟', '<b>'))
    .map((parts) => parts.join('')),
);

describe('cleaning', () => {
  it.each([
    ['plain', 'plain'],
    ['<b>bold</b> and <i class="x">more</i>', 'bold and more'],
    ['5 < 6 and 7 > 3', '5 < 6 and 7 > 3'],
    ['<<b>i>x', 'i>x'],
    ['<script', 'script'],
    ['<!-- note -->kept', 'kept'],
  ])('strips tags of %j', (given, expected) => {
    expect(stripTags(given)).toBe(expected);
  });

  it('is idempotent, within its length, and leaves no tag behind', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (given, max) => {
        for (const clean of [cleanLine, cleanBlock]) {
          const once = clean(given, max);
          expect(clean(once, max)).toBe(once);
          expect([...once].length).toBeLessThanOrEqual(max);
          expect(once).not.toMatch(/<[a-z!/?]/i);
        }
        expect(cleanLine(given, max)).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });

  it('takes time in proportion to its input', () => {
    const hostile = ['<a', '<', ' ', '<b>', '\r', '-'].map((piece) => piece.repeat(200_000));
    for (const one of hostile) expect(cleanLine(one, 300).length).toBeLessThanOrEqual(300);
  });
});

describe('addresses', () => {
  it.each(['https://kiln.example', 'http://kiln.example/a?b#c', 'https://xn--bcher-kva.example/'])(
    'accepts %s',
    (url) => {
      expect(cleanUrl(` ${url} `)).toBe(url);
    },
  );
  it.each([
    'javascript:alert(1)',
    '//kiln.example',
    'https://a b',
    'https://u:p@kiln.example',
    'https://x/"><b>',
    'https://',
  ])('refuses %s', (url) => {
    expect(cleanUrl(url)).toBe('');
  });
  it.each([
    ['ops@kiln.example', 'ops@kiln.example'],
    ['ops@kiln', ''],
    ['a@b@c.example', ''],
    ['<ops@kiln.example>', ''],
    ['ops@.example', ''],
  ])('reads e-mail %j as %j', (given, expected) => {
    expect(cleanEmail(given)).toBe(expected);
  });
});
