import type { Element, Nodes, Root } from 'hast';
import { elementsIn, findAll, findElement, pathTo, walk } from '../../content/html/element.js';

/** Elements that contain no date line. */
const TEXTS = new Set('pre table dl'.split(' '));

/**
 * The elements next to the titles in a page's content, and all of headers: the place of date and authors.
 * @param heading the title where it isn't of the first level
 */
function nearTitle(main: Root | Element, heading?: Element): ReadonlySet<Element> {
  const near = new Set<Element>();
  const isTitle = (node: Nodes): boolean => node === heading || isFirstLevel(node) || isTitleBox(node);
  const addNear = (parent: Root | Element): void => {
    const isHeader = parent.type === 'element' && parent.tagName === 'header';
    if (!isHeader && !parent.children.some(isTitle)) return;
    const elements = elementsIn(parent);
    const at = elements.findIndex(isTitle);
    const chosen = isHeader ? elements : elements.slice(Math.max(0, at - 1), at + 4);
    for (const element of chosen) {
      near.add(element);
      if (element.tagName === 'ul') for (const item of elementsIn(element)) near.add(item);
    }
  };
  addNear(main);
  walk(main, (element) => {
    addNear(element);
    return !TEXTS.has(element.tagName);
  });
  return near;
}

/** The places of date and authors: next to the title, and in the only footer. */
export function bylineBoxes(main: Root | Element, heading?: Element): ReadonlySet<Element> {
  return new Set([...nearTitle(main, heading), ...footerBoxes(main)]);
}

/** The elements in the only footer; cards of other posts have one each. */
export function footerBoxes(main: Root | Element): readonly Element[] {
  const footers = findAll(main, ({ tagName }) => tagName === 'footer');
  const [footer] = footers.length === 1 ? footers : [];
  return footer === undefined ? [] : elementsIn(footer);
}

/** The elements near the first title of a whole page, which may be in a header outside the article. */
export function nearFirstTitle(page: Element): readonly Element[] {
  const title = findElement(page, isFirstLevel);
  const path = title === undefined ? [] : pathTo(title, page);
  const box =
    path.find(({ tagName }) => tagName === 'header') ?? path.slice(0, -1).findLast((one) => !isTitleBox(one));
  return box === undefined ? [] : [...nearTitle(box)];
}

/** A box around the title alone. */
function isTitleBox(node: Nodes): boolean {
  // A hot path: most boxes have more in them.
  if (node.type !== 'element' || node.tagName !== 'div' || node.children.length > 3) return false;
  const [only, ...others] = elementsIn(node);
  return only !== undefined && others.length === 0 && (isFirstLevel(only) || isTitleBox(only));
}

function isFirstLevel(node: Nodes): boolean {
  return node.type === 'element' && /^(?:h1|hgroup)$/.test(node.tagName);
}
