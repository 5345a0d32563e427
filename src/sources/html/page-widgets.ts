import type { Element } from 'hast';
import type { LinkStats } from './link-stats.js';
import { findFirst, textOf, textProperty } from './tree.js';

/** The question of a widget whose answers are buttons. */
const FEEDBACK =
  /^\s*(?:was|is|did you find) this (?:(?:page|article|section|topic|content|guide|document(?:ation)?|post|answer) )?(?:helpful|useful)\s*(?:\?\s*)?$/i;
/** Labels of lists of contents. */
const CONTENTS =
  /^\s*(?:on this page|in this (?:article|page|section)|(?:table of |page )?contents)\s*(?::\s*)?$/i;
/** Blocks that make a button more than the label of an action; a paragraph that is all of it is the label. */
const PROSE = /^(?:p|h[1-6]|[ud]l|table)$/;

/** Whether a line is part of a widget of a page, not of its text. */
export function isWidgetLine(line: string): boolean {
  return FEEDBACK.test(line) || CONTENTS.test(line);
}

/** Whether an element only asks readers whether the page was of use. */
export function isFeedback({ tagName, children }: Element): boolean {
  const [only] = children;
  if (children.length !== 1 || only?.type !== 'text') return false;
  return /^(?:h[1-6]|p|div|span|legend|label|strong)$/.test(tagName) && FEEDBACK.test(only.value);
}

/** Whether an element is the label of a list of contents. */
export function isContentsLabel(element: Element): boolean {
  return CONTENTS.test(textOf(element));
}

/**
 * Whether a button is the label of text that it opens, or has text of the page in it, such as the answers of a service in
 * Redoc.
 */
export function isLabelButton(element: Element, parent: Element, region: Element): boolean {
  if (element.tagName !== 'button') return false;
  if (/^(?:h[1-6]|summary)$/.test(parent.tagName)) return true;
  // The text of a button doesn't count as visible.
  const whole = textOf({ ...element, tagName: 'div' });
  const isProse = (one: Element) => PROSE.test(one.tagName) && (one.tagName !== 'p' || textOf(one) !== whole);
  if (findFirst(element, isProse) !== undefined) return true;
  if (textProperty(element, 'ariaExpanded') === '') return false;
  const opened = textProperty(element, 'ariaControls');
  const isOpened = ({ properties, tagName }: Element) => properties['id'] === opened && tagName !== 'nav';
  return opened !== '' && findFirst(region, isOpened) !== undefined;
}

const LEAST_OF_MENU = 5;
const SHARE_OF_MENU = 0.7;

/** An `aside` of links that comes before the title of the page: the menu of a site whose pages have no `nav`. */
export function isMenu(element: Element, own: LinkStats, region: Element): boolean {
  if (element.tagName !== 'aside' || own.links < LEAST_OF_MENU) return false;
  if (own.hasCode || own.linked < own.letters * SHARE_OF_MENU) return false;
  const isTitle = ({ tagName }: Element): boolean => tagName === 'h1';
  const first = findFirst(region, (one) => one === element || isTitle(one));
  return first === element && !findFirst(element, isTitle) && findFirst(region, isTitle) !== undefined;
}
