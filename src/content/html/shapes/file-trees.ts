import type { Element } from 'hast';
import { labelContent } from '../reveal/label.js';
import {
  elementsIn,
  findBelow,
  hasClass,
  make,
  type PageMap,
  type Parent,
  replace,
} from '../reveal/page-map.js';

/** A comment on a file stands right after its name. */
function setApart(page: PageMap, comment: Element): void {
  const entry = page.parents.get(comment);
  if (entry?.type !== 'element' || !hasClass(entry, /^tree-entry$/)) return;
  const at = entry.children.indexOf(comment);
  if (entry.children[at - 1]?.type === 'element') entry.children.splice(at, 0, { type: 'text', value: ' ' });
}

/** A name that opens and closes a list in which nothing is a link: a menu has links. */
function isFolder(page: PageMap, button: Element): boolean {
  const item = page.parents.get(button);
  if (item?.type !== 'element' || item.tagName !== 'li' || elementsIn(item)[0] !== button) return false;
  let top: Element = item;
  for (
    let at: Parent | undefined = item;
    at?.type === 'element' && TREE.test(at.tagName);
    at = page.parents.get(at)
  )
    top = at;
  return (
    findBelow(top, ({ tagName }) => tagName === 'a').length === 0 &&
    findBelow(top, (one) => TREE.test(one.tagName) && one.tagName !== 'li').length > 0
  );
}

const TREE = /^[uo]l$|^li$/;

/** Shows the folders of a tree of files as items of its lists: their names are no headings of boxes to open. */
export function settleFileTrees(page: PageMap): void {
  for (const box of page.elements) {
    if (box.tagName === 'button' && isFolder(page, box))
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
