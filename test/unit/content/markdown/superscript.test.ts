import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';

const markdownOf = (html: string) => toMarkdown(parseHtml(`<p>${html}</p>`)).trim();

describe('a superscript behind a digit', () => {
  it.each([
    ['10<sup>6</sup>', '10^6'],
    ['10<sup>+6</sup>', '10^+6'],
    ['10<sup>-6</sup>', '10^-6'],
    ['10<sup>−6</sup>', '10^−6'],
    ['10<sup> 12 </sup>', '10^12'],
  ])('that is a whole number is an exponent: %s', (html, markdown) => {
    expect(markdownOf(html).replace(/\s/g, '')).toBe(markdown);
  });

  it.each([
    ['2<sup>n-1</sup>', '2^(n-1)'],
    ['2<sup>(n-1)</sup>', '2^(n-1)'],
    ['2<sup>(n-1)(m)</sup>', '2(n-1)(m)'],
  ])('that is a term has brackets of its own: %s', (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  it.each([
    ['5<sup>x2</sup>', '5x2'],
    ['5<sup>;2</sup>', '5;2'],
    ['5<sup>A1</sup>', '5A1'],
    ['5<sup>–2</sup>', '5–2'],
    ['5<sup>,2</sup>', '5,2'],
    ['5<sup>2a</sup>', '52a'],
    ['3<sup>rd</sup>', '3rd'],
    ['5<sup>--2</sup>', '5--2'],
  ])('that is anything else is text: %s', (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  it.each([
    ['x<sup>2</sup>', 'x2'],
    ['<sup>2</sup>', '2'],
    ['10 <sup>6</sup>', '10 6'],
    ['<b>10</b><sup>6</sup>', '**10**6'],
  ])('needs a digit right before it: %s', (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});
