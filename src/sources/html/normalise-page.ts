import type { Element, ElementContent } from 'hast';
import {
  classesOf,
  elementsIn,
  findAll,
  findElement,
  hasClass,
  make,
  walk,
} from '../../content/html/element.js';
import { isChrome } from './chrome.js';
import { lettersOf } from './link-stats.js';
import { removeWhere, textOf } from './tree.js';
import { boxByline, markAbbreviatedDate, markByline } from './written-byline.js';

/** Classes for boxes on large screens only, and on small ones only, in Bootstrap and Tailwind. */
const ON_LARGE =
  /^(?:d-(?:sm|md|lg|xl|xxl)-(?!none)|(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline)|hidden-xs$)/;
const ON_SMALL = /^(?:d-(?:sm|md|lg|xl|xxl)-none|(?:sm|md|lg|xl|2xl):hidden|visible-xs(?:-block)?)$/;

/**
 * Applies, in place, what the style sheets of a page change in its words: the fields of rustdoc and the lines of Carrd
 * and Mintlify are blocks, dates in bylines become elements, and of two neighbours with the same words for different sizes of screens only
 * that for large ones is shown.
 * @param lang of the page, by which themes write dates
 */
export function showAsStyled(body: Element, lang: string): void {
  const gone = new Set<Element>();
  const visit = (element: Element): boolean => {
    if (element.tagName === 'span' && hasClass(element, 'structfield')) element.tagName = 'p';
    if (element.properties['dataAs'] === 'p') element.tagName = 'p';
    if (element.tagName === 'p') splitLines(element);
    if (element.tagName === 'i' && hasClass(element, /^reco-(?:account|date)$/)) markReco(element, lang);
    boxByline(element);
    markAbbreviatedDate(element);
    markByline(element);
    for (const box of copiesIn(element)) gone.add(box);
    return true;
  };
  visit(body);
  walk(body, visit);
  if (gone.size > 0) removeWhere(body, (element) => gone.has(element));
}

/** Carrd: the lines of a paragraph. */
function splitLines(paragraph: Element): void {
  const lines = elementsIn(paragraph);
  const isLine = (one: Element): boolean => one.tagName === 'span' && hasClass(one, 'p');
  const isAll = lines.length > 1 && lines.every(isLine) && paragraph.children.length === lines.length;
  if (!isAll) return;
  paragraph.tagName = 'div';
  for (const line of lines) line.tagName = 'p';
}

const AMERICAN_DATE = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/;

/** Marks the author or the date of a post of the theme Reco for VuePress: the text in its icon. */
function markReco(icon: Element, lang: string): void {
  const [text] = elementsIn(icon);
  if (text === undefined) return;
  if (hasClass(icon, 'reco-account')) Object.assign(text, { tagName: 'a', properties: { rel: ['author'] } });
  else {
    const [, month, day, year] = /^en(?:-US)?$/i.test(lang) ? (AMERICAN_DATE.exec(textOf(text)) ?? []) : [];
    const dateTime =
      year === undefined ? {} : { dateTime: `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` };
    Object.assign(text, { tagName: 'time', properties: dateTime });
  }
}

/** The children of an element that repeat a neighbour for small screens. */
function copiesIn(parent: Element): readonly Element[] {
  const boxes = elementsIn(parent);
  const isLarge = (box: Element): boolean => hasClass(box, ON_LARGE) && !hasClass(box, ON_SMALL);
  return boxes.filter((box, at) => {
    if (!hasClass(box, ON_SMALL)) return false;
    const neighbours = [boxes[at - 1], boxes[at + 1]].filter((one) => one !== undefined);
    return neighbours.some((one) => isLarge(one) && textOf(one) === textOf(box));
  });
}

/** Elements of a page, which no header of a site contains. */
const PAGE_PARTS = new Set(['main', 'article', 'section', 'footer', 'table']);

/** Maximum number of unclosed landmarks: a limit for untrusted pages. */
const MAX_OPENED = 3;

/** Turns a header, menu or aside that was never closed, and therefore holds most of its page, into a box, in place. */
export function openLandmarks(body: Element): void {
  let whole: number | undefined;
  let opened = 0;
  walk(body, (element) => {
    if (PAGE_PARTS.has(element.tagName)) return false;
    if (!/^(?:header|nav|aside)$/.test(element.tagName)) return true;
    const hasParts = findElement(element, ({ tagName }) => PAGE_PARTS.has(tagName)) !== undefined;
    if (!hasParts || opened === MAX_OPENED) return false;
    whole ??= ownLetters(body);
    if (ownLetters(element) * 2 <= whole) return false;
    element.tagName = 'div';
    opened += 1;
    return true;
  });
}

/** Letters of an element outside links and buttons. */
function ownLetters(element: Element): number {
  let count = 0;
  walk(element, ({ tagName, children }) => {
    if (/^(?:a|button|script|style)$/.test(tagName)) return false;
    for (const child of children) if (child.type === 'text') count += lettersOf(child.value);
    return true;
  });
  return count;
}

/**
 * Gives constructs that a generator writes in a way of its own the form that later steps read, in place: icons beside
 * headings, the titles and lists of members of Doxygen, and the signatures of Dokka and Dartdoc.
 */
