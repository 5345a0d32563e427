import type { Element, Nodes } from 'hast';
import { classes, findElement, property } from '../element.js';

const GUTTER =
  /^(?:linenos?|linenodiv|ln|lnt|lnlinks|line-?numbers?(?:-rows)?|gutter|rouge-gutter|hljs-ln-numbers|blob-num|crayon-nums|code-line-number|react-syntax-highlighter-line-number)$/;
const LINES = new Set(['div', 'p', 'li', 'tr', 'ol', 'ul', 'table', 'tbody', 'figcaption']);

/**
 * Reads the code in an element: lines kept, line numbers and other gutters left out.
 *
 * @param node `pre`, or a table of highlighted lines
 * @returns code without blank lines at its ends
 */
export function codeText(node: Element): string {
  const text = collect(node);
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\u00a0/g, ' ')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

/**
 * Tells whether an element holds line numbers or the like.
 *
 * @param node element inside highlighted code
 * @returns true when it is not code
 */
export function isGutter(node: Element): boolean {
  if (classes(node).some((name) => GUTTER.test(name))) return true;
  return /user-select\s*:\s*none/i.test(property(node, 'style'));
}

/**
 * Tells whether a table only sets line numbers beside code.
 *
 * @param table a `table` element
 * @returns true when it is code
 */
export function isCodeTable(table: Element): boolean {
  const isLine = (node: Element): boolean => {
    return (
      node.tagName === 'pre' || classes(node).some((name) => name === 'blob-code' || name === 'hljs-ln-code')
    );
  };
  return findElement(table, isLine) !== undefined && findElement(table, isGutter) !== undefined;
}

/** A newline that is wanted once, between lines but not at the ends. */
type Work = Nodes | 'line';

function collect(root: Element): string {
  let text = '';
  let pending = false;
  let isFresh = true;
  const stack: Work[] = [];
  pushChildren(stack, root);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next === 'line') {
      pending ||= !isFresh;
    } else if (next.type === 'text') {
      if (next.value === '') continue;
      if (pending && !next.value.startsWith('\n')) text += '\n';
      pending = false;
      text += next.value;
      isFresh = next.value.endsWith('\n');
    } else if (next.type === 'element' && !isGutter(next)) {
      if (next.tagName === 'br') {
        text += '\n';
        isFresh = true;
        pending = false;
      }
      pushChildren(stack, next);
    }
  }
  return text;
}

function pushChildren(stack: Work[], node: Element): void {
  const isLine = LINES.has(node.tagName);
  if (isLine) stack.push('line');
  for (let index = node.children.length - 1; index >= 0; index--) {
    const child = node.children[index] as Nodes;
    // Two `code` elements side by side are two lines.
    if (index > 0 && isCode(child) && isCode(node.children[index - 1] as Nodes)) stack.push(child, 'line');
    else stack.push(child);
  }
  if (isLine) stack.push('line');
}

function isCode(node: Nodes): boolean {
  return node.type === 'element' && node.tagName === 'code';
}
