import type { Element } from 'hast';
import { hasClass } from '../element.js';
import { findIn, type PageMap, textIn } from '../reveal/page-map.js';

const COMMENT = /^(?:c|c1|cm|ch|hljs-comment|comment)$/;

/** Removes the `!` from the marks of annotations in comments of code (`# (1)!`): Material draws a button in their place. */
export function settleAnnotations(page: PageMap): void {
  for (const element of findIn(page, { classes: COMMENT })) {
    if (element.tagName !== 'span' || !hasClass(element, COMMENT)) continue;
    if (/\(\d{1,3}\)!\W*$/.test(textIn(element))) withoutMarks(element);
  }
}

function withoutMarks(comment: Element): void {
  for (const child of comment.children)
    if (child.type === 'text') child.value = child.value.replace(/(\(\d{1,3}\))!/g, '$1');
}
