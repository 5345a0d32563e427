import type { Element, Nodes, Root } from 'hast';

type Parent = Root | Element;

/**
 * Copies a tree of the parser that knows all repairs into objects of the same forms as those of the tidy parser. Code
 * that walks trees is compiled for the forms of objects that it meets: those of a second parser, on few pages, would
 * make it slower on all.
 * @param tree is not used any more; the copy has its properties
 */
export function plainTree(tree: Root): Root {
  const copy: Root = { type: 'root', children: [] };
  // Nodes whose children wait, and their copies: trees nest deeper than the call stack allows.
  const open: [from: Parent, to: Parent][] = [[tree, copy]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, to] = next;
    to.children = from.children.map((node) => copyNode(node, open)) as Root['children'];
  }
  return copy;
}

function copyNode(node: Nodes, open: [from: Parent, to: Parent][]): Nodes {
  switch (node.type) {
    case 'text':
      return { type: 'text', value: node.value };
    case 'comment':
      return { type: 'comment', value: node.value };
    case 'doctype':
      return { type: 'doctype' };
    case 'root': {
      const copy: Root = { type: 'root', children: [] };
      open.push([node, copy]);
      return copy;
    }
    case 'element': {
      const { tagName, properties } = node;
      const copy: Element = { type: 'element', tagName, properties, children: [] };
      if (node.children.length > 0) open.push([node, copy]);
      if (node.content !== undefined) copy.content = copyNode(node.content, open) as Root;
      return copy;
    }
    default:
      return node;
  }
}
