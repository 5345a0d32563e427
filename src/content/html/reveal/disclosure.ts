import type { Element, ElementContent } from 'hast';
import {
  elementsIn,
  findAll,
  findElement,
  hasClass,
  isFrame,
  isMarkedHidden,
  make,
  property,
  show,
} from '../element.js';
import {
  boldLine,
  closest,
  type ElementQuery,
  findIn,
  idsOf,
  isInside,
  labelContent,
  nextElement,
  type PageMap,
  putInParentheses,
  remove,
  replace,
  textIn,
} from './page-map.js';
import { formAround, isBox } from './panels.js';
import { fieldLabel } from './radio-tabs.js';

/** Names of parts that open and close. */
const OPENS =
  /(?:^|[-_])(?:accordion|collaps\w*|toggle\w*|expand\w*|faq|disclosure|question|spoiler|reveal|callout-title$)/i;
/** Labels that only describe the click. */
const GENERIC =
  /^(?:(?:show|read|see|view|load|hide)?\s*(?:more|less|all)(?:\s*[.…]+)?|(?:expand|collapse|toggle|open|close)(?: (?:all|menu|section|navigation|sidebar))?|menu|more\s*[.…]*)$/i;
/** Elements whose content is one line of text. */
const LINES = /^(?:h[1-6]|dt|summary|legend|caption|figcaption)$/;
const PHRASES = /^(?:p|span|strong|b|em|i|label|a)$/;

/**
 * Shows what a click on a control would show: the panel that the control names by an id, or the one after it.
 * The label of the control becomes text: a heading stays one, any other label is a line in bold.
 * Controls of the page's frame (menus, search) are left alone.
 */
export function showDisclosures(page: PageMap): void {
  for (const element of findIn(page, CONTROLS)) {
    const control = controlIn(page, element);
    // Tabs have gone with their list, and opened nothing around it.
    if (control === undefined || !isInside(page, control, page.tree) || isOfFrame(page, control)) continue;
    const panels = panelsOf(page, control);
    // A script adds the panels of names in code, as in Fumadocs' type tables.
    if (panels.length === 0 && control.tagName === 'button' && isCode(control))
      replace(page, control, [boldLine(labelContent(control))]);
    if (panels.length === 0) continue;
    for (const panel of panels) {
      showPanel(page, panel, control);
      openDialog(panel);
    }
    writeLabel(page, control, panels.length > 1);
  }
}

function isCode(control: Element): boolean {
  const isClosed = control.properties['ariaExpanded'] !== undefined;
  return isClosed && findElement(control, ({ tagName }) => tagName === 'code') !== undefined;
}

