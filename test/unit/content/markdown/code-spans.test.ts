import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';

describe('code in a line', () => {
  it.each([
    ['white space inside separates words', '<p>a<code> x </code>b</p>', 'a `x` b'],
    ['two spans with a space in one of them', '<p><code>x </code><code>y</code></p>', '`x` `y`'],
    ['two spans without a space', '<p><code>List</code><code>&lt;T></code></p>', '`List<T>`'],
    ['a span of white space alone', '<p>a<code> </code>b</p>', 'a b'],
    ['keys', '<p><kbd>Ctrl</kbd><kbd>C</kbd></p>', '`Ctrl` `C`'],
    ['a span around paragraphs', '<code><p>two</p>\n<p>three</p></code>', '`two`\\\n`three`'],
    ['white space at the ends of a paragraph', '<p><code> x </code></p>', '`x`'],
  ])('%s', (_, html, markdown) => {
    expect(toMarkdown(parseHtml(html))).toBe(`${markdown}\n`);
  });
});
