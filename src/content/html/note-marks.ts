import type { Element } from 'hast';
import { collapseSpace, deepText, property } from './element.js';

const SIGN = /^(?:[*†‡§¶]{1,3}|\[(?:\d{1,3}|[a-z])\])$/;
const NUMBER = /^(?:\(?\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\)?|[a-z])$/;
const WAY_BACK = /^(?:[↩↑⤴][\ufe0e\ufe0f]?)+$/u;
/** Units and symbols, whose raised numbers are exponents, are shorter. */
const LONG_WORD = /\p{L}{4}\p{P}*$/u;
const NAME = /^(?:fn|foot-?note|note|cite|ref)/i;

/** Returns true for what a link within a page shows if it only leads to a footnote, or back from one. */
export function isNoteLink(href: string, text: string, before: string): boolean {
  if (!href.startsWith('#')) return false;
  return WAY_BACK.test(text) || (/[^\s([{]$/.test(before) && (SIGN.test(text) || NUMBER.test(text)));
}

/**
 * Returns true for the mark of a footnote: a link to it, or a raised sign or number after a word.
 * @param before the text of the line before it
 */
export function isNoteMark(element: Element, before: string): boolean {
  const text = collapseSpace(deepText(element));
  if (element.tagName === 'a') return isNoteLink(property(element, 'href'), text, before);
  if (element.tagName !== 'sup' || !/\S$/.test(before)) return false;
  if (SIGN.test(text)) return true;
  const isNamed = ['className', 'id'].some((name) => NAME.test(property(element, name)));
  const linksToNote = element.children.some(
    (child) => child.type === 'element' && property(child, 'href').startsWith('#'),
  );
  return NUMBER.test(text) && (isNamed || linksToNote || (/\d/.test(text) && LONG_WORD.test(before)));
}
