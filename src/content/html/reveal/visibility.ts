import type { Element } from 'hast';
import { classesOf, property } from '../element.js';
import { isInside, type PageMap } from './page-map.js';

const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:!important\s*)?(?=;|$)/gi;

/** Whether an element itself is marked as hidden. */
export function isHidden(element: Element): boolean {
  const { hidden, ariaHidden } = element.properties;
  if ((hidden !== undefined && hidden !== null && hidden !== false) || ariaHidden === 'true') return true;
  return property(element, 'style').search(HIDING_STYLE) >= 0;
}

/** Shows an element as a click on its control would. */
export function show(element: Element): void {
  const { properties } = element;
  delete properties['hidden'];
  delete properties['inert'];
  if (properties['ariaHidden'] === 'true') delete properties['ariaHidden'];
  const style = property(element, 'style');
  if (style.search(HIDING_STYLE) < 0) return;
  const rest = style.replace(HIDING_STYLE, '').replace(/^\s*;\s*/, '');
  if (rest.trim() === '') delete properties['style'];
  else properties['style'] = rest;
}

/** Shows a panel, and removes what hides it around it and directly inside it. */
export function showPanel(page: PageMap, panel: Element, control: Element): void {
  show(panel);
  for (let at = page.parents.get(panel); at?.type === 'element'; at = page.parents.get(at)) {
    if (isInside(page, control, at)) break;
    show(at);
  }
  for (let at: Element | undefined = panel; at !== undefined; ) {
    const inside: readonly Element[] = at.children.filter(
      (child): child is Element => child.type === 'element',
    );
    const [only] = inside;
    at = inside.length === 1 && only !== undefined && isHidden(only) ? only : undefined;
    if (at !== undefined) show(at);
  }
}

const FRAME_ROLES =
  /^(?:navigation|banner|contentinfo|search|menu|menubar|toolbar|listbox|tree|tooltip|combobox)$/;

/** Parts of a page's frame, whose controls open menus. */
export function isFrame(element: Element): boolean {
  return (
    element.tagName === 'nav' || element.tagName === 'menu' || FRAME_ROLES.test(property(element, 'role'))
  );
}

const NAMES =
  'sr-only screen-reader-text screen-reader-only visually-hidden visuallyhidden assistive-text u-visually-hidden';
const SPOKEN_NAMES = new Set(NAMES.split(' '));
/** Class names of text that only screen readers present. */
export const SPOKEN = new RegExp(`^(?:${NAMES.replaceAll(' ', '|')})$`);

/** Texts for screen readers alone. */
export function isScreenReaderText(element: Element): boolean {
  for (const name of classesOf(element)) if (SPOKEN_NAMES.has(name)) return true;
  return false;
}