/** The element with the label that opens something, if an element may be a control. */
function controlIn(page: PageMap, element: Element): Element | undefined {
  const { tagName } = element;
  if (tagName === 'button' || property(element, 'role') === 'button') return element;
  if (tagName === 'input') {
    const isSwitch = property(element, 'type') === 'checkbox' && property(element, 'id') !== '';
    // Menus without scripts have hundreds.
    if (!isSwitch || closest(page, element, isFrame) !== undefined) return undefined;
    const isTask = closest(page, element, (one) => hasClass(one, /^task-list/)) !== undefined;
    return !isTask && formAround(page, element) === undefined ? fieldLabel(page, element) : undefined;
  }
  if (tagName === 'summary') return undefined;
  if (tagName !== 'a') return says(element) || isTitle(page, element) ? element : undefined;
  const href = property(element, 'href');
  const isControl = href.startsWith('#') && (says(element) || popupOf(page, element) !== undefined);
  return isControl || /^(?:#?|javascript:.*)$/i.test(href) ? element : undefined;
}

/** The hidden box that a link leads to and a script opens: a dialog. */
function popupOf(page: PageMap, link: Element): Element | undefined {
  const href = property(link, 'href');
  if (!/^#./.test(href)) return undefined;
  const target = page.byId.get(href.slice(1));
  return target && (isMarkedHidden(target) || /dialog$/.test(property(target, 'role'))) ? target : undefined;
}

/** Returns true for a line with a class such as `question` directly before hidden content, which a script opens. */
function isTitle(page: PageMap, element: Element): boolean {
  if (!hasClass(element, OPENS) || !/^(?:div|span|p|h[1-6]|dt)$/.test(element.tagName)) return false;
  const next = nextElement(page, element);
  return next !== undefined && isMarkedHidden(next) && textIn(element).length < 300;
}

/** Whether an element is marked as one that opens something. Most have no mark at all. */
function says({ properties }: Element): boolean {
  for (const name in properties) if (SAYS.has(name)) return true;
  return false;
}

const MARKS = 'ariaExpanded ariaControls dataToggle dataBsToggle onClick popoverTarget commandFor'.split(' ');
const SAYS = new Set(MARKS);
const CONTROLS: ElementQuery = {
  tags: /^(?:button|input|a)$/,
  classes: OPENS,
  properties: ['role', ...MARKS],
};

function isOfFrame(page: PageMap, control: Element): boolean {
  if (/^(?:true|menu|listbox|tree|grid)$/.test(property(control, 'ariaHasPopup'))) return true;
  const isContent = ({ tagName }: Element) => /^(?:main|article|section)$/.test(tagName);
  return (
    closest(page, control, isFrame) !== undefined ||
    closest(
      page,
      control,
      (one) =>
        /^(?:header|footer)$/.test(one.tagName) &&
        closest(page, one, isContent) === undefined &&
        !isPart(page, one),
    ) !== undefined
  );
}

function isPart(page: PageMap, element: Element): boolean {
  return hasClass(element, OPENS) || closest(page, element, (one) => hasClass(one, OPENS)) !== undefined;
}

function idsNamedBy(control: Element): readonly string[] {
  const toggles = /^(?:collapse|modal|offcanvas|dropdown|toggle)$/i;
  const isToggle = toggles.test(property(control, 'dataToggle') || property(control, 'dataBsToggle'));
  const targets = ['dataBsTarget', 'dataTarget'].map((name) => property(control, name));
  if (isToggle || control.properties['ariaExpanded'] !== undefined) targets.push(property(control, 'href'));
  const script = property(control, 'onClick').matchAll(/["']#?([\w:.-]+)["']/g);
  return [
    ...idsOf(control, 'ariaControls'),
    ...targets.flatMap((target) => /^#(.+)/.exec(target)?.[1] ?? []),
    ...['popoverTarget', 'commandFor'].map((name) => property(control, name)).filter((id) => id !== ''),
    ...[...script].map(([, id = '']) => id),
  ];
}

function panelsOf(page: PageMap, control: Element): readonly Element[] {
  const named = new Set(idsNamedBy(control).flatMap((id) => page.byId.get(id) ?? []));
  const popup = popupOf(page, control);
  if (popup !== undefined) named.add(popup);
  const panels = [...named].filter((panel) => isPanelOf(page, panel, control));
  if (panels.length > 0) return panels;
  const found = named.size > 0 ? undefined : (panelBehind(page, control) ?? restBefore(page, control));
  return found === undefined ? [] : [found];
}

/** The hidden end of the text before a button such as "Read more". */
function restBefore(page: PageMap, control: Element): Element | undefined {
  const parent = page.parents.get(control);
  if (parent === undefined || parent.children.length > 200) return undefined;
  if (!/\b(?:more|all)\b/i.test(textIn(control)) || !GENERIC.test(textIn(control))) return undefined;
  const before = elementsIn(parent);
  const text = before[before.indexOf(control) - 1];
  if (text === undefined) return undefined;
  const hidden = [text, ...findAll(text, () => true)].filter(isMarkedHidden);
  const [rest] = hidden;
  return hidden.length === 1 && rest && isPanelOf(page, rest, control) ? rest : undefined;
}

function isPanelOf(page: PageMap, panel: Element, control: Element): boolean {
  if (panel === control || isFrame(panel) || isInside(page, control, panel)) return false;
  const isOther = (one: Element) => isFrame(one) || /^(?:input|select|textarea|form)$/.test(one.tagName);
  // A box with a menu or a field in it is a tool, but a long answer may hold one as well.
  return !findAll(panel, isOther).some((one) => textIn(panel).length < 2 * textIn(one).length + 80);
}

/** The box after a control, where something marks it as the control's panel. */
function panelBehind(page: PageMap, control: Element): Element | undefined {
  for (let at: Element = control, level = 0; level < 4; level += 1) {
    const next = nextElement(page, at);
    if (next !== undefined) {
      if (!isBox(next) || !isPanelOf(page, next, control)) return undefined;
      return opens(page, control, next) ? next : undefined;
    }
    const parent = page.parents.get(at);
    if (parent?.type !== 'element' || textIn(parent) !== textIn(control)) return undefined;
    at = parent;
  }
  return undefined;
}

function opens(page: PageMap, control: Element, panel: Element): boolean {
  if (control.properties['ariaExpanded'] !== undefined || isMarkedHidden(panel)) return true;
  if (control.tagName === 'label') return true;
  const parent = page.parents.get(control);
  const around = parent?.type === 'element' ? [control, panel, parent] : [control, panel];
  return control.tagName !== 'a' && around.some((one) => hasClass(one, OPENS));
}

/** A dialog that a control of the text opens is a part of the text. */
function openDialog(panel: Element): void {
  if (panel.tagName === 'dialog') panel.tagName = 'div';
  if (/dialog$/.test(property(panel, 'role'))) delete panel.properties['role'];
  if (panel.properties['popover'] !== undefined && panel.tagName === 'span') putInParentheses(panel);
  delete panel.properties['popover'];
  for (const inner of elementsIn(panel)) {
    if (/^(?:dialog|document)$/.test(property(inner, 'role'))) delete inner.properties['role'];
  }
}

function writeLabel(page: PageMap, control: Element, hasSeveral: boolean): void {
  const content = labelContent(control);
  const text = textIn({ type: 'root', children: content });
  if (text === '' || hasSeveral || GENERIC.test(text)) {
    if (control.tagName !== 'input') remove(page, control);
    return;
  }
  replace(page, control, [asLabel(page, control, content)].flat());
}

function asLabel(page: PageMap, control: Element, content: ElementContent[]): ElementContent[] | Element {
  const [heading] = findAll(control, ({ tagName }) => /^h[1-6]$/.test(tagName));
  if (LINES.test(control.tagName)) return { ...control, children: content };
  if (heading !== undefined) return make(heading.tagName, content);
  if (closest(page, control, ({ tagName }) => LINES.test(tagName)) !== undefined) return content;
  const parent = page.parents.get(control);
  if (parent?.type === 'element' && PHRASES.test(parent.tagName)) return make('strong', content);
  return boldLine(content);
}

/** Shows a panel, and removes what hides it around it and directly inside it. */
function showPanel(page: PageMap, panel: Element, control: Element): void {
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
    at = inside.length === 1 && only !== undefined && isMarkedHidden(only) ? only : undefined;
    if (at !== undefined) show(at);
  }
}
