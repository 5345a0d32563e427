import type { Root } from 'hast';
import { finish } from './finish/index.js';
import { prepare } from './prepare/index.js';
import { stringify } from './stringify/index.js';
import { summaryLine } from './summary-text.js';
import { transform } from './transform.js';
import { collapseWhiteSpace } from './whitespace.js';

/**
 * Converts a page to Markdown.
 *
 * The result is that of the unified stack around the same handlers (`createUnifiedConverter`), several times faster: one
 * copy of the tree, sets instead of lists of tests, and a writer that checks only text with special characters closely.
 *
 * @param tree page; it is not changed
 * @returns body without front matter and title: one newline at its end, or the empty string
 */
export function toMarkdown(tree: Root): string {
  return convertTree(tree).markdown;
}

/** A page as Markdown, and the text for a summary. */
export interface Twin {
  readonly markdown: string;
  /** One line of plain text, the beginning of the page. */
  readonly summary: string;
}

/**
 * Converts a page as `toMarkdown` does, and reads the beginning of its prose from the same tree.
 *
 * @param tree page; it is not changed
 */
export function convertTree(tree: Root): Twin {
  const page = prepare(tree);
  collapseWhiteSpace(page);
  const twin = finish(transform(page));
  return { markdown: stringify(twin), summary: summaryLine(twin) };
}
