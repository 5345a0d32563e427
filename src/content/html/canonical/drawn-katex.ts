import type { Element, ElementContent } from 'hast';
import { classesOf, deepText, findElement, hasClass, make, property } from '../element.js';

/** Class names of lines and spacers. */
const UNREAD = new Set(
  'strut katex-strut pstrut vlist-s frac-line overline-line underline-line hide-tail nulldelimiter'.split(
    ' ',
  ),
);
/** Class names of boxes with rows above and below a base. */
const STACKS = new Set('op-limits munder mover accent katex-accent'.split(' '));

/**
 * Rebuilds the MathML of a formula from the boxes of KaTeX's HTML. A vertical list has its rows from bottom to top, each
 * with its height in a style.
 *
 * @param drawing an element of the class `katex-html`
 * @returns a `math` element, which may be empty
 */
export function katexMath(drawing: Element): Element {
  return make('math', partsOf(drawing, 0));
}

function partsOf(node: Element, depth: number): ElementContent[] {
  const parts: ElementContent[] = [];
  if (depth > 200) return parts;
  for (const child of node.children) {
    if (child.type === 'text') parts.push({ type: 'text', value: child.value.replace(/\u200b/g, '') });
    if (child.type !== 'element' || isUnread(child)) continue;
    const base = hasClass(child, 'msupsub') ? parts.pop() : undefined;
    if (hasClass(child, 'msupsub')) parts.push(scripts(child, base ?? make('mrow', []), depth));
    else parts.push(readPart(child, depth + 1));
  }
  return parts;
}

function readPart(node: Element, depth: number): Element {
  const names = classesOf(node);
  if (names.includes('mfrac')) return fraction(node, depth);
  if (names.includes('sqrt')) return root(node, depth);
  if (names.includes('mtable')) return table(node, depth);
  if (names.some((name) => STACKS.has(name))) return stack(rowsOf(node, depth));
  return make(names.includes('text') ? 'mtext' : 'mrow', partsOf(node, depth));
}

interface Row {
  /** Height above the baseline in em. */
  readonly height: number;
  readonly part: Element;
}

/** The rows of the first vertical list in a box, from top to bottom. */
function rowsOf(node: Element, depth: number): readonly Row[] {
  const list = findElement(node, (child) => hasClass(child, 'vlist'));
  const rows = (list?.children ?? []).flatMap((row) => {
    if (row.type !== 'element' || deepText(row).trim() === '') return [];
    const part = make('mrow', partsOf(row, depth + 1));
    return [{ height: -number(row, 'top') - strut(row), part }];
  });
  return rows.sort((one, other) => other.height - one.height);
}

function scripts(node: Element, base: ElementContent, depth: number): Element {
  const rows = rowsOf(node, depth);
  if (rows.length === 0) return make('msup', [base, make('mrow', partsOf(node, depth + 1))]);
  const above = rows.find(({ height }) => height > 0)?.part;
  const below = rows.find(({ height }) => height <= 0)?.part;
  if (above !== undefined && below !== undefined) return make('msubsup', [base, below, above]);
  if (above !== undefined) return make('msup', [base, above]);
  return below === undefined ? make('mrow', [base]) : make('msub', [base, below]);
}

function stack(rows: readonly Row[]): Element {
  const nearest = Math.min(...rows.map(({ height }) => Math.abs(height)));
  const [base, ...marks] = rows.filter(({ height }) => Math.abs(height) === nearest).map(({ part }) => part);
  if (base === undefined) return make('mrow', []);
  const below = rows.find(({ height }) => height < -nearest)?.part;
  const above = rows.find(({ height }) => height > nearest)?.part ?? marks[0];
  if (above === undefined) return below === undefined ? base : make('munder', [base, below]);
  return below === undefined ? make('mover', [base, above]) : make('munderover', [base, below, above]);
}

function root(node: Element, depth: number): Element {
  const isDegree = (child: Element): boolean => /^(?:katex-)?root$/.test(classesOf(child).join(' '));
  const degree = findElement(node, isDegree);
  const body = findElement(node, (child) => hasClass(child, 'svg-align'));
  const content = make('mrow', partsOf(body ?? node, depth + 1));
  return degree === undefined
    ? make('msqrt', [content])
    : make('mroot', [content, make('mrow', partsOf(degree, depth + 1))]);
}

function fraction(node: Element, depth: number): Element {
  const rows = rowsOf(node, depth).map(({ part }) => part);
  return rows.length === 2 ? make('mfrac', rows) : make('mrow', partsOf(node, depth));
}

/** Reads a table, which KaTeX writes column by column. */
function table(node: Element, depth: number): Element {
  const columns = node.children
    .filter((child): child is Element => child.type === 'element' && deepText(child).trim() !== '')
    .map((column) => rowsOf(column, depth));
  const height = Math.max(0, ...columns.map((rows) => rows.length));
  const lines = Array.from({ length: height }, (_, at) =>
    make(
      'mtr',
      columns.flatMap((rows) => (rows[at] === undefined ? [] : [make('mtd', [rows[at].part])])),
    ),
  );
  return make('mtable', lines);
}

function isUnread(node: Element): boolean {
  return node.tagName === 'svg' || classesOf(node).some((name) => UNREAD.has(name));
}

function strut(row: Element): number {
  const found = findElement(row, (child) => hasClass(child, 'pstrut'));
  return found === undefined ? 0 : number(found, 'height');
}

function number(node: Element, name: string): number {
  return Number(new RegExp(`(?:^|;)\\s*${name}:\\s*(-?[\\d.]+)em`).exec(property(node, 'style'))?.[1] ?? 0);
}
