import type { Nodes, Root } from 'mdast';
import { walk } from './walk.js';

/** A line that is indented enough for code, at any depth of lists and quotes. */
const INDENTED = /^[ >\d.)*+-]*(?: {4}|\t)/;
/** Words, which only continue a paragraph, however far they are indented; a row of a table may end it. */
const WORDS = /^[ \t]*\p{L}[^|]*$/u;
const FENCE = /^(?:`{3}|~{3})/;
const CLOSING_FENCE = /^[ \t]*(?:`{3,}|~{3,})[ \t]*$/m;

/**
 * Returns true if a text could have another tree where indented text is never code. Indented lines are the same in both
 * if they are fenced code or HTML, or begin a block other than indented code.
 * @param tree the tree of the text where indented text is code
 */
export function dependsOnIndentation(tree: Root, text: string): boolean {
  let depends = false;
  walk(tree, (node) => {
    depends ||= isAffected(node, text);
  });
  return depends;
}

function isAffected(node: Nodes, text: string): boolean {
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
  switch (node.type) {
    case 'code':
      return !FENCE.test(text.slice(start, start + 3)) || CLOSING_FENCE.test(node.value);
    case 'paragraph':
      return linesAfterFirst(text, start, end).some((line) => INDENTED.test(line) && !WORDS.test(line));
    case 'heading':
    case 'table':
      return linesAfterFirst(text, start, end).some((line) => INDENTED.test(line));
    case 'definition':
      // The line after it can't begin indented code either.
      return linesAfterFirst(text, start, lineEnd(text, end + 1)).some((line) => INDENTED.test(line));
    default:
      return false;
  }
}

function linesAfterFirst(text: string, start: number, end: number): readonly string[] {
  return text.slice(start, end).split('\n').slice(1);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
