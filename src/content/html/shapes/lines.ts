import type { Element, ElementContent } from 'hast';
import { classesOf, elementsIn, hasClass, isBlankText, make, property } from '../element.js';
import { closest, findIn, type PageMap, rename, replace, textIn } from '../reveal/page-map.js';

const STYLE = /(?:^|;)\s*white-space(?:-collapse)?\s*:\s*([a-z-]+)/i;
const KEEPS = /^(?:pre|pre-wrap|pre-line|break-spaces|preserve|preserve-breaks)$/i;
/** The class of Tailwind CSS. */
const CLASS = /^whitespace-(?=[a-z])/;
const OTHER_RULES = /^(?:pre|textarea|script|style|svg|math|template)$/;
const INLINE = /^(?:a|abbr|b|bdi|bdo|cite|code|em|i|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var)$/;

/** Powers and indexes of Google Docs. */
const RAISED = /(?:^|;)\s*vertical-align\s*:\s*(super|sub)\b/i;

/** Writes the line breaks that a style or a class of an element shows: those of a poem, an address, a message. */
export function normaliseLines(page: PageMap): void {
  joinLines(page);
  for (const element of findIn(page, { classes: CLASS, properties: ['style'] })) {
    const raised = element.tagName === 'span' ? RAISED.exec(property(element, 'style'))?.[1] : undefined;
    if (raised !== undefined) rename(page, element, raised === 'super' ? 'sup' : 'sub');
    if (keepsLines(element) !== true || OTHER_RULES.test(element.tagName)) continue;
    if (closest(page, element, ({ tagName }) => OTHER_RULES.test(tagName)) !== undefined) continue;
    if (element.tagName === 'code') normaliseCode(page, element);
    else if (!normaliseListing(page, element)) breakLines(page, element);
  }
}

/** Lines of a poem or an address that are boxes, as Docutils writes them. */
const LINE = /^(?:line|verse)$/;
const BLOCK = /^line-block$/;

/** Joins boxes that are lines to paragraphs; an empty one ends a stanza. */
function joinLines(page: PageMap): void {
  // Docutils indents lines by a block in the block.
  for (const block of findIn(page, { classes: BLOCK })) {
    const parent = page.parents.get(block);
    if (parent?.type === 'element' && hasClass(parent, BLOCK)) replace(page, block, block.children);
  }
  const boxes = new Set(findIn(page, { classes: LINE }).map((line) => page.parents.get(line)));
  for (const box of boxes) {
    if (box?.type !== 'element' || OTHER_RULES.test(box.tagName) || box.tagName === 'code') continue;
    if (closest(page, box, ({ tagName }) => /^(?:pre|code)$/.test(tagName)) !== undefined) continue;
    const joined: ElementContent[] = [];
    let stanza: Element | undefined;
    for (const child of box.children) {
      if (!isLineBox(child)) joined.push(child);
      if (isBlankText(child)) continue;
      if (!isLineBox(child) || textIn(child) === '') {
        stanza = undefined;
        continue;
      }
      const isFirst = stanza === undefined;
      stanza ??= make('p');
      if (isFirst) joined.push(stanza);
      else stanza.children.push(make('br'));
      for (const part of elementsIn(child)) page.parents.set(part, stanza);
      for (const part of child.children) stanza.children.push(part);
    }
    box.children = joined;
    for (const part of elementsIn(box)) page.parents.set(part, box);
  }
}

function isLineBox(node: ElementContent): node is Element {
  if (node.type !== 'element' || node.tagName !== 'div' || !hasClass(node, LINE)) return false;
  return node.children.every(
    (child) => child.type !== 'element' || child.tagName === 'br' || isInline(child),
  );
}

/** Whether an element keeps its lines; undefined where that depends on what is around it. */
function keepsLines(element: Element): boolean | undefined {
  const value =
    STYLE.exec(property(element, 'style'))?.[1] ??
    classesOf(element)
      .find((name) => CLASS.test(name))
      ?.replace(CLASS, '');
  return value === undefined ? undefined : KEEPS.test(value);
}

/** Code of several lines without a `pre`. */
function normaliseCode(page: PageMap, code: Element): void {
  const parent = page.parents.get(code);
  const isAlone = parent?.children.every((child) => child === code || isBlankText(child));
  if (!isAlone || !hasBreak(code)) return;
  replace(page, code, [make('pre', [code])]);
}

const PREFORMATTED = /(?:^|;)\s*white-space\s*:\s*(?:pre|pre-wrap)\s*(?:;|$)/i;
const MONOSPACE = /(?:^|;)\s*font(?:-family)?\s*:[^;]*\bmonospace\b/i;

/** Code whose lines are boxes in a font for code, as editors put it on the clipboard. */
function normaliseListing(page: PageMap, box: Element): boolean {
  const style = property(box, 'style');
  if (INLINE.test(box.tagName) || !PREFORMATTED.test(style) || !MONOSPACE.test(style)) return false;
  const text = linesOf(box);
  if (text === undefined || !text.trim().includes('\n')) return false;
  replace(page, box, [make('pre', [make('code', [{ type: 'text', value: text }])])]);
  return true;
}

/** @returns undefined where something else than lines is in it */
function linesOf({ children }: Element): string | undefined {
  let text = '';
  for (const child of children) {
    if (child.type === 'text') text += child.value;
    if (child.type !== 'element') continue;
    const inner = child.tagName === 'br' ? '\n' : linesOf(child);
    if (
      inner === undefined ||
      !(child.tagName === 'br' || /^(?:div|p)$/.test(child.tagName) || INLINE.test(child.tagName))
    )
      return undefined;
    const isLine = /^(?:div|p)$/.test(child.tagName);
    if (isLine && text !== '' && !text.endsWith('\n')) text += '\n';
    text += isLine && !inner.endsWith('\n') ? `${inner}\n` : inner;
  }
  return text;
}

function hasBreak(element: Element): boolean {
  return element.children.some((child) =>
    child.type === 'text'
      ? child.value.trim().includes('\n')
      : child.type === 'element' && (child.tagName === 'br' || hasBreak(child)),
  );
}

function breakLines(page: PageMap, outer: Element): void {
  const open = [outer];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const { children } = element;
    const isBlock = !INLINE.test(element.tagName);
    element.children = children.flatMap((child, at): ElementContent[] => {
      if (child.type !== 'text' || !child.value.includes('\n')) return [child];
      const isFirst = isBlock && !isInline(children[at - 1]);
      const isLast = isBlock && !isInline(children[at + 1]);
      let { value } = child;
      if (isFirst) value = value.replace(/^\s*\n/, '');
      if (isLast) value = value.trimEnd();
      return value.split('\n').flatMap((line, index): ElementContent[] => {
        const text: ElementContent = { type: 'text', value: line };
        return index === 0 ? [text] : [make('br'), text];
      });
    });
    for (const child of element.children) {
      if (child.type !== 'element' || OTHER_RULES.test(child.tagName)) continue;
      page.parents.set(child, element);
      if (keepsLines(child) === undefined) open.push(child);
    }
  }
}

function isInline(node: ElementContent | undefined): boolean {
  if (node?.type === 'comment') return true;
  return node?.type === 'text' || (node?.type === 'element' && INLINE.test(node.tagName));
}
