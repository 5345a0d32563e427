import type { Element, ElementContent } from 'hast';
import { findAll, findElement, pathTo } from './element.js';

/** The part of a header that belongs to the page. */
interface OwnPart {
  /** The boxes around it, from the header inwards. */
  readonly path: readonly Element[];
  readonly children: readonly ElementContent[];
}

/**
 * The part of the header of a page that belongs to the page: the run of boxes around its only title, without the menus
 * and forms before and behind it. Landing pages write title and introduction into the same header as the menu.
 * @param root contains the header, and all other titles of the page
 * @returns undefined where the header has no such part: the title links to the site, or the page has another
 */
export function ownPartOf(header: Element, root: Element): OwnPart | undefined {
  if (header.tagName !== 'header') return undefined;
  const title = findElement(header, isTitle);
  if (title === undefined || findElement(root, (one) => isTitle(one) && one !== title)) return undefined;
  if (findElement(title, isLink) !== undefined) return undefined;
  const path = pathTo(title, header);
  // The largest box around the title without a menu. Each level looks only at what it adds, so deep pages stay cheap.
  let box = path.length - 1;
  if (!isOrHoldsMenu(title)) while (box > 1 && !addsMenu(path[box - 1], path[box])) box -= 1;
  const [parent, own] = [path[box - 1], path[box]];
  if (parent === undefined || own === undefined) return undefined;
  return { path: path.slice(0, box), children: runAround(parent.children, parent.children.indexOf(own)) };
}

/**
 * The content of a page: its `<main>` elements as one, with the title and the introduction that stand before the first.
 * @param mains inside of the body
 */
export function joinMains(mains: readonly [Element, ...Element[]], body: Element): Element {
  const [first] = mains;
  const children = [...introductionBefore(first, body), ...mains];
  return children.length === 1 ? first : { type: 'element', tagName: 'main', properties: {}, children };
}

/**
 * The title and the introduction of a page that stand before its `<main>`: the hero of a landing page.
 * @param main inside of the body
 * @returns empty where `<main>` has a title, where the page has several titles or one that links to the site, and where
 * nothing is said beside the title
 */
function introductionBefore(main: Element, body: Element): readonly ElementContent[] {
  if (findElement(main, isTitle) !== undefined) return [];
  const [title, ...others] = findAll(body, isTitle);
  if (title === undefined || others.length > 0 || findElement(title, isLink) !== undefined) return [];
  const path = pathTo(title, body);
  const mainPath = pathTo(main, body);
  const start = path.findIndex((box, at) => box !== mainPath[at]);
  const common = path[start - 1]?.children ?? [];
  const end = common.indexOf(mainPath[start] as Element);
  if (end < common.indexOf(path[start] as Element) || path.slice(start).some(isLandmark)) return [];
  let box = path.length - 1;
  while (box > start && !addsMenu(path[box - 1], path[box])) box -= 1;
  const own = path[box];
  if (own === undefined || isOrHoldsMenu(own)) return [];
  const siblings = box === start ? common.slice(0, end) : (path[box - 1]?.children ?? []);
  const run = runFrom(siblings, siblings.indexOf(own));
  return run.some((node) => hasTextBeside(node, title)) ? run : [];
}

function isTitle({ tagName }: Element): boolean {
  return tagName === 'h1';
}

function isLink({ tagName }: Element): boolean {
  return tagName === 'a';
}

/** Whether an element is a part of the site's frame by its own mark. A header may be that of the page. */
function isLandmark({ tagName, properties }: Element): boolean {
  return (
    /^(?:nav|aside|footer|dialog)$/.test(tagName) || /^(?:banner|search)$/.test(String(properties['role']))
  );
}

/** The nodes from one up to the next menu or landmark. */
function runFrom(children: readonly ElementContent[], at: number): readonly ElementContent[] {
  const isEnd = (node: ElementContent): boolean =>
    isOrHoldsMenu(node) || (node.type === 'element' && (node.tagName === 'header' || isLandmark(node)));
  const end = children.findIndex((node, place) => place > at && isEnd(node));
  return children.slice(at, end < 0 ? undefined : end);
}

/** Whether a node has text that is neither in the title nor in links and buttons. */
function hasTextBeside(node: ElementContent, title: Element): boolean {
  if (node.type === 'text') return node.value.trim() !== '';
  if (node.type !== 'element' || node === title || /^(?:a|button|script|style)$/.test(node.tagName))
    return false;
  return node.children.some((child) => hasTextBeside(child, title));
}

function addsMenu(box: Element | undefined, inner: Element | undefined): boolean {
  return (
    box !== undefined && (isMenu(box) || box.children.some((one) => one !== inner && isOrHoldsMenu(one)))
  );
}

function runAround(children: readonly ElementContent[], at: number): readonly ElementContent[] {
  const before = children.slice(0, at).findLastIndex(isOrHoldsMenu);
  const behind = children.slice(at + 1).findIndex(isOrHoldsMenu);
  return children.slice(before + 1, behind < 0 ? undefined : at + 1 + behind);
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
