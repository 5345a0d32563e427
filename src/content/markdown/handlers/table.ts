import type { Element, Nodes } from 'hast';
import type { AlignType, PhrasingContent, RootContent, Table, TableCell, TableRow } from 'mdast';
import { classesOf, deepText, findElement, isBlank, property } from '../../html/element.js';
import { type Handle, type State, textOf, toFlow, toPhrasing } from '../flow.js';
import { captionOf } from './block.js';
import { type Grid, type GridCell, type GridRow, readGrid } from './grid.js';

/**
 * `table`: a pipe table, or its content when it is only used for layout.
 *
 * GFM needs one row of headings: the first row is it, whatever its cells are, unless every row starts
 * with a heading of its own; then the row of headings is empty. A value is repeated at every place
 * that its cell spans. Cells hold one line: blocks are joined as `toPhrasing` does, nested tables cell
 * by cell. Captions, and a first row that is one title, stand before the table in italics.
 */
export const table: Handle = (state, node) => {
  const grid = readGrid(node);
  const titles = [grid.caption, grid.title].filter((title) => title !== undefined);
  const caption = titles.flatMap((title) => captionOf(toFlow(state.all(title))));
  const thread = threadRows(grid);
  if (thread.length > 0) return [...caption, ...layoutContent(state, thread)];
  if (isLayout(node, grid)) return [...caption, ...layoutContent(state, grid.rows)];
  const wasInTable = state.inTable;
  state.inTable = true;
  const notes: RootContent[] = [];
  const result = pipeTable(state, grid, wasInTable, notes);
  state.inTable = wasInTable;
  if (result === undefined) return caption;
  const [only] = result.children;
  const isOneCell = result.children.length === 1 && only?.children.length === 1 && !grid.hasHead;
  // A line of text that was laid out as a table, next to empty cells.
  return [...caption, ...(isOneCell ? toFlow(only.children[0]?.children ?? []) : [result]), ...notes];
};

/** Rows and cells that stand outside a table. */
export const tablePart: Handle = (state, node) => toFlow(state.all(node));

/** A table that is used for layout. */
function isLayout(node: Element, grid: Grid): boolean {
  const role = node.properties['role'];
  if (role === 'presentation' || role === 'none') return true;
  if (grid.hasHead) return false;
  if (grid.columns <= 1 || isDeclaredLayout(node, grid)) return true;
  if (isTitleRow(grid) || holdsBlocks(grid)) return true;
  return findElement(node, (child) => /^h[1-6]$/.test(child.tagName)) !== undefined;
}

/** An empty summary marks a layout table, unless it has column headings: older versions of Javadoc write both. */
function isDeclaredLayout(node: Element, { title }: Grid): boolean {
  return node.properties['summary'] === '' && title?.tagName !== 'th';
}

/** A table that only places other tables, or in a single row lists, next to each other. */
function holdsBlocks({ rows }: Grid): boolean {
  const cells = rows.flatMap((row) => row.cells).filter(({ node }) => deepText(node).trim() !== '');
  const block = rows.length === 1 ? /^(?:table|[uo]l)$/ : /^table$/;
  const isBlock = (node: Nodes): boolean => node.type === 'element' && block.test(node.tagName);
  return (
    cells.length > 0 && cells.every(({ node }) => node.children.every((one) => isBlank(one) || isBlock(one)))
  );
}

/** Minimum share of rows with a post. */
const POSTS = 1 / 4;
/** Columns of a thread: author and message. */
const COLUMNS = 2;

/**
 * The rows of a table that has a table of several rows in each post, as forums write their threads; none for others.
 * These tables are for layout too, and the headings of its columns say nothing without columns.
 */
function threadRows(grid: Grid): readonly GridRow[] {
  const { rows, hasHead } = grid;
  const isPost = (node: Nodes): boolean => {
    const inner = node.type === 'element' && node.tagName === 'table' ? readGrid(node) : undefined;
    return inner !== undefined && inner.rows.length > 1 && !inner.hasHead;
  };
  const posts = rows.flatMap(({ cells }) => cells.flatMap(({ node }) => findElement(node, isPost) ?? []));
  if (posts.length === 0 || rows.length === 1 || holdsBlocks(grid)) return [];
  const isFilled = (node: Element): boolean =>
    deepText(node).trim() !== '' || findElement(node, ({ tagName }) => tagName === 'img') !== undefined;
  const filled = rows.filter(({ cells }) => cells.some(({ node }) => isFilled(node)));
  if (filled.length < 3 || posts.length < filled.length * POSTS) return [];
  for (const post of posts) post.properties['role'] = 'presentation';
  const [head] = filled;
  return hasHead && head !== undefined && head.cells.length <= COLUMNS ? filled.slice(1) : filled;
}

