import type { Nodes, Root } from 'hast';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import type { Root as MdastRoot } from 'mdast';
import { finish } from './finish/index.js';
import { toFlow } from './flow.js';
import { handlers } from './handlers/index.js';
import { prepare } from './prepare/index.js';
import { stringifyReference } from './stringify/options.js';

/**
 * Converts a page with the unified stack around our handlers.
 *
 * It is the yardstick of `toMarkdown`: both give the same bytes for every page.
 *
 * @param tree page
 * @returns Markdown body
 */
export function referenceMarkdown(tree: Root): string {
  const mdast = toMdast(prepare(tree) as Nodes, {
    handlers: handlers as Record<string, Handle>,
    nodeHandlers: { root: (state, node: Root) => ({ type: 'root', children: toFlow(state.all(node)) }) },
  }) as MdastRoot;
  return stringifyReference(finish(mdast));
}
