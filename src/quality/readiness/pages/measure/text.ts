import type { Element, Nodes } from 'hast';
import { firstWords, oneSpaced } from '../../../../content/html/text.js';

/** Elements whose text is not read. */
export const UNREAD: readonly string[] = ['script', 'style'];

/** True for an element that is ignored with its content. */
export function isUnread({ tagName }: Element): boolean {
  return UNREAD.includes(tagName);
}

/** Enough for everything that is shown or compared; hostile pages may nest long texts a thousand times. */
const MAX_TEXT = 4000;

/**
 * The text of an element as one line, or the beginning of a long one; breaks are spaces, inline tags are ignored.
 * @param skip an element to leave out
 */
export function elementText(element: Element, skip?: (element: Element) => boolean): string {
  let text = '';
  const open: Nodes[] = [element];
  for (let node = open.pop(); node !== undefined && text.length < MAX_TEXT; node = open.pop()) {
    if (node.type === 'text') text += node.value;
    else if (node.type === 'element') {
      if (isUnread(node) || skip?.(node) === true) continue;
      if (node.tagName === 'br') text += ' ';
      for (let at = node.children.length - 1; at >= 0; at -= 1) open.push(node.children[at] as Nodes);
    }
  }
  return oneSpaced(text);
}

/** The first words of a line, with `…` when it continues. */
export function openingOf(text: string, words: number): string {
  const opening = firstWords(text, words);
  return opening.length < text.length ? `${opening}…` : opening;
}
