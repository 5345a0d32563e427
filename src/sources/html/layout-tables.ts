import type { Element, Nodes } from 'hast';
import { findAll, findElement, property } from '../../content/html/element.js';
import { wordsIn } from './words.js';

const PARTS = new Set('table tbody thead tfoot tr td th'.split(' '));
const BLOCKS = new Set('h1 h2 h3 p div table ul ol pre'.split(' '));

/**
 * Turns layout tables into boxes, in place: those around most of a page's text in which a cell has several
 * blocks. A table of data is recognised by its header cells or its caption.
 */
export function unwrapLayout(region: Element): void {
  const tables = findAll(region, (element) => element.tagName === 'table' && isLayout(element));
  // Counting all words takes longer than finding the tables, and most pages have none.
  const all = tables.length === 0 ? 0 : wordsIn(region);
  for (const table of tables) if (wordsIn(table) * 2 > all) unwrap(table);
}

function isLayout(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(property(table, 'role'))) return true;
  if (ownParts(table).some(({ tagName }) => tagName === 'th' || tagName === 'caption')) return false;
  return ownParts(table).some(({ tagName, children }) => tagName === 'td' && countBlocks(children) > 1);
}

function countBlocks(children: readonly Nodes[]): number {
  return children.reduce((sum, child) => {
    if (child.type !== 'element') return sum;
    const inner = findElement(child, ({ tagName }) => BLOCKS.has(tagName)) === undefined ? 0 : 1;
    return sum + inner + (BLOCKS.has(child.tagName) ? 1 : 0);
  }, 0);
}

/** The rows, cells and the caption of a table, without those of nested tables. */
function ownParts(table: Element): readonly Element[] {
  return table.children.flatMap((child): readonly Element[] => {
    if (child.type !== 'element') return [];
    return PARTS.has(child.tagName) && /^t(?:body|head|foot|r)$/.test(child.tagName)
      ? [child, ...ownParts(child)]
      : [child];
  });
}

function unwrap(table: Element): void {
  for (const part of [table, ...ownParts(table)]) if (PARTS.has(part.tagName)) part.tagName = 'div';
}
