import type { Element, Nodes, Root } from 'hast';
import { nodesIn } from '../../html/element.js';
import { indexEdge } from '../wordpress/plain-comments.js';

type Parent = Root | Element;

/** A parent whose children are being read. */
interface Frame {
  readonly parent: Parent;
  readonly kept: Nodes[];
  at: number;
  /** True for an element in text that isn't for indexes. */
  readonly isInside: boolean;
  /** True after a mark without an end, which counts as far as its parent. */
  isOff: boolean;
}

const frameOf = (parent: Parent, isInside: boolean, isOff: boolean): Frame => ({
  parent,
  kept: [],
  at: 0,
  isInside: isInside || isOff,
  isOff,
});

/**
 * Removes what is between comments that keep text from indexes, such as `<!--googleoff: index-->` and
 * `<!--googleon: index-->`, also where they have different parents. Changes the tree.
 */
export function removeUnindexed(tree: Parent, removed: Nodes[]): void {
  const closed = closedMarks(tree);
  const frames = [frameOf(tree, false, false)];
  let isInside = false;
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { parent, kept } = frame;
    const child: Nodes | undefined = parent.children[frame.at];
    frame.at += 1;
    if (child === undefined) {
      frames.pop();
      parent.children = kept as typeof parent.children;
      if (!frame.isInside || kept.length > 0) frames.at(-1)?.kept.push(parent);
      continue;
    }
    const edge = child.type === 'comment' ? indexEdge(child.value) : undefined;
    if (edge !== undefined) {
      if (edge === 'open' && !closed.has(child)) frame.isOff = true;
      else isInside = edge === 'open';
    } else if (child.type === 'element') frames.push(frameOf(child, isInside, frame.isOff));
    else (isInside || frame.isOff ? removed : kept).push(child);
  }
}

/** The opening marks that the next mark closes. Without this limit, a forgotten end would hide the rest of a page. */
function closedMarks(tree: Parent): ReadonlySet<Nodes> {
  const closed = new Set<Nodes>();
  let last: Nodes | undefined;
  for (const node of nodesIn(tree)) {
    const edge = node.type === 'comment' ? indexEdge(node.value) : undefined;
    if (edge === 'close' && last !== undefined) closed.add(last);
    if (edge !== undefined) last = edge === 'open' ? node : undefined;
  }
  return closed;
}
