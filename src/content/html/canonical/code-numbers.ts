import type { Element, Nodes } from 'hast';
import { deepText, elementsIn, findElement, hasClass, isBlankText } from '../element.js';

/** Elements that begin a line of code. */
export const BLOCKS = new Set(
  'address blockquote center dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table tbody tr ul'.split(
    ' ',
  ),
);

/** Class names of table cells that contain code. */
const CODE_CELL =
  /^(?:code|blob-code|hljs-ln-code|crayon-code|lines|(?:[\w-]+[-_])?line-?(?:contents?|code))$/i;

/** Returns true for an element with code as a highlighter sets it beside numbers. */
export function holdsCode(node: Element): boolean {
  if (node.tagName === 'pre') return true;
  if (node.tagName !== 'td') return false;
  return isAllCode(node) || hasClass(node, CODE_CELL);
}

function isAllCode(cell: Element): boolean {
  const shown = cell.children.filter((child) => !isBlankText(child));
  return shown.length > 0 && shown.every(isCode);
}

/** Cells that count from some number on, line by line, before the cell with the code. */
export function numberCells(table: Element): ReadonlySet<Element> {
  const cells = new Set<Element>();
  if (table.tagName !== 'table') return numberedRows(table);
  const rows: (readonly Element[])[] = [];
  findElement(table, (row) => {
    if (row.tagName !== 'tr') return false;
    const own = row.children.filter((child): child is Element => child.type === 'element');
    rows.push(own);
    for (const cell of own.slice(0, -1)) if (cell.tagName === 'td' && isNumbers(cell)) cells.add(cell);
    return false;
  });
  return isCounted(rows) ? new Set(rows.flatMap(([first]) => first ?? [])) : cells;
}

/** The numbers of lines that are rows: a box with the number and a box with the code in each. */
function numberedRows(block: Element): ReadonlySet<Element> {
  let rows = elementsIn(block);
  while (rows.length === 1) rows = elementsIn(rows[0] as Element);
  const pairs = rows.map(elementsIn);
  const isPair = ([number, line, ...rest]: readonly Element[], at: number): boolean =>
    line !== undefined &&
    rest.length === 0 &&
    BLOCKS.has(line.tagName) &&
    deepText(number as Element) === String(at + 1);
  return new Set(pairs.length > 1 && pairs.every(isPair) ? pairs.flatMap(([number]) => number ?? []) : []);
}

/** Returns true if each row has a line of code and its number, which increases by one. */
function isCounted(rows: readonly (readonly Element[])[]): boolean {
  const numbers = rows.map(([first]) => (first === undefined ? '' : deepText(first).trim()));
  if (rows.length < 2 || !numbers.every((number) => /^\d{1,6}$/.test(number))) return false;
  const start = Number(numbers[0]);
  const isLines = rows.every(
    ([, line, ...rest]) => line !== undefined && rest.length === 0 && holdsCode(line),
  );
  return isLines && numbers.every((number, at) => Number(number) === start + at);
}

function isNumbers(cell: Element): boolean {
  const text = deepText(cell).trim();
  if (!/^\d{1,6}(?:\s*\n\s*\d{1,6})+$/.test(text)) return false;
  const numbers = text.split(/\s+/).map(Number);
  return numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1);
}

/** Returns true for a `<code>` element. */
export function isCode(node: Nodes): node is Element {
  return node.type === 'element' && node.tagName === 'code';
}
