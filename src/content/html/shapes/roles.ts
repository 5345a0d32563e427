import type { Element } from 'hast';
import { isDisplayedAsBlock, property } from '../element.js';
import { closest, findIn, type PageMap, rename, textIn } from '../reveal/page-map.js';

const PLAIN = /^(?:div|p|span|strong|b)$/;
const NO_PLACE = /^(?:h[1-6]|a|button|summary|p|li|dt|label|pre)$/;

/** The background image of an empty box. */
const BACKGROUND = /(?:^|;)\s*background(?:-image)?\s*:[^;]*\burl\(\s*(['"]?)([^'")]+)\1\s*\)/i;

/**
 * Replaces elements with a role or style by the matching element: headings (`role="heading"`), labelled background
 * images, and inline elements that are displayed as blocks.
 */
export function settleRoles(page: PageMap): void {
  for (const element of findIn(page, { properties: ['role', 'style'] })) {
    if (!PLAIN.test(element.tagName)) continue;
    if (property(element, 'role') === 'heading') {
      const level = Math.trunc(Number(property(element, 'ariaLevel'))) || 2;
      if (closest(page, element, ({ tagName }) => NO_PLACE.test(tagName)) === undefined)
        element.tagName = `h${Math.min(Math.max(level, 1), 6)}`;
    } else if (settlePicture(page, element)) continue;
    else if (element.tagName === 'span' && isDisplayedAsBlock(element)) element.tagName = 'div';
  }
}

function settlePicture(page: PageMap, box: Element): boolean {
  const [alt, src] = [property(box, 'ariaLabel'), BACKGROUND.exec(property(box, 'style'))?.[2]];
  if (property(box, 'role') !== 'img' || alt === '' || src === undefined || textIn(box) !== '') return false;
  rename(page, box, 'img');
  box.properties = { src, alt };
  box.children = [];
  return true;
}
