import { property } from '../element.js';
import { closest, findIn, type PageMap, type Parent, replace, textIn } from '../reveal/page-map.js';

const TITLE = /^(?:link|permalink) to\b/i;

/** Numbers of figures, formulas and exercises may be links to these themselves (MyST): their words stay as text. */
export function settleSelfLinks(page: PageMap): void {
  for (const link of findIn(page, { properties: ['title'] })) {
    if (link.tagName !== 'a' || !TITLE.test(property(link, 'title'))) continue;
    const id = /^#(.+)$/.exec(property(link, 'href'))?.[1];
    if (id === undefined || !/[\p{L}\p{N}]/u.test(textIn(link))) continue;
    const isOwn = (one: Parent) => one.type === 'element' && property(one, 'id') === id;
    if (closest(page, link, isOwn) === undefined) continue;
    replace(page, link, [...link.children, { type: 'text', value: ' ' }]);
  }
}
