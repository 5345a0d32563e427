import { expect } from 'vitest';
import { asSeen } from '../../../../src/content/html/as-seen.js';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toMarkdown } from '../../../../src/content/markdown/to-markdown.js';

/** The twin of a piece of a page, as one line per block. */
export function seen(html: string): string[] {
  const tree = parseHtml(html);
  asSeen(tree);
  const markdown = toMarkdown(tree);
  // A built page is read twice on its way to the twin.
  asSeen(tree);
  expect(toMarkdown(tree)).toBe(markdown);
  return markdown.split('\n').filter((line) => line.trim() !== '');
}
