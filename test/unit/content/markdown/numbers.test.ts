import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';
import { unifiedMarkdown } from '../../../support/content/markdown/unified.js';

const linesOf = (html: string) =>
  toMarkdown(parseHtml(html))
    .split('\n')
    .filter((line) => line !== '');

describe('the numbers of a list', () => {
  it.each([
    ['count from one', '<ol><li>a<li>b</ol>', ['1. a', '2. b']],
    ['count from the start', '<ol start="4"><li>a<li>b</ol>', ['4. a', '5. b']],
    ['go on from a value', '<ol><li>a<li value="5">b<li>c</ol>', ['1. a', '5) b', '6) c']],
    ['begin with the value of the first item', '<ol start="4"><li value="7">a<li>b</ol>', ['7. a', '8. b']],
    ['go down', '<ol reversed><li>a<li>b<li>c</ol>', ['3. a', '2) b', '1. c']],
    ['go down from the start', '<ol reversed start="9"><li>a<li>b</ol>', ['9. a', '8) b']],
    ['may be the same', '<ol><li value="2">a<li value="2">b</ol>', ['2. a', '2) b']],
    ['count an item without text', '<ol><li>a<li><li>c</ol>', ['1. a', '3) c']],
    [
      'are not written where a style hides them',
      '<ol style="list-style: none"><li>a<li>b</ol>',
      ['- a', '- b'],
    ],
    ['stand in a list', '<ul><li>u<ol><li value="3">a<li value="9">b</ol></ul>', ['- u', '  3. a', '  9) b']],
    ['below zero are none of Markdown', '<ol start="-2"><li>a<li>b</ol>', ['1. a', '2. b']],
    ['belong to an item with a list behind it', '<ol><li value="3">a<ul><li>x</ul></ol>', ['3. a', '   - x']],
  ])('%s', async (_, html, lines) => {
    expect(linesOf(html)).toEqual(lines);
    expect(toMarkdown(parseHtml(html))).toBe(await unifiedMarkdown(html));
  });
});

describe('the letters of a list', () => {
  it.each([
    ['a type', '<ol type="a"><li>x<li>y</ol>', ['- a. x', '- b. y']],
    [
      'a style, from a start',
      '<ol style="list-style-type:upper-latin" start="26"><li>x<li>y</ol>',
      ['- Z. x', '- AA. y'],
    ],
    [
      'a class of Sphinx',
      '<ol class="lowerroman simple"><li value="4">x<li value="19">y</ol>',
      ['- iv. x', '- xix. y'],
    ],
    ['an item without a line', '<ol type="A"><li><pre>x</pre></ol>', ['- A.', '  ```', '  x', '  ```']],
    ['the type of numbers', '<ol type="1"><li>x</ol>', ['1. x']],
  ])('stay text: %s', async (_, html, lines) => {
    expect(linesOf(html)).toEqual(lines);
    expect(toMarkdown(parseHtml(html))).toBe(await unifiedMarkdown(html));
  });
});

describe('a raised or lowered text', () => {
  it.each([
    ['101<sub>2</sub>', '101_2'],
    ['30<sup>2</sup>', '30^2'],
    ['<span>10</span><sup>-3</sup>', '10^-3'],
    ['<var>2</var><sub>8</sub>', '2_8'],
    ['2<sup>n</sup>', '2^n'],
    ['2<sup>n-1</sup>', '2^(n-1)'],
    ['5<sup>2.5</sup>', '5^2.5'],
    ['2<sup>10<sup>2</sup></sup>', '2^(10^2)'],
    ['5<wbr><sup>2</sup>', '5^2'],
    ['x<sup>2</sup>3', 'x^(2)3'],
    ['x<sub>1</sub><sup>2</sup>', 'x1^2'],
    ['<sup>235</sup><sub>92</sub>U', '235_92U'],
    ['SO<sub>4</sub><sup>2−</sup>', 'SO4^2−'],
    ['1<sup>1</sup>/<sub>2</sub>', '1 1/2'],
    ['<code>10<sup>6</sup></code>', '`10^6`'],
    ['x<sub>i+1</sub>', String.raw`x\_(i+1)`],
  ])('keeps a sign where it would be read as a part of the line: %s', (html, markdown) => {
    expect(linesOf(`<p>${html} = y</p>`)).toEqual([`${markdown} = y`]);
  });

  it.each([
    ['H<sub>2</sub>O', 'H2O'],
    ['x<sub>1</sub>', 'x1'],
    ['3<sup>rd</sup>', '3rd'],
    ['1<sup>e</sup>', '1e'],
    ['word<sup>1-3</sup>', 'word1-3'],
    ['brand<sup>non-stick</sup>', 'brandnon-stick'],
  ])('has none elsewhere: %s', (html, markdown) => {
    expect(linesOf(`<p>${html}</p>`)).toEqual([markdown]);
  });
});
