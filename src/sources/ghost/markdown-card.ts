import type { Root } from 'hast';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { parseMarkdown } from '../../content/body/markdown/parse.js';
import { parseHtml } from '../../content/html/parse.js';
import { toHtml } from '../../content/html/serialise.js';

const renderer = unified().use(remarkRehype, { allowDangerousHtml: true }).freeze();

/** The HTML of a card with Markdown. The elements of HTML inside it end with the card. */
export function renderMarkdownCard(markdown: string): string {
  const tree = renderer.runSync(parseMarkdown(markdown)) as Root;
  return toHtml(parseHtml(toHtml(tree)));
}