export function normalisePage(body: Element): void {
  const headers: Element[] = [];
  const headings: Element[] = [];
  const tables: Element[] = [];
  const signatures: Element[] = [];
  walk(body, (element) => {
    // R Markdown writes them as headings below the title.
    if (HEADING.test(element.tagName) && hasClass(element, /^(?:author|date|subtitle)$/))
      element.tagName = 'p';
    else if (HEADING.test(element.tagName)) headings.push(element);
    else if (hasClass(element, 'headertitle')) headers.push(element);
    else if (element.tagName === 'table' && hasClass(element, 'memberdecls')) tables.push(element);
    else if (element.tagName === 'ol' && hasClass(element, SIGNATURE_LIST)) toLine(element);
    else if (hasClass(element, 'symbol') && hasClass(element, 'monospace')) signatures.push(element);
    else if (element.tagName === 'a' && hasClass(element, 'tooltip')) dropTip(element);
    else if (hasClass(element, 'MCTextPopupBody')) bracket(element);
    return true;
  });
  const title = headers[0] && titleOf(headers[0]);
  if (title !== undefined) {
    title.tagName = 'h1';
    headings.push(title);
  }
  headings.forEach(dropIconLinks);
  tables.forEach(listMembers);
  signatures.forEach(toCode);
}

/** Crystal: a style shows the signature of a method while the pointer is on the link with its name. */
function dropTip(link: Element): void {
  const isNamed = link.children.some((child) => child.type === 'text' && /\S/.test(child.value));
  if (isNamed)
    link.children = link.children.filter((child) => child.type !== 'element' || child.tagName !== 'span');
}

/** MadCap Flare writes the explanation of a term into the link that opens it. */
function bracket(explanation: Element): void {
  const [before, after] = [' (', ')'].map((value) => ({ type: 'text' as const, value }));
  explanation.children = [before, ...explanation.children, after] as ElementContent[];
}

const SIGNATURE_LIST = /^(?:annotation|parameter)-list$/;

/** Dartdoc: the parameters and annotations of a function are numbered lists without visible numbers. */
function toLine(list: Element): void {
  list.tagName = hasClass(list, 'parameter-list') ? 'span' : 'div';
  for (const item of elementsIn(list)) item.tagName = 'span';
}

/** Icons beside a heading lead to the heading, or to its source. */
function dropIconLinks(heading: Element): void {
  if (textOf(heading) === '') return;
  removeWhere(
    heading,
    (one) => one.tagName === 'a' && textOf(one) === '' && findElement(one, isPicture) === undefined,
  );
}

const HEADING = /^h[1-6]$/;

function isPicture({ tagName }: Element): boolean {
  return tagName === 'img' || tagName === 'picture';
}

/** Doxygen's title is a box in the header of the page. */
function titleOf(header: Element): Element | undefined {
  if (findElement(header, ({ tagName }) => tagName === 'h1') !== undefined) return undefined;
  const title = findElement(header, (element) => hasClass(element, 'title'));
  if (title?.tagName !== 'div') return undefined;
  for (const labels of findAll(title, (element) => hasClass(element, 'mlabels')))
    labels.children = [{ type: 'text', value: ` (${elementsIn(labels).map(textOf).join(', ')})` }];
  return title;
}

/** Doxygen: rows of headings, members, and their descriptions below. */
function listMembers(table: Element): void {
  const rows = findAll(table, ({ tagName }) => tagName === 'tr');
  const content: ElementContent[] = [];
  let list: Element | undefined;
  for (const row of rows) {
    const kind = classesOf(row)[0]?.split(':', 1)[0];
    const cells = elementsIn(row).filter((cell) => textOf(cell) !== '');
    if (cells.length === 0) continue;
    const item = list?.children.at(-1);
    if (kind === 'memitem' || kind === 'memTemplParams') {
      list ??= make('ul');
      if (content.at(-1) !== list) content.push(list);
      const isContinued = hasClass(row, 'template') || hasClass(cells[0] as Element, 'memTemplItemLeft');
      if (isContinued && item?.type === 'element') item.children.push(space(), ...joined(cells));
      else list.children.push(make('li', joined(cells)));
    } else if (kind === 'memdesc' && item?.type === 'element') {
      item.children.push(make('br'), ...joined(cells));
    } else {
      list = undefined;
      content.push(...cells.map((cell) => make('div', cell.children)));
    }
  }
  table.tagName = 'div';
  table.children = content;
}

/** Dokka: the signature of a declaration is a box, with each annotation in a box of its own. */
function toCode(box: Element): void {
  removeWhere(box, isChrome);
  const isLine = (element: Element): boolean =>
    hasClass(element, 'block') && findElement(element, (inner) => hasClass(inner, 'block')) === undefined;
  for (const line of findAll(box, isLine)) line.children.push({ type: 'text', value: '\n' });
  const text = rawText(box)
    .replace(/(?<=\S) {2,}/g, ' ')
    .trim();
  if (text === '') return;
  box.tagName = 'pre';
  const code = make('code', [{ type: 'text', value: text }]);
  box.children = [{ ...code, properties: { className: ['language-kotlin'] } }];
}

function rawText(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(rawText).join('') : '';
}

function joined(cells: readonly Element[]): ElementContent[] {
  return cells.flatMap((cell, at) => (at === 0 ? trimmed(cell) : [space(), ...trimmed(cell)]));
}

/** The content of a cell without the fixed spaces at its end. */
function trimmed({ children }: Element): ElementContent[] {
  const last = children.at(-1);
  return last?.type === 'text'
    ? [...children.slice(0, -1), { ...last, value: last.value.trimEnd() }]
    : children;
}

function space(): ElementContent {
  return { type: 'text', value: ' ' };
}
