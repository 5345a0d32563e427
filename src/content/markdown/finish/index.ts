import type {
  FootnoteReference,
  ListItem,
  Paragraph,
  Parents,
  PhrasingContent,
  Root,
  RootContent,
} from 'mdast';
import type { Flow } from '../flow.js';
import { finishLine } from './line.js';

/**
 * Cleans up a whole Markdown tree: lines finished, empty nodes removed, lists tight
 * where they can be, no rule at the start (it would be read as front matter).
 *
 * @param tree tree from the handlers; it is changed
 * @returns the same tree
 */
export function finish(tree: Root): Root {
  const children = finishFlow(tree.children as Flow[]);
  let start = 0;
  while (children[start]?.type === 'thematicBreak') start++;
  tree.children = normaliseNotes(start === 0 ? children : children.slice(start));
  return tree;
}

function finishFlow(nodes: readonly Flow[]): Flow[] {
  const result: Flow[] = [];
  for (const node of nodes) {
    if (node.type === 'paragraph') {
      pushParagraphs(result, node);
    } else if (finishBlock(node)) {
      const isRepeated = node.type === 'thematicBreak' && result.at(-1)?.type === 'thematicBreak';
      if (!isRepeated && !joinsDefinitions(result.at(-1), node)) result.push(node);
    }
  }
  return result;
}

/** Adds the definitions of a list to those of the list before it: API references have a list for each function. */
function joinsDefinitions(before: Flow | undefined, node: Flow): boolean {
  if (node.type !== 'list' || before?.type !== 'list') return false;
  if (!before.data?.isDefinitions || !node.data?.isDefinitions) return false;
  for (const item of node.children) before.children.push(item);
  before.spread ||= node.spread;
  return true;
}

/** Two breaks in a row are how many pages write paragraphs. */
function pushParagraphs(result: Flow[], node: Paragraph): void {
  const line = finishLine(node.children, true);
  if (!line.some(({ type }) => type === 'break')) {
    if (line.length > 0) result.push({ ...node, children: line });
    return;
  }
  let run: PhrasingContent[] = [];
  for (const [index, child] of line.entries()) {
    const isDouble =
      child.type === 'break' && (line[index + 1]?.type === 'break' || line[index - 1]?.type === 'break');
    if (!isDouble) {
      run.push(child);
    } else if (run.length > 0) {
      result.push({ ...node, children: run });
      run = [];
    }
  }
  if (run.length > 0) result.push({ ...node, children: run });
}

/** Finishes a block in place; false when nothing is left of it. */
function finishBlock(node: Flow): boolean {
  switch (node.type) {
    case 'heading':
      node.children = finishLine(node.children, false);
      return node.children.length > 0;
    case 'blockquote':
    case 'footnoteDefinition':
      node.children = finishFlow(node.children);
      return node.children.length > 0;
    case 'list':
      node.children = node.children.filter(finishItem);
      node.spread = node.children.some((item) => item.spread);
      return node.children.length > 0;
    case 'table':
      for (const row of node.children) {
        for (const cell of row.children) cell.children = finishLine(cell.children, false);
      }
      return true;
    default:
      return true;
  }
}

function finishItem(item: ListItem): boolean {
  item.children = finishFlow(item.children);
  // A list inside an item needs no blank line before it; anything else does.
  item.spread = item.children.some((block, index) => index > 0 && block.type !== 'list');
  return item.children.length > 0 || typeof item.checked === 'boolean';
}

/** A footnote without a reference would not be shown: its text stays as text. So does a reference without a footnote. */
function normaliseNotes(nodes: Flow[]): Flow[] {
  const labels = new Set<string>();
  const defined = new Set<string>();
  const references: [Parents, FootnoteReference][] = [];
  const visit = (node: Parents): void => {
    if (node.type === 'footnoteDefinition') defined.add(node.identifier);
    for (const child of node.children) {
      if (child.type === 'footnoteReference') {
        labels.add(child.identifier);
        references.push([node, child]);
      } else if ('children' in child) visit(child);
    }
  };
  visit({ type: 'root', children: nodes });
  for (const [parent, reference] of references) {
    if (defined.has(reference.identifier)) continue;
    const text: RootContent = { type: 'text', value: reference.label ?? reference.identifier };
    const siblings: RootContent[] = parent.children;
    siblings[siblings.indexOf(reference)] = text;
  }
  return nodes.flatMap((node): Flow[] => {
    const isLost = node.type === 'footnoteDefinition' && !labels.has(node.identifier);
    return isLost ? (node.children as Flow[]) : [node];
  });
}
