import type { Element, Root } from 'hast';

/** Receives the nodes of a tree, in the order of the document. */
export interface TreeVisitor {
  /** @returns false to skip the element with its content; `leave` is not called then */
  enter(element: Element): boolean;
  leave(element: Element): void;
  /** A text; between it and the next one there is always a tag. */
  text(value: string): void;
}

/** Walks a tree once, however deep it is. */
export function walkTree(tree: Element | Root, visitor: TreeVisitor): void {
  // The open elements, each with the index of the next child.
  const nodes: (Element | Root)[] = [tree];
  const places: number[] = [0];
  for (let depth = 0; depth >= 0; ) {
    const node = nodes[depth] as Element | Root;
    const place = places[depth] as number;
    const child = node.children[place];
    if (child === undefined) {
      if (depth > 0) visitor.leave(node as Element);
      depth -= 1;
      continue;
    }
    places[depth] = place + 1;
    if (child.type === 'text') visitor.text(child.value);
    else if (child.type === 'element' && visitor.enter(child)) {
      depth += 1;
      nodes[depth] = child;
      places[depth] = 0;
    }
  }
}
