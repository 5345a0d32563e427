import { toHtml } from 'hast-util-to-html';
import rehypeRaw from 'rehype-raw';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const renderer = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw);

/** The HTML of a card that holds Markdown, HTML inside it included. */
export function renderMarkdownCard(markdown: string): string {
  return toHtml(renderer.runSync(renderer.parse(markdown)));
}
