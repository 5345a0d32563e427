import type { Element, ElementContent } from 'hast';
import { deepText, elementsIn, findAll, hasClass, oneLine, pathTo } from '../element.js';
import { formulaElement } from './formula-element.js';
import { type MathText, readMath } from './mathml.js';

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
  const text = oneLine(shown.map((part) => part.text.replace(/%\n/g, '')).join(' '));
  const number = tag === undefined ? '' : oneLine(deepText(tag));
  const label = kind === 'text' ? number : `\\tag{${number.replace(/^\((.*)\)$/, '$1')}}`;
  const tex = number === '' ? text : `${text} ${label}`;
  return [formulaElement({ tex, display: true, kind }, 'div')];
}

/** The formula of a cell, or its words as TeX writes words. */
function formulaIn(cell: Element): MathText | undefined {
  const parts = findAll(cell, ({ tagName }) => tagName === 'math');
  const words = oneLine(deepText(cell));
  if (parts.length === 0)
    return { text: words === '' ? '' : `\\text{${words.replace(/[\\{}$%#&_^]/g, '\\$&')}}`, isTex: true };
  const letters = (text: string): number => text.replace(/\s+/g, '').length;
  if (letters(words) !== letters(parts.map(deepText).join(''))) return undefined;
  const formulas = parts.map(readMath);
  const text = formulas.map((formula) => formula.text).join(' ');
  return { text, isTex: formulas.every(({ isTex }) => isTex) };
}
