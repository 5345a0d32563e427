import type { Element, Nodes, Parents, Root } from 'hast';
import type { Root as MdastRoot, RootContent } from 'mdast';
import { toFlow } from './flow.js';
import type { Handle, State } from './handlers/handle.js';
import { handlers } from './handlers/index.js';

const HANDLERS = new Map<string, Handle>(Object.entries(handlers));

/**
 * Runs the handlers over a prepared page whose white space is collapsed.
 *
 * @param tree page; it is not changed
 * @returns Markdown tree, not yet finished
 */
export function transform(tree: Root): MdastRoot {
  const state = new Driver() as unknown as State;
  return { type: 'root', children: toFlow(state.all(tree)) };
}

/** Code directly after code continues it: the backticks between two spans would be read as part of them. */
function add(nodes: RootContent[], node: RootContent): void {
  const last = nodes.at(-1);
  if (last?.type === 'inlineCode' && node.type === 'inlineCode') last.value += node.value;
  else nodes.push(node);
}

/** The part of hast-util-to-mdast's state that handlers use. */
class Driver {
  inTable = false;
  qNesting = 0;

  all(parent: Parents): RootContent[] {
    const result: RootContent[] = [];
    for (const child of parent.children) {
      const given = this.one(child, parent);
      if (given === undefined) continue;
      for (const node of Array.isArray(given) ? given : [given]) add(result, node);
    }
    return result;
  }

  one(node: Nodes, parent: Parents | undefined): RootContent | RootContent[] | undefined {
    if (node.type === 'text') return { type: 'text', value: node.value };
    if (node.type !== 'element' || node.properties['dataMdast'] === 'ignore') return undefined;
    return this.element(node, parent);
  }

  element(node: Element, parent: Parents | undefined): RootContent | RootContent[] | undefined {
    const handle = HANDLERS.get(node.tagName);
    return handle === undefined ? this.all(node) : handle(this as unknown as State, node, parent);
  }
}
