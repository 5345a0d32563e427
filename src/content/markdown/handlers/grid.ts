import type { Element } from 'hast';
import { property } from '../../html/element.js';

/** One place of a table's grid. */
export interface GridCell {
  readonly node: Element;
  /** The position at which the cell is written in the HTML, as opposed to one that it spans. */
  readonly isOrigin: boolean;
  /** False where repeating a title over the whole row would only be noise. */
  readonly isShown: boolean;
}

/** One row of a table's grid. */
export interface GridRow {
  readonly cells: GridCell[];
}

/** A table with its spans resolved. */
export interface Grid {
  readonly rows: readonly GridRow[];
  readonly columns: number;
  readonly caption: Element | undefined;
  readonly hasHead: boolean;
  /** A title over all columns in the first row: it isn't a row of headings. */
  readonly title: Element | undefined;
  /** Each row starts with a heading of its own and there is no row of headings. */
  readonly isKeyed: boolean;
}

/** Wider or longer than any table that people read; spans beyond it are cut. */
const MAX_SPAN = 100;
const MAX_CELLS = 20_000;

/**
 * Lays a table out: every cell at each place that it covers.
 *
 * @param table a `table` element
 * @returns rows in reading order, head first
 * @see https://html.spec.whatwg.org/multipage/tables.html#forming-a-table
 */
export function readGrid(table: Element): Grid {
  const parts = readParts(table);
  const rows = layOut(parts.rows);
  const columns = rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  const title = columns > 1 && rows.length > 1 ? titleOf(rows[0], columns) : undefined;
  if (title !== undefined) rows.shift();
  const origins = rows.map((row) =>
    row.cells.filter((cell) => cell.isOrigin).map((cell) => cell.node.tagName),
  );
  const firstIsHead = origins[0]?.every((name) => name === 'th') ?? false;
  const hasHead = parts.hasHead || firstIsHead;
  const isKeyed = !hasHead && columns > 1 && origins.every(([first]) => first === 'th');
  return { rows, columns, caption: parts.caption, title, hasHead, isKeyed };
}

function titleOf(row: GridRow | undefined, columns: number): Element | undefined {
  const [first] = row?.cells ?? [];
  const isWhole = row?.cells.length === columns && row.cells.every((cell) => cell.node === first?.node);
  return isWhole && !row.cells.every((cell) => cell.isOrigin) ? first?.node : undefined;
}

interface Parts {
  readonly rows: Element[];
  readonly caption: Element | undefined;
  readonly hasHead: boolean;
}

function readParts(table: Element): Parts {
  const head: Element[] = [];
  const body: Element[] = [];
  const foot: Element[] = [];
  let caption: Element | undefined;
  for (const child of table.children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'caption') caption ??= child;
    else if (child.tagName === 'tr') body.push(child);
    else if (child.tagName === 'thead') head.push(...rowsOf(child));
    else if (child.tagName === 'tfoot') foot.push(...rowsOf(child));
    else if (child.tagName === 'tbody') body.push(...rowsOf(child));
  }
  return { rows: [...head, ...body, ...foot], caption, hasHead: head.length > 0 };
}

function rowsOf(section: Element): Element[] {
  return section.children.filter(
    (child): child is Element => child.type === 'element' && child.tagName === 'tr',
  );
}

function cellsOf(row: Element): Element[] {
  return row.children.filter(
    (child): child is Element =>
      child.type === 'element' && (child.tagName === 'td' || child.tagName === 'th'),
  );
}

function layOut(rows: readonly Element[]): GridRow[] {
  const grid: (GridCell | undefined)[][] = rows.map(() => []);
  let room = MAX_CELLS;
  for (const [rowIndex, row] of rows.entries()) {
    const cells = cellsOf(row);
    let column = 0;
    for (const node of cells) {
      while (grid[rowIndex]?.[column] !== undefined) column++;
      const width = span(node, 'colSpan', MAX_SPAN);
      const height = Math.min(span(node, 'rowSpan', rows.length), rows.length - rowIndex);
      room -= width * height;
      if (room < 0) return finish(grid);
      const isTitle = cells.length === 1 && width > 1;
      place(grid, { node, rowIndex, column, width, height, isTitle });
      column += width;
    }
  }
  return finish(grid);
}

interface Placement {
  readonly node: Element;
  readonly rowIndex: number;
  readonly column: number;
  readonly width: number;
  readonly height: number;
  readonly isTitle: boolean;
}

function place(grid: (GridCell | undefined)[][], cell: Placement): void {
  for (let down = 0; down < cell.height; down++) {
    for (let across = 0; across < cell.width; across++) {
      const row = grid[cell.rowIndex + down];
      const isOrigin = down === 0 && across === 0;
      const isShown = !cell.isTitle || across === 0;
      if (row !== undefined) row[cell.column + across] ??= { node: cell.node, isOrigin, isShown };
    }
  }
}

const GAP: Element = { type: 'element', tagName: 'td', properties: {}, children: [] };

function finish(grid: readonly (GridCell | undefined)[][]): GridRow[] {
  const starts = new Set<number>();
  for (const row of grid) for (const [column, cell] of row.entries()) if (cell?.isOrigin) starts.add(column);
  const rows = grid.map((row) => {
    // A column in which no cell starts is only the far end of spans, so it's invisible.
    const cells = Array.from(row, (cell) => cell ?? { node: GAP, isOrigin: false, isShown: false });
    return { cells: cells.filter((_, column) => starts.has(column)) };
  });
  return rows.filter((row) => row.cells.length > 0);
}

function span(node: Element, name: 'colSpan' | 'rowSpan', most: number): number {
  const value = Number.parseInt(property(node, name), 10);
  if (value === 0 && name === 'rowSpan') return most;
  return value > 1 ? Math.min(value, most) : 1;
}
