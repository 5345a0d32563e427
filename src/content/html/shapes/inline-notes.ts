import { hasClass, property } from '../element.js';
import { findIn, type PageMap, putInParentheses, remove, textIn } from '../reveal/page-map.js';

const NOTE = /^(?:tool-?tip-?(?:text|content|body|inner)|side-?note|margin-?note)$/i;
const INLINE = /^(?:span|small|aside|i|em)$/;

/**
 * Puts notes that stand in the middle of a sentence, and which a page shows beside it or on a click, into parentheses:
 * otherwise their words run on from the word before.
 */
export function settleInlineNotes(page: PageMap): void {
  for (const element of findIn(page, { classes: NOTE, properties: ['role'] })) {
    if (!INLINE.test(element.tagName)) continue;
    const isNote = hasClass(element, NOTE) || property(element, 'role') === 'tooltip';
    if (!isNote || textIn(element) === '' || /^\(.*\)$/s.test(textIn(element))) continue;
    const parent = page.parents.get(element);
    if (parent?.type !== 'element' || !/^(?:p|span|li|dd|td|a|abbr|dfn|em|strong)$/.test(parent.tagName))
      continue;
    const at = parent.children.indexOf(element);
    // The number of a side note, and the box that opens it.
    const before = parent.children[at - 1];
    if (before?.type === 'element' && before.tagName === 'input') {
      const label = page.labels.get(property(before, 'id'));
      if (label !== undefined && !/[\p{L}\p{N}]/u.test(textIn(label))) remove(page, label);
      remove(page, before);
    }
    putInParentheses(element);
  }
}
