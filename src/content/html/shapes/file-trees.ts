import { labelContent } from '../reveal/label.js';
import { elementsIn, hasClass, make, type PageMap, replace } from '../reveal/page-map.js';

/** Shows the folders of a tree of files as items of its lists: their names are no headings of boxes to open. */
export function settleFileTrees(page: PageMap): void {
  for (const box of page.elements) {
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
