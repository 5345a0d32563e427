/** Formulas that a page has as text, which a script draws. */

import type { Element, ElementContent, Properties, Text } from 'hast';
import { collapseSpace, deepText, elementsIn, findAll, hasClass, pathTo } from '../element.js';
import type { Formula } from './formula.js';
import { type MathText, readMath } from './mathml.js';

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
    const tex = collapseSpace(match[1] ?? match[2] ?? '');
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
    const tex = collapseSpace(inline ?? bracketed ?? dollars ?? ascii ?? environment ?? '');
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

/**
 * Writes a formula in the one form that all later steps read: TeX between dollar signs in an element of the class
 * `math`, AsciiMath as code, and what was read from MathML as text.
 *
 * @param formula the formula
 * @param tagName `div` for a formula that is a block of its own
 * @returns its replacement
 */
export function formulaElement({ tex, display, kind }: Formula, tagName: 'div' | 'span'): Element {
  if (kind === 'text') return element(tagName, {}, { type: 'text', value: tex });
  if (kind === 'ascii') {
    const code = element('code', {}, { type: 'text', value: tex });
    return tagName === 'span' ? code : element(tagName, {}, code);
  }
  const sign = display ? '$$' : '$';
  const className = ['math', display ? 'display' : 'inline'];
  return element(tagName, { className }, { type: 'text', value: sign + tex + sign });
}

function element(tagName: string, properties: Properties, child: ElementContent): Element {
  return { type: 'element', tagName, properties, children: [child] };
}

/**
 * Turns a table in which LaTeXML sets equations and their numbers side by side into formulas, one for each row.
 *
 * @param table any table
 * @returns the replacements; undefined for any other table, and for one with words beside a formula in a cell
 */
export function normaliseEquations(table: Element): ElementContent[] | undefined {
  if (!hasClass(table, 'ltx_eqn_table')) return undefined;
  const rows = findAll(table, ({ tagName }) => tagName === 'tr').map(equationIn);
  return rows.every((row) => row !== undefined) ? rows.flat() : undefined;
}

/** The formula of a row, none for an empty row; undefined for a cell with words beside its formulas. */
function equationIn(row: Element): ElementContent[] | undefined {
  const [tag] = findAll(row, (element) => hasClass(element, 'ltx_tag'));
  const cells = elementsIn(row).filter((cell) => tag === undefined || !pathTo(tag, cell).includes(tag));
  const parts = cells.map(formulaIn);
  if (parts.some((part) => part === undefined)) return undefined;
  const shown = parts.filter((part) => part !== undefined && part.text !== '') as readonly MathText[];
  if (shown.length === 0) return [];
  const kind = shown.every(({ isTex }) => isTex) ? 'tex' : 'text';
  const text = collapseSpace(shown.map((part) => part.text.replace(/%\n/g, '')).join(' '));
  const number = tag === undefined ? '' : collapseSpace(deepText(tag));
  const label = kind === 'text' ? number : `\\tag{${number.replace(/^\((.*)\)$/, '$1')}}`;
  const tex = number === '' ? text : `${text} ${label}`;
  return [formulaElement({ tex, display: true, kind }, 'div')];
}

/** The formula of a cell, or its words as TeX writes words. */
function formulaIn(cell: Element): MathText | undefined {
  const parts = findAll(cell, ({ tagName }) => tagName === 'math');
  const words = collapseSpace(deepText(cell));
  if (parts.length === 0)
    return { text: words === '' ? '' : `\\text{${words.replace(/[\\{}$%#&_^]/g, '\\$&')}}`, isTex: true };
  const letters = (text: string): number => text.replace(/\s+/g, '').length;
  if (letters(words) !== letters(parts.map(deepText).join(''))) return undefined;
  const formulas = parts.map(readMath);
  const text = formulas.map((formula) => formula.text).join(' ');
  return { text, isTex: formulas.every(({ isTex }) => isTex) };
}
