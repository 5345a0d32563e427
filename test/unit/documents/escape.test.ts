import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clip,
  codeSpan,
  escapeHeading,
  escapeInline,
  escapeLine,
  linkTarget,
  sentence,
  tidyLine,
} from '../../../src/documents/escape.js';
import { hostileText } from '../../support/documents/hostile.js';
import { parseMarkdown, plainText, walk } from '../../support/documents/mdast.js';

describe('oneLine', () => {
  it.each([
    ['a\n\n# b\r\tc', 'a # b c'],
    ['  a\u2028b\u0085c\u00a0d ', 'a b c d'],
    ['safe\u202etxet\u202c', 'safetxet'],
    ['in\u200bvis\u2060ible\ufeff', 'invisible'],
    ['\u0000a\u001b[31m\u007f\u009b', 'a[31m'],
    ['hidden\u{e0069}\u{e0067}', 'hidden'],
    // Joiners spell words and emoji.
    ['می\u200cخواهم 👩\u200d🌾', 'می\u200cخواهم 👩\u200d🌾'],
  ])('turns %j into %j', (text, expected) => {
    expect(tidyLine(text)).toBe(expected);
  });

  it('overlooks no character, wherever it stands', () => {
    for (let code = 0; code <= 0xe_00ff; code++) {
      // Only tag characters are meant beyond the first plane.
      if (code === 0x1_0000) code = 0xe_0000;
      if (code >= 0xd800 && code < 0xe000) continue;
      const char = String.fromCodePoint(code);
      const isSpace = /[\s\u0085]/.test(char) && code !== 0xfeff;
      const isGone =
        /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u.test(
          char,
        );
      const between = isSpace ? ' ' : isGone ? '' : char;
      expect(`${code} ${tidyLine(`a${char}b`)}`).toBe(`${code} a${between}b`);
    }
    expect([tidyLine(' a'), tidyLine('a '), tidyLine('a  b'), tidyLine('a b')]).toEqual([
      'a',
      'a',
      'a b',
      'a b',
    ]);
  });
});

describe('clip', () => {
  it('ends with a whole word', () => {
    expect(clip('The lamp was lit at dusk', 10)).toBe('The lamp…');
    expect(clip('The lamp was lit at dusk', 24)).toBe('The lamp was lit at dusk');
  });

  it('keeps what fits and marks what was cut', () => {
    expect(clip('oolong', 6)).toBe('oolong');
    expect(clip('oolong tea', 7)).toBe('oolong…');
  });

  it('never splits a character', () => {
    expect(clip('ab🍵cd', 3)).toBe('ab…');
    expect(clip('ab🍵cd', 4)).toBe('ab🍵…');
  });
});

describe('escaping', () => {
  it('leaves plain prose as it is', () => {
    for (const text of [
      'Tea & water: 90 °C, 3–5 min. (green)!',
      "It's 50% off @ home; see https://tea.example/a_b?x=1&y=2#z",
      'snake_case_name = "x" | y ^ 2 > 1',
      'größer 茶 🍵 نعناع',
    ]) {
      expect(escapeInline(text)).toBe(text);
      expect(escapeLine(text)).toBe(text);
      expect(escapeHeading(text)).toBe(text);
    }
  });

  it.each([
    ['[a](b)', '\\[a\\]\\(b)'],
    ['in the range [0, 23], [transfer full]', 'in the range [0, 23], [transfer full]'],
    [
      '[^1] [x] [green][tea] [[green tea]] [green',
      '\\[^1\\] \\[x\\] [green][tea] \\[[green tea]\\] \\[green',
    ],
    ['[green]: tea', '\\[green\\]: tea'],
    ['a < b <c> </d>, <2.7', 'a < b \\<c> \\</d>, <2.7'],
    ['`x` *y* _z_ ~w~', '\\`x\\` \\*y\\* _z\\_ \\~w\\~'],
    ['_config.yml and __init__', '_config.yml and __init\\_\\_'],
    ['&amp; & &x', '\\&amp; & &x'],
    ['back\\slash', 'back\\\\slash'],
    ['https://x.example/[a] www.x_', 'https\\://x.example/\\[a\\] www\\.x\\_'],
  ])('of %j inside a line gives %j', (text, expected) => {
    expect(escapeInline(text)).toBe(expected);
  });

  it.each([
    ['# a', '\\# a'],
    ['> a', '\\> a'],
    ['- a', '\\- a'],
    ['+ a', '\\+ a'],
    ['---', '\\---'],
    ['1. a', '1\\. a'],
    ['12) a', '12\\) a'],
    ['#tea, -5 °C, +3', '#tea, -5 °C, +3'],
    ['-5 °C', '-5 °C'],
    ['1.5 g', '1.5 g'],
    ['2026 was', '2026 was'],
  ])('of %j at the start of a line gives %j', (text, expected) => {
    expect(escapeLine(text)).toBe(expected);
  });

  it('breaks what looks like the end of a link text', () => {
    expect(escapeInline('Tea (green)](x)')).toBe('Tea (green)\\]\\(x)');
  });

  it('of a heading keeps its closing marks', () => {
    expect(escapeHeading('Learning C #')).toBe('Learning C \\#');
  });

  it('is undone by a Markdown reader', () => {
    const places: [(text: string) => string, (text: string) => string][] = [
      [escapeInline, (text) => `Text: ${text}`],
      [escapeLine, (text) => text],
      [escapeLine, (text) => `> ${text}`],
      [escapeLine, (text) => `- ${text}`],
      [escapeHeading, (text) => `## ${text}`],
      [escapeInline, (text) => `[${text}](https://tea.example/)`],
    ];
    fc.assert(
      fc.property(hostileText, fc.constantFrom(...places), fc.boolean(), (raw, [escapeText, wrap], gfm) => {
        const text = tidyLine(raw);
        fc.pre(text !== '');
        const read = plainText(parseMarkdown(wrap(escapeText(text)), gfm));
        expect(read).toBe(wrap('').startsWith('Text: ') ? `Text: ${text}` : text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('linkTarget', () => {
  it('leaves an ordinary address alone', () => {
    const url = "https://tea.example/gr%C3%BCn/it's/?a=1&b=2#c_d";
    expect(linkTarget(url)).toBe(url);
  });

  it('encodes what could end a target or turn into something else', () => {
    expect(linkTarget('https://tea.example/a (b)<c>\\"d"')).toBe(
      'https://tea.example/a%20%28b%29%3Cc%3E%5C%22d%22',
    );
    expect(linkTarget('https://tea.example/?a=1&copy;=2')).toBe('https://tea.example/?a=1&copy%3B=2');
  });
});

describe('a code span', () => {
  it.each([
    ['tea', '`tea`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    [' \n ', ''],
  ])('of %j is %j', (text, span) => {
    expect(codeSpan(text)).toBe(span);
  });

  it('shows any text as one line, and nothing else', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const nodes = [...walk(parseMarkdown(`- ${codeSpan(text)}: x`, true))];
        const spans = nodes.flatMap((node) => (node.type === 'inlineCode' ? [node.value] : []));
        expect(spans).toEqual(tidyLine(text) === '' ? [] : [tidyLine(text)]);
      }),
    );
  });

  it('and a sentence end once', () => {
    expect(['', 'Tea', 'Tea.', 'Tea?'].map(sentence)).toEqual(['', 'Tea.', 'Tea.', 'Tea?']);
  });
});
