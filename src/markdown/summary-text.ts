import type { Nodes, Root } from 'mdast';

/** More than any summary takes, bare addresses included. */
const ENOUGH = 4000;
/** What is no prose, or stands apart from it: a summary has neither headings nor code unless there is nothing else. */
const APART = new Set(['heading', 'code', 'thematicBreak', 'footnoteDefinition', 'definition', 'html']);
const LINES = new Set(['paragraph', 'heading', 'tableCell', 'listItem', 'blockquote', 'code']);

/**
 * The beginning of a twin as its readers see it, on one line: without marks of footnotes, dollar signs of formulas
 * and addresses of links. Headings and code are left out where there is any other text.
 */
export function summaryLine(tree: Root): string {
  const prose = collect(tree, APART);
  return prose === '' ? collect(tree, new Set(['footnoteDefinition', 'definition', 'html'])) : prose;
}

function collect(tree: Root, apart: ReadonlySet<string>): string {
  let text = '';
  // A string is text that comes after the nodes above it.
  const open: (Nodes | string)[] = [tree];
  for (let node = open.pop(); node !== undefined && text.length < ENOUGH; node = open.pop()) {
    if (typeof node === 'string') text += node;
    else if (apart.has(node.type)) text += ' ';
    else if (node.type === 'break') text += ' ';
    else if (node.type === 'inlineMath') text += node.value.replace(/^\$+|\$+$/g, '');
    else if ('value' in node) text += node.value;
    else if ('children' in node) {
      if (LINES.has(node.type)) {
        text += ' ';
        open.push(' ');
      }
      for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as Nodes);
    }
  }
  return text.replace(/\s+/g, ' ').trim();
}
