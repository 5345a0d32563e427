import type { Root } from 'hast';
import { parseHtml } from '../../../../src/content/html/parse.js';
import { toHtml } from '../../../../src/content/html/serialise.js';

/** Parses a fragment as browsers do. */
export function tree(html: string): Root {
  return parseHtml(html);
}

/** Writes a tree as HTML. */
export function html(root: Root): string {
  return toHtml(root);
}
