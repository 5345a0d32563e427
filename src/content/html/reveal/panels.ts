import type { Element } from 'hast';
import { elementsIn, hasClass, show } from '../element.js';
import {
  boldLine,
  closest,
  labelContent,
  labelText,
  type PageMap,
  remove,
  replace,
  textIn,
} from './page-map.js';

/** Elements that may be a panel. */
const BOXES = new Set('div section article pre ul ol dl table figure p blockquote aside main dd'.split(' '));
/** Boxes of code: a label among their lines would be part of the code. */
const CODE = /^(?:language-|highlight|code|sourceCode|expressive-code|codehilite|listingblock)/;
const SOLID = new Set('pre ul ol dl table figure p blockquote'.split(' '));

/** Whether an element may be the panel of a tab or of a question. */
export function isBox(element: Element): boolean {
  return BOXES.has(element.tagName) || element.tagName.includes('-');
}

/** Shows the panel of a tab under its label, a line in bold; a panel that begins with its label needs none. */
export function labelPanel(page: PageMap, panel: Element, tab: Element): void {
  show(panel);
  // VuePress sets `aria-expanded` on the panel, not on the control.
  for (const name of ['role', 'ariaLabelledBy', 'ariaExpanded']) delete panel.properties[name];
  const content = labelContent(tab);
  const text = labelText(tab);
  // A script fills an empty panel when it is shown.
  if (text === '' || panel.children.length === 0 || beginsWith(panel, text)) return;
  const [first] = elementsIn(panel);
  // Where no scripts run, VuePress shows the label in the panel too.
  if (first !== undefined && isPlainLabel(first, text)) remove(page, first);
  const line = boldLine(
    textIn({ type: 'root', children: content }) === '' ? [{ type: 'text', value: text }] : content,
  );
  if (SOLID.has(panel.tagName) || hasClass(panel, CODE)) {
    replace(page, panel, [line, panel]);
  } else {
    panel.children.unshift(line);
    page.parents.set(line, panel);
  }
}

function beginsWith(panel: Element, label: string): boolean {
  for (let at: Element | undefined = panel; at !== undefined; at = elementsIn(at)[0]) {
    if (/^(?:h[1-6]|summary|p)$/.test(at.tagName)) return textIn(at) === label;
  }
  return false;
}

function isPlainLabel(element: Element, label: string): boolean {
  return element.tagName === 'div' && elementsIn(element).length === 0 && textIn(element) === label;
}

/** As many boxes as there are tabs: the children of the box after their list, or as many boxes after it. */
export function panelsBehind(page: PageMap, list: Element, count: number): readonly Element[] | undefined {
  for (let at: Element | undefined = list, level = 0; at !== undefined && level < 3; level += 1) {
    const parent = page.parents.get(at);
    if (parent === undefined) return undefined;
    const siblings = elementsIn(parent);
    const behind = siblings
      .slice(siblings.indexOf(at) + 1)
      .filter(({ tagName }) => !/^(?:style|script)$/.test(tagName));
    const [first] = behind;
    if (first !== undefined) {
      const inside = partsOf(first);
      if (inside.length === count && inside.every(isBox)) return inside;
      const boxes = behind.slice(0, count);
      return boxes.length === count && boxes.every(isBox) ? boxes : undefined;
    }
    at = parent.type === 'element' ? parent : undefined;
  }
  return undefined;
}

function partsOf(box: Element): readonly Element[] {
  const parts = elementsIn(box);
  const [only] = parts;
  return parts.length === 1 && only !== undefined && isBox(only) ? partsOf(only) : parts;
}

/** The form around an element, unless it is the form that some systems put around the whole page. */
export function formAround(page: PageMap, element: Element): Element | undefined {
  const form = closest(page, element, ({ tagName }) => tagName === 'form');
  if (form === undefined) return undefined;
  const isPage = (one: Element): boolean =>
    /^(?:main|article|h1)$/.test(one.tagName) || elementsIn(one).some(isPage);
  return isPage(form) ? undefined : form;
}
