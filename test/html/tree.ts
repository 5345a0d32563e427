import type { Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

const parser = unified().use(rehypeParse, { fragment: true });

/** Parses a fragment as browsers do. */
export function tree(html: string): Root {
  return parser.parse(html);
}

/** Writes a tree as HTML. */
export function html(root: Root): string {
  return toHtml(root);
}
