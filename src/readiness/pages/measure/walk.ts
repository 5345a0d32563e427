import type { Element, Root } from 'hast';

/** Told of what a tree holds, in the order of the document. */
export interface TreeVisitor {
  /** @returns false to pass the element over, with everything in it; `leave` is not called then */
  enter(element: Element): boolean;
  leave(element: Element): void;
  /** A text; between it and the next one there is always a tag. */
  text(value: string): void;
}

interface Frame {
  readonly node: Element | Root;
  next: number;
}

/** Walks a tree once, however deep it is. */
export function walkTree(tree: Element | Root, visitor: TreeVisitor): void {
  const frames: Frame[] = [{ node: tree, next: 0 }];
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const child = frame.node.children[frame.next++];
    if (child === undefined) {
      frames.pop();
      if (frame.node.type === 'element' && frames.length > 0) visitor.leave(frame.node);
    } else if (child.type === 'text') visitor.text(child.value);
    else if (child.type === 'element' && visitor.enter(child)) frames.push({ node: child, next: 0 });
  }
}
