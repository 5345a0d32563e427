import type { Element, Nodes, Root } from 'hast';
import { elementsIn, findAll, findElement, pathTo, walk } from '../../content/html/element.js';
import { removeWhere, textOf } from './tree.js';
import { isEndOfByline, isReadingTime, withoutBylineWords } from './written-byline.js';

/** Letters of a line with dates. */
const LONGEST = 120;
/** Elements that contain no date line. */
const TEXTS = new Set('pre table dl'.split(' '));

const READING = /read|lectur|lesezeit|leitura|lettura|阅读|閱讀|読|읽/i;

/** The words before the date of the last change, in languages of many manuals. */
const CHANGED =
  /^\W*(?:(?:this (?:page|article|post) was )?(?:last )?(?:updated|modified|edited|changed)(?: on| at)?|zuletzt (?:aktualisiert|geändert)(?: am)?|dernière (?:mise à jour|modification)(?: le)?|última (?:actualización|modificación)(?: el)?|最后更新(?:于)?|最終更新(?:日)?)\W*$/iu;

/**
 * Removes the lines next to the title that contain only the page's date, and perhaps the reading time, and the line with
 * the date of its last change: the dates are kept as facts. A line with anything else is text.
 */
export function removeDateLines(main: Root | Element, heading?: Element): void {
  const near = bylineBoxes(main, heading);
  if (near.size > 0) removeWhere(main, (element) => near.has(element) && isDateLine(element));
  const changes = findAll(main, isChangeLine);
  // The entries of a history have several.
  if (changes.length === 1) removeWhere(main, (element) => element === changes[0]);
}

function isChangeLine(element: Element): boolean {
  if (!/^(?:p|div|span|small|em)$/.test(element.tagName) || element.children.length > 6) return false;
  const times = elementsIn(element).filter(({ tagName }) => tagName === 'time');
  const [time] = times;
  return time !== undefined && times.length === 1 && CHANGED.test(textOf(element).replace(textOf(time), ''));
}

/**
 * The elements next to the titles in a page's content, and all of headers: the place of date and authors.
 * @param heading the title where it isn't of the first level
 */
export function nearTitle(main: Root | Element, heading?: Element): ReadonlySet<Element> {
  const near = new Set<Element>();
  const isTitle = (node: Nodes): boolean => node === heading || isFirstLevel(node);
  const addNear = (parent: Root | Element): void => {
    const isHeader = parent.type === 'element' && parent.tagName === 'header';
    if (!isHeader && !parent.children.some(isTitle)) return;
    const elements = elementsIn(parent);
    const at = elements.findIndex(isTitle);
    const chosen = isHeader ? elements : elements.slice(Math.max(0, at - 1), at + 3);
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

/** The places of date and authors: next to the title, and in the only footer; cards of other posts have one each. */
export function bylineBoxes(main: Root | Element, heading?: Element): ReadonlySet<Element> {
  const footers = findAll(main, ({ tagName }) => tagName === 'footer');
  const [footer] = footers.length === 1 ? footers : [];
  return new Set([...nearTitle(main, heading), ...(footer === undefined ? [] : elementsIn(footer))]);
}

/** The same for the first title of a whole page, which may be in a header outside the article. */
export function nearFirstTitle(page: Element): readonly Element[] {
  const title = findElement(page, isFirstLevel);
  const path = title === undefined ? [] : pathTo(title, page);
  const box = path.find(({ tagName }) => tagName === 'header') ?? path.at(-2);
  return box === undefined ? [] : [...nearTitle(box)];
}

function isFirstLevel(node: Nodes): boolean {
  return node.type === 'element' && /^(?:h1|hgroup)$/.test(node.tagName);
}

function isDateLine(element: Element): boolean {
  const times = findAll({ type: 'root', children: [element] }, ({ tagName }) => tagName === 'time');
  if (times.length > 2) return false;
  if (findElement(element, ({ tagName }) => /^(?:h[1-6]|a|img|pre)$/.test(tagName)) !== undefined)
    return false;
  const text = textOf(element);
  if (text.length > LONGEST) return false;
  if (times.length === 0) return READING.test(text) && isReadingTime(text);
  const rest = withoutBylineWords(times.reduce((line, time) => line.replace(textOf(time), ''), text));
  return isEndOfByline(rest);
}
