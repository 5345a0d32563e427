import type { ElementContent, Text } from 'hast';
import { oneLine } from '../element.js';
import { formulaElement } from './formula-element.js';

const TEX =
  /\\\(([\s\S]+?)\\\)|\\\[([\s\S]+?)\\\]|\$\$([\s\S]+?)\$\$|\\\$([^$]+?)\\\$|(\\begin\{((?:equation|align|alignat|gather|multline|eqnarray|flalign|math|displaymath)\*?)\}[\s\S]+?\\end\{\6\})/g;

/**
 * Returns whether a page loads a script that draws the formulas in its text.
 *
 * @param page HTML of the whole page
 * @returns true where `\(…\)` in its text is a formula
 */
export function drawsTex(page: string): boolean {
  return /mathjax|katex|renderMathInElement/i.test(page);
}

/**
 * Finds formulas in the text of a page that has a script draw them.
 *
 * @param node a text
 * @returns texts and formulas alternately; undefined where there is no formula
 */
export function splitTex(node: Text): ElementContent[] | undefined {
  const { value } = node;
  if (!value.includes('\\') && !value.includes('$$')) return undefined;
  const parts: ElementContent[] = [];
  let end = 0;
  for (const match of value.matchAll(TEX)) {
    const [found, inline, bracketed, dollars, ascii, environment] = match;
    const tex = oneLine(inline ?? bracketed ?? dollars ?? ascii ?? environment ?? '');
    if (tex === '') continue;
    if (match.index > end) parts.push({ type: 'text', value: value.slice(end, match.index) });
    const display = inline === undefined && ascii === undefined;
    parts.push(formulaElement({ tex, display, kind: ascii === undefined ? 'tex' : 'ascii' }, 'span'));
    end = match.index + found.length;
  }
  if (parts.length === 0) return undefined;
  if (end < value.length) parts.push({ type: 'text', value: value.slice(end) });
  return parts;
}
