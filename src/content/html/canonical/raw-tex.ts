import type { ElementContent, Text } from 'hast';
import { oneLine } from '../element.js';
import { formulaElement } from './formula-element.js';

const TEX =
  /\\\(([\s\S]+?)\\\)|\\\[([\s\S]+?)\\\]|\$\$([\s\S]+?)\$\$|\\\$([^$]+?)\\\$|(\\begin\{((?:equation|align|alignat|gather|multline|eqnarray|flalign|math|displaymath)\*?)\}[\s\S]+?\\end\{\6\})/g;

/** A formula between single dollars: `$x$` or `$ x $`, but not the prices in "from $5 to $6". */
const DOLLARS = /(?<![\\$])\$(?!\$)(?:(?![\s$])([^$]*?)(?<![\\\s])|\s([^$]+?)\s)\$(?![\d$])/g;
/** Configurations of MathJax and KaTeX that make single dollars delimiters of formulas. */
const WITH_DOLLARS = /(["'])\$\1\s*,\s*(?:["']?right["']?\s*:\s*)?(["'])\$\2/;

/**
 * Returns true if a page configures its formula script to read text between single dollars as a formula.
 *
 * @param page HTML of the whole page
 */
export function drawsDollars(page: string): boolean {
  return drawsTex(page) && WITH_DOLLARS.test(page);
}

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
 * @param hasDollars whether single dollars are delimiters too (see `drawsDollars`)
 * @returns texts and formulas alternately; undefined where there is no formula
 */
export function splitTex(node: Text, hasDollars = false): ElementContent[] | undefined {
  const parts = splitDelimited(node) ?? [node];
  const all = hasDollars
    ? parts.flatMap((part) => (part.type === 'text' ? splitDollars(part) : [part]))
    : parts;
  return all.length === 1 && all[0] === node ? undefined : all;
}

function splitDollars(node: Text): ElementContent[] {
  const { value } = node;
  if (!value.includes('$')) return [node];
  const parts: ElementContent[] = [];
  let end = 0;
  for (const match of value.matchAll(DOLLARS)) {
    const tex = oneLine(match[1] ?? match[2] ?? '');
    if (tex === '') continue;
    if (match.index > end) parts.push({ type: 'text', value: value.slice(end, match.index) });
    parts.push(formulaElement({ tex, display: false, kind: 'tex' }, 'span'));
    end = match.index + match[0].length;
  }
  if (end === 0) return [node];
  if (end < value.length) parts.push({ type: 'text', value: value.slice(end) });
  return parts;
}

function splitDelimited({ value }: Text): ElementContent[] | undefined {
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
