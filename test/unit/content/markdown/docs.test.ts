import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asSeen } from '../../../../src/content/html/as-seen.js';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';

const text = readFileSync('docs/markdown-twins.md', 'utf8');
const pairs = [...text.matchAll(/```html\n(.*?)```\n(`{3,4})markdown\n(.*?)\2\n/gs)];

describe('docs/markdown-twins.md', () => {
  it('has its examples', () => {
    expect(pairs).toHaveLength(text.split('```html').length - 1);
  });

  it.each(pairs.map(([, html = '', , markdown = '']) => [html, markdown]))(
    'converts %s',
    (html, markdown) => {
      const tree = parseHtml(html);
      asSeen(tree);
      expect(toMarkdown(tree)).toBe(markdown);
    },
  );
});
