import type { Root } from 'hast';
import { referenceMarkdown } from './reference.js';

/**
 * Converts a page to Markdown.
 *
 * @param tree page; it is not changed
 * @returns body without front matter and title: one newline at its end, or the empty string
 */
export function toMarkdown(tree: Root): string {
  return referenceMarkdown(tree);
}
