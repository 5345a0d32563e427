import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';

describe('marks beside letters', () => {
  it.each([
    [
      'a mark in a mark',
      '<p>to <b><i>file</i></b>already, <b>one <i>two</i></b>three</p>',
      'to **file**already, **one two**three',
    ],
    ['a comma in two marks', '<p>each<b><i>,</i></b>by</p>', 'each,by'],
    ['a colon and a space at the start', '<p>dim<em>: int</em>, <em>int :</em>x</p>', 'dim: *int*, *int* :x'],
  ])('are written without character references: %s', (_, html, markdown) => {
    expect(toMarkdown(parseHtml(html))).toBe(`${markdown}\n`);
  });
});

describe('code in a line', () => {
  it.each([
    ['white space inside separates words', '<p>a<code> x </code>b</p>', 'a `x` b'],
    ['two spans with a space in one of them', '<p><code>x </code><code>y</code></p>', '`x` `y`'],
    ['two spans without a space', '<p><code>List</code><code>&lt;T></code></p>', '`List<T>`'],
    ['a span of white space alone', '<p>a<code> </code>b</p>', 'a b'],
    ['keys', '<p><kbd>Ctrl</kbd><kbd>C</kbd></p>', '`Ctrl` `C`'],
    ['a span around paragraphs', '<code><p>two</p>\n<p>three</p></code>', '`two`\\\n`three`'],
    [
      'a span that is never closed holds no headings and tables',
      '<div>See <tt>a. <div>b</div></div><div>All <h2>Fields</h2><table><tr><th>Type</th><th>Name</th></tr><tr><td>int</td><td>n</td></tr></table></div>',
      'See `a.`\\\n`b`\n\nAll\n\n## Fields\n\n| Type | Name |\n| --- | --- |\n| int | n |',
    ],
    ['white space at the ends of a paragraph', '<p><code> x </code></p>', '`x`'],
  ])('%s', (_, html, markdown) => {
    expect(toMarkdown(parseHtml(html))).toBe(`${markdown}\n`);
  });
});
