import type { Nodes, Root } from 'mdast';

/** Calls `visit` for every node of a Markdown tree, parents first; the stack is our own, however deep it nests. */
export function walk(tree: Root, visit: (node: Nodes) => void): void {
  const open: Nodes[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    visit(node);
    if (!('children' in node)) continue;
    for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as Nodes);
  }
}
