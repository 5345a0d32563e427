import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentPattern } from '../../../../../src/insights/activity/guard/rules.js';

describe('an entry of the list of blocked clients', () => {
  it.each<readonly [string, string, boolean]>([
    ['a text, anywhere, in any case', 'SemrushBot', true],
    ['a text that is not there', 'AhrefsBot', false],
    ['a text with characters that would mean something elsewhere', '(compatible;', true],
    ['a dot that is only a dot', 'semrush.ot', false],
    ['any run', 'semrush*bl', true],
    ['any run, also of nothing', 'semrush*bot', true],
    ['one character', 'semrus?bot', true],
    ['one character, not none', 'semrush?bot', false],
    ['a dot in a pattern, which is only a dot', 'semrush*7.bl', false],
    ['a plus in a pattern', '*+http*', true],
    ['nothing but wildcards', '*', false],
    ['nothing but wildcards, many', '*?**?', false],
    ['a regular expression', '/semrush(bot)?/', true],
    ['a regular expression in capitals', '/SEMRUSH[A-Z]+/', true],
    ['an anchored regular expression', '/^semrush/', false],
    ['a regular expression with its own alternatives', '/ahrefs|semrush/', true],
    ['a regular expression that cannot be read', '/semrush(/', false],
    ['a regular expression that looks around', '/(?<=x)semrush/', false],
    ['nothing', ' ', false],
  ])('may be %s: %s', (_, entry, expected) => {
    const userAgent = 'mozilla/5.0 (compatible; semrushbot/7~bl; +http://www.semrush.com/bot.html)';
    expect(agentPattern(entry)(userAgent)).toBe(expected);
  });

  it('that cannot be read as a regular expression is a text', () => {
    expect(agentPattern('/tea(/')('x/tea(/x')).toBe(true);
  });

  it.each(['/(a+)+$/', '/(a|a)*b/', '/(.*)*x/', '*a*a*a*a*a*a*a*a*a*a*a*ab', '/(?:a{1,30}){1,30}c/'])(
    'takes no longer for a User-Agent that was made to be slow: %s',
    (entry) => {
      // An engine that tries every way would not come back within the life of this machine.
      expect(agentPattern(entry)(`${'a'.repeat(999)}!`)).toBe(false);
    },
  );

  it('may be anything, and never fails', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ maxLength: 200 }), (entry, userAgent) => {
        expect(typeof agentPattern(entry)(userAgent.toLowerCase())).toBe('boolean');
        expect(typeof agentPattern(`/${entry}/`)(userAgent)).toBe('boolean');
      }),
    );
  });

  it('without wildcards and slashes is found exactly where it occurs', () => {
    const plain = fc.stringMatching(/^[a-z0-9 .()+\\[\]{}|^$-]{1,12}$/).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(plain, fc.stringMatching(/^[a-z0-9 .()+]{0,40}$/), (entry, userAgent) => {
        expect(agentPattern(entry)(userAgent)).toBe(userAgent.includes(entry.trim()));
        expect(agentPattern(entry)(`x${entry.trim()}y`)).toBe(true);
      }),
    );
  });

  it('with wildcards matches what one puts in their place', () => {
    const piece = fc.stringMatching(/^[a-z.+()[\]]{1,6}$/);
    fc.assert(
      fc.property(piece, piece, fc.string({ maxLength: 9 }), (before, after, between) => {
        const userAgent = `x ${before}${between.toLowerCase()}${after} y`;
        expect(agentPattern(`${before}*${after}`)(userAgent)).toBe(true);
        expect(agentPattern(`${before}?${after}`)(`${before}-${after}`)).toBe(true);
        expect(agentPattern(`${before}?${after}`)(`${before}--${after}`)).toBe(false);
      }),
    );
  });
});
