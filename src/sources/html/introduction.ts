/** The introductions of pages: what a page says in its header, or before its `<main>`, and no other page says. */

import type { Element, ElementContent } from 'hast';
import { elementsIn, findElement, pathTo } from '../../content/html/element.js';
import type { FrameTable } from './frame.js';
import { type Line, readLines } from './page-lines.js';
import { removeWhere } from './tree.js';

/** The least number of letters that are a text of the page: a slogan of its own, not only its name. */
const LEAST_OWN = 30;

/**
 * What a box says that no other page says: the introduction of a page, in the header with the menu of the site.
 * Removes from the box what the pages share, and its links.
 */
export function ownTextOf(box: Element, frame: FrameTable): readonly ElementContent[] | undefined {
  if (frame.pages === 0) return undefined;
  const isShared = ({ words }: Line) => frame.lines.has(words);
  const { lines, spans } = readLines(box);
  const own = lines.reduce((sum, line) => sum + (isShared(line) ? 0 : line.letters - line.linked), 0);
  if (own < LEAST_OWN) return undefined;
  removeWhere(box, (element) => {
    const [from, to] = spans.get(element) ?? [0, 0];
    return to > from && lines.slice(from, to).every((line) => isShared(line) || line.linked === line.letters);
  });
  return box.children;
}

/** Elements of a text, without which a box before `<main>` is a trail or a label. */
const TEXT = /^(?:p|h[1-6])$/;
const FRAME = /^(?:nav|aside|footer|dialog|form)$/;

/** What stands before the `<main>` of a page without a title there and on no other page: its hero. */
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
      return isText && !FRAME.test(one.tagName) ? (ownTextOf(one, frame) ?? []) : [];
    });
  });
}
