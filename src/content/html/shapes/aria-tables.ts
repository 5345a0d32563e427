import type { Element } from 'hast';
import { elementsIn, findAll, hasClass, make, property } from '../element.js';
import { findIn, type PageMap, replace, textIn } from '../reveal/page-map.js';

const TABLE = /^(?:table|grid|treegrid)$/;
/** Class names of Javadoc tables. */
const GRID = /^(?:summary-table|details-table)$/;
const HEAD = /^(?:columnheader|rowheader)$/;
const CELL = /^(?:cell|gridcell|columnheader|rowheader)$/;

/** Turns boxes that are tables by their roles, or by the classes of Javadoc, into tables. */
export function normaliseAriaTables(page: PageMap): void {
  for (const element of findIn(page, { classes: GRID, properties: ['role'] })) {
    if (element.tagName === 'table' || !page.parents.has(element)) continue;
    const rows = TABLE.test(property(element, 'role')) ? rowsOf(element) : rowsOfGrid(element);
    // A real table in the box stays as it is.
    if (rows.length < 2 || rows.some((row) => row.some(({ from }) => /^t[dh]$/.test(from.tagName)))) continue;
    if (!holdsAll(rows, element)) {
      for (const { from } of rows.flat()) if (from.tagName !== 'a') from.tagName = 'div';
      continue;
    }
    const cells = (row: readonly Cell[]) =>
      row.map(({ from, isHead }) =>
        make(isHead ? 'th' : 'td', from.tagName === 'a' ? [from] : from.children),
      );
    replace(page, element, [
      make('table', [
        make(
          'tbody',
          rows.map((row) => make('tr', cells(row))),
        ),
      ]),
    ]);
  }
}

interface Cell {
  readonly from: Element;
  readonly isHead: boolean;
}

function rowsOf(table: Element): readonly (readonly Cell[])[] {
  return findAll(table, (one) => property(one, 'role') === 'row').map((row) =>
    findAll(row, (one) => CELL.test(property(one, 'role'))).map((from) => ({
      from,
      isHead: HEAD.test(property(from, 'role')),
    })),
  );
}

/** Javadoc: the cells of all rows are siblings, of which those of the head say how many a row has. */
function rowsOfGrid(grid: Element): readonly (readonly Cell[])[] {
  if (!hasClass(grid, GRID)) return [];
  const cells = elementsIn(grid).map((from) => ({ from, isHead: hasClass(from, /^table-header$/) }));
  const columns = cells.filter(({ isHead }) => isHead).length;
  if (columns === 0 || cells.length % columns !== 0) return [];
  return Array.from({ length: cells.length / columns }, (_, at) =>
    cells.slice(at * columns, (at + 1) * columns),
  );
}

/** Whether the cells hold all of the text. If not, or if tables are nested, a Markdown table would lose some. */
function holdsAll(rows: readonly (readonly Cell[])[], table: Element): boolean {
  const text = (node: Element) => textIn(node).replace(/\s+/g, '');
  return rows.map((row) => row.map(({ from }) => text(from)).join('')).join('') === text(table);
}
