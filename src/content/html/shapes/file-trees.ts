import type { Element } from 'hast';
import { elementsIn, findAll, hasClass, make } from '../element.js';
import { findIn, labelContent, type PageMap, replace } from '../reveal/page-map.js';

/** A comment on a file stands right after its name. */
function setApart(page: PageMap, comment: Element): void {
  const entry = page.parents.get(comment);
  if (entry?.type !== 'element' || !hasClass(entry, /^tree-entry$/)) return;
  const at = entry.children.indexOf(comment);
  if (entry.children[at - 1]?.type === 'element') entry.children.splice(at, 0, { type: 'text', value: ' ' });
}

const TREE = /^[uo]l$|^li$/;

/** A name that opens and closes a list in a tree of files. */
function isFolder(page: PageMap, button: Element, trees: Map<Element, boolean>): boolean {
  const item = page.parents.get(button);
  if (item?.type !== 'element' || item.tagName !== 'li' || elementsIn(item)[0] !== button) return false;
  let top = item;
  for (let at = page.parents.get(item); at?.type === 'element' && TREE.test(at.tagName); ) {
    top = at;
    at = page.parents.get(at);
  }
  const isTree = trees.get(top) ?? isFileTree(top);
  trees.set(top, isTree);
  return isTree;
}

/** Lists without links; those of a menu have them. */
function isFileTree(top: Element): boolean {
  const parts = findAll(top, ({ tagName }) => /^(?:a|[uo]l)$/.test(tagName));
  return parts.length > 0 && parts.every(({ tagName }) => tagName !== 'a');
}

/** Shows the folders of a tree of files as items of its lists: their names are no headings of boxes to open. */
export function normaliseFileTrees(page: PageMap): void {
  // Each tree is searched for links once.
  const trees = new Map<Element, boolean>();
  for (const box of findIn(page, { tags: /^(?:button|details)$/, classes: /^comment$/ })) {
    if (box.tagName === 'button' && isFolder(page, box, trees))
      replace(page, box, [make('span', labelContent(box))]);
    if (box.tagName === 'span' && hasClass(box, /^comment$/)) setApart(page, box);
    if (box.tagName !== 'details') continue;
    const item = page.parents.get(box);
    if (item?.type !== 'element' || item.tagName !== 'li' || !hasClass(item, /^(?:directory|folder)$/))
      continue;
    const [summary] = elementsIn(box);
    if (summary?.tagName !== 'summary') continue;
    replace(page, box, [
      make('span', labelContent(summary)),
      ...box.children.filter((one) => one !== summary),
    ]);
  }
}
