import { toHtml } from 'hast-util-to-html';
import rehypeRaw from 'rehype-raw';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { parseMarkdown } from '../../content/body/markdown/parse.js';

const renderer = unified().use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw).freeze();

/** The HTML of a card with Markdown, including HTML inside it. */
export function renderMarkdownCard(markdown: string): string {
  return toHtml(renderer.runSync(parseMarkdown(markdown)));
}
