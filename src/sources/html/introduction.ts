/** The introductions of pages: text in the header, or before `<main>`, that no other page has. */

import type { Element, ElementContent } from 'hast';
import { elementsIn, findElement, pathTo } from '../../content/html/element.js';
import type { FrameTable } from './frame.js';
import { isDialog } from './link-stats.js';
import { type Line, readLines } from './page-lines.js';
import { removeWhere } from './tree.js';

/** Minimum number of letters of such a text: a slogan, not only the name of the page. */
const MIN_OWN = 30;

/**
 * The text of a box that no other page has, such as an introduction in the header below the menu of the site.
 * Removes shared lines, and lines of links, from the box.
 * @returns undefined if too little is left
 */
export function ownTextOf(box: Element, frame: FrameTable): readonly ElementContent[] | undefined {
  if (frame.pages === 0) return undefined;
  const isShared = ({ words }: Line) => frame.lines.has(words);
  const { lines, spans } = readLines(box);
  const isText = (line: Line) => line.kind !== 'image' && !isShared(line);
  const own = lines.reduce((sum, line) => sum + (isText(line) ? line.letters - line.linked : 0), 0);
  if (own < MIN_OWN) return undefined;
  removeWhere(box, (element) => {
    const [from, to] = spans.get(element) ?? [0, 0];
    return to > from && lines.slice(from, to).every((line) => isShared(line) || line.linked === line.letters);
  });
  return box.children;
}

/** Elements of a text, without which a box before `<main>` is a trail or a label. */
const TEXT = /^(?:p|h[1-6])$/;
const FRAME = /^(?:nav|aside|footer|dialog|form)$/;

/** The content between the menu and `<main>` that no other page has: the hero of a page. */
export function introductionBefore(
  main: Element,
  body: Element,
  frame: FrameTable,
): readonly ElementContent[] {
  const path = pathTo(main, body);
  return path.slice(0, -1).flatMap((box, at) => {
    const boxes = elementsIn(box);
    const before = boxes.slice(0, boxes.indexOf(path[at + 1] as Element));
    return before.flatMap((one) => {
      const isText = findElement(one, ({ tagName }) => TEXT.test(tagName)) !== undefined;
      return isText && !FRAME.test(one.tagName) && !isDialog(one) ? (ownTextOf(one, frame) ?? []) : [];
    });
  });
}
