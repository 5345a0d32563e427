import type { Nodes } from 'hast';
import type { PrivacyRules } from '../../../config/config.js';
import { nodesIn, type Parent } from '../../html/element.js';
import { conditionVerdict } from '../markdown/conditions.js';
import { INDEX_MARK, indexEdge } from '../wordpress/plain-comments.js';
import { isAllowed, isBoundToReader } from './closed-properties.js';

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
 * `<!--googleon: index-->`, or that show it to some readers (`<!-- ko if: isMember -->`), also where they have
 * different parents. Changes the tree.
 */
export function removeUnindexed(tree: Parent, rules: PrivacyRules, removed: Nodes[]): void {
  const edges = edgesIn(tree, rules);
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
    const edge = edges.get(child);
    if (edge === 'unclosed') frame.isOff = true;
    else if (edge !== undefined) isInside = edge === 'open';
    else if (child.type === 'element') frames.push(frameOf(child, isInside, frame.isOff));
    else (isInside || frame.isOff ? removed : kept).push(child);
  }
}

/** Conditions in comments, of Knockout and of server-side includes. */
const [IF, ELSE, END] = [/^\s*(?:ko\s|#\s*if\b)/, /^\s*#\s*(?:else|elif)\b/, /^\s*(?:\/ko\s*$|#\s*endif\b)/];
const EXPRESSION = /^\s*#\s*if\s+expr\s*=\s*"([^"]*)"/;

/** True for a comment that may begin text for some readers. */
export function mayOpen(comment: string): boolean {
  return IF.test(comment) || indexEdge(comment) !== undefined;
}

function isAboutReader(comment: string, rules: PrivacyRules): boolean {
  const [, expression] = EXPRESSION.exec(comment) ?? [];
  return expression === undefined
    ? isBoundToReader(comment.replace(/^\s*ko\s/, ''), rules)
    : conditionVerdict(expression, rules) !== undefined;
}

/**
 * The comments that begin and end such text. One without an end counts as far as its parent: without this limit, a
 * forgotten end would hide the rest of a page.
 */
function edgesIn(tree: Parent, rules: PrivacyRules): ReadonlyMap<Nodes, 'open' | 'close' | 'unclosed'> {
  const edges = new Map<Nodes, 'open' | 'close' | 'unclosed'>();
  const conditions: (Nodes | undefined)[] = [];
  const isIndexed = !isAllowed(INDEX_MARK, rules);
  let last: Nodes | undefined;
  const close = (opener: Nodes | undefined, node: Nodes): void => {
    if (opener !== undefined) edges.set(opener, 'open').set(node, 'close');
  };
  for (const node of nodesIn(tree)) {
    if (node.type !== 'comment') continue;
    const edge = indexEdge(node.value);
    if (IF.test(node.value)) {
      const isGate = conditions.every((one) => one === undefined) && isAboutReader(node.value, rules);
      conditions.push(isGate ? node : undefined);
      if (isGate) edges.set(node, 'unclosed');
    } else if (ELSE.test(node.value)) close(conditions.splice(-1, 1, undefined)[0], node);
    else if (END.test(node.value)) close(conditions.pop(), node);
    else if (edge === undefined || !isIndexed) continue;
    else if (edge === 'close') {
      close(last, node);
      last = undefined;
    } else {
      edges.set(node, 'unclosed');
      last = node;
    }
  }
  return edges;
}