/** A single row in which one cell alone has content: the title of a page beside a picture, as GTK-Doc writes it. */
function isTitleRow({ rows: [row, ...others], caption }: Grid): boolean {
  if (row === undefined || others.length > 0 || caption !== undefined) return false;
  return row.cells.filter(({ node }) => deepText(node).trim() !== '').length < 2;
}

function layoutContent(state: State, rows: readonly GridRow[]): RootContent[] {
  const content: RootContent[] = [];
  for (const row of rows) {
    for (const cell of row.cells) if (cell.isOrigin) content.push(...toFlow(state.all(cell.node)));
  }
  return content;
}

function pipeTable(state: State, grid: Grid, isNested: boolean, notes: RootContent[]): Table | undefined {
  const rows: TableRow[] = [];
  const contents = new Map<Element, PhrasingContent[]>();
  for (const row of grid.rows) {
    const cells = row.cells.map((cell) => tableCell(cellContent(state, cell, contents, isNested, notes)));
    while (cells.length < grid.columns) cells.push(tableCell([]));
    if (cells.some((cell) => cell.children.length > 0)) rows.push({ type: 'tableRow', children: cells });
  }
  if (rows.length === 0) return undefined;
  const shown = shownColumns(rows);
  for (const row of rows) row.children = shown.flatMap((column) => row.children[column] ?? []);
  if (grid.isKeyed)
    rows.unshift({ type: 'tableRow', children: (rows[0]?.children ?? []).map(() => tableCell([])) });
  const align = alignments(grid);
  return { type: 'table', align: shown.map((column) => align[column] ?? null), children: rows };
}

/** Columns in which some cell has content: the others only hold room, or pictures that aren't shown. */
function shownColumns(rows: readonly TableRow[]): readonly number[] {
  const columns = (rows[0]?.children ?? []).map((_, column) => column);
  return columns.filter((column) =>
    rows.some(({ children }) => (children[column]?.children.length ?? 0) > 0),
  );
}

/** Longer than this, a value is not repeated over the places that its cell spans. */
const MAX_REPEATED = 200;

function cellContent(
  state: State,
  cell: GridCell,
  contents: Map<Element, PhrasingContent[]>,
  isNested: boolean,
  notes: RootContent[],
): PhrasingContent[] {
  if (!cell.isShown) return [];
  const known = contents.get(cell.node);
  if (known !== undefined)
    return isNested || textOf(known).length > MAX_REPEATED ? [] : structuredClone(known);
  const all = state.all(cell.node);
  // A footnote needs a place of its own.
  notes.push(...all.filter(isFootnote));
  const content = toPhrasing(all.filter((node) => !isFootnote(node)));
  contents.set(cell.node, content);
  return content;
}

function isFootnote({ type }: RootContent): boolean {
  return type === 'footnoteDefinition';
}

function tableCell(children: PhrasingContent[]): TableCell {
  return { type: 'tableCell', children };
}

function alignments(grid: Grid): AlignType[] {
  const result: AlignType[] = new Array<AlignType>(grid.columns).fill(null);
  for (const row of grid.rows) {
    for (const [index, cell] of row.cells.entries()) result[index] ??= alignment(cell.node);
  }
  return result;
}

function alignment(cell: Element): AlignType {
  const style = /text-align\s*:\s*(left|right|center)/i.exec(property(cell, 'style'));
  const named = classesOf(cell).map(
    (name) => /^(?:has-text-align|text|align)-?(left|right|center)$/.exec(name)?.[1],
  );
  const value = (style?.[1] ?? (property(cell, 'align') || named.find(Boolean)))?.toLowerCase();
  return value === 'left' || value === 'right' || value === 'center' ? value : null;
}
