import type { Element, ElementContent } from 'hast';
import { deepText, findAll, hasClass, oneLine } from '../element.js';
import { formulaElement } from './formula-element.js';
import { readMath } from './mathml.js';

/**
 * Turns a table in which LaTeXML sets equations and their numbers side by side into formulas, one for each row.
 *
 * @param table any table
 * @returns the replacements; undefined for any other table, and for one with words between its formulas
 */
export function normaliseEquations(table: Element): ElementContent[] | undefined {
  if (!hasClass(table, 'ltx_eqn_table')) return undefined;
  const rows = findAll(table, ({ tagName }) => tagName === 'tr').map(equationIn);
  return rows.every((row) => row !== undefined) ? rows.flat() : undefined;
}

/** The formula of a row, none for an empty row; undefined for a row with anything else in it. */
function equationIn(row: Element): ElementContent[] | undefined {
  const parts = findAll(row, ({ tagName }) => tagName === 'math');
  const [tag] = findAll(row, (element) => hasClass(element, 'ltx_tag'));
  const number = tag === undefined ? '' : oneLine(deepText(tag));
  const others = [...parts.map(deepText), number].reduce((rest, part) => rest - lettersOf(part), 0);
  if (lettersOf(deepText(row)) + others !== 0) return undefined;
  const formulas = parts.map(readMath);
  const text = formulas.map((formula) => formula.text).join(' ');
  if (text === '') return [];
  const isTex = formulas.every((formula) => formula.isTex);
  const label = number.replace(/^\((.*)\)$/, '$1');
  const end = number === '' ? '' : isTex ? ` \\tag{${label}}` : ` ${number}`;
  return [
    formulaElement(
      { tex: oneLine(text.replace(/%\n/g, '')) + end, display: true, kind: isTex ? 'tex' : 'text' },
      'div',
    ),
  ];
}

function lettersOf(text: string): number {
  return text.replace(/\s+/g, '').length;
}
