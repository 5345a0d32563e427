import type { Element, ElementContent } from 'hast';
import { findAll, findElement } from './element.js';

/**
 * The part of the header of a page that belongs to the page: the run of boxes around its only title, without the menus
 * and forms before and behind it. Landing pages write title and introduction into the same header as the menu.
 * @param root contains the header, and all other titles of the page
 * @returns undefined where the header has no such part: the title links to the site, or the page has another
 */
export function ownPartOf(header: Element, root: Element): readonly ElementContent[] | undefined {
  const titles = findAll(root, ({ tagName }) => tagName === 'h1');
  const [title] = titles;
  if (header.tagName !== 'header' || title === undefined || titles.length > 1) return undefined;
  if (findElement(title, ({ tagName }) => tagName === 'a') !== undefined) return undefined;
  let parent = header;
  for (;;) {
    const { children } = parent;
    const at = children.findIndex((child) => child === title || holds(child, title));
    const box = children[at];
    if (box?.type !== 'element') return undefined;
    if (box === title || !isOrHoldsMenu(box)) return runAround(children, at);
    parent = box;
  }
}

function runAround(children: readonly ElementContent[], at: number): readonly ElementContent[] {
  const before = children.slice(0, at).findLastIndex(isOrHoldsMenu);
  const behind = children.slice(at + 1).findIndex(isOrHoldsMenu);
  return children.slice(before + 1, behind < 0 ? undefined : at + 1 + behind);
}

function holds(node: ElementContent, wanted: Element): boolean {
  return findElement(node, (element) => element === wanted) !== undefined;
}

function isOrHoldsMenu(node: ElementContent): boolean {
  return isMenu(node) || findElement(node, isMenu) !== undefined;
}

function isMenu(node: ElementContent): boolean {
  return (
    node.type === 'element' &&
    (node.tagName === 'nav' || node.tagName === 'form' || node.properties['role'] === 'navigation')
  );
}
