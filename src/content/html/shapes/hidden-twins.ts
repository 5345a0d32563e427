import { elementsIn, property } from '../element.js';
import { findIn, type PageMap, remove, textIn } from '../reveal/page-map.js';
import { isScreenReaderText, SPOKEN } from '../reveal/visibility.js';

/**
 * Of a text that is written twice, once visually (`aria-hidden`) and once for screen readers only, keeps the
 * visible one.
 */
export function dropSpokenTwins(page: PageMap): void {
  for (const element of findIn(page, { tags: /^h2$/, classes: SPOKEN })) {
    if (!isScreenReaderText(element)) continue;
    const parent = page.parents.get(element);
    const isTwin = elementsIn(parent ?? element).some(
      (one) => one !== element && property(one, 'ariaHidden') === 'true' && /[\p{L}\p{N}]/u.test(textIn(one)),
    );
    if (isTwin) remove(page, element);
  }
}
