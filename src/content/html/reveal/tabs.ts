import type { Element } from 'hast';
import { addTo } from '../../../core/multimap.js';
import { elementsIn, findAll, findElement, hasClass, isFrame, type Parent, property } from '../element.js';
import {
  closest,
  type ElementQuery,
  findIn,
  idsOf,
  isInside,
  type PageMap,
  remove,
  textIn,
} from './page-map.js';
import { isBox, labelPanel, panelsBehind } from './panels.js';

const TOGGLES = /^(?:tab|pill|list)$/;
const LIST_CLASS =
  /^(?:tablist|nav-tabs|nav-pills|tabs-nav|tabs__nav|tab-list|rp-tabs__label|myst-tab-set-row|w-tab-menu)$/;
const PANEL_CLASS = /^(?:tab-?panel|tab-pane|tabs-panel|rp-tabs__content__item|w-tab-pane)$/;

/** Elements that programs define, each with the content of a tab or of an item that opens. */
const CUSTOM_TAB =
  /^[a-z]+(?:-\w+)*-(?:tab|tab-?(?:panel|item|pane)|accordion-?item|collapse-?item|details)$/;

const TABS: ElementQuery = {
  classes: /^(?:rp-tabs__label__item|myst-tab-item-header|w-tab-link|tab|tabs-title)$/,
  properties: ['role', 'dataToggle', 'dataBsToggle', 'dataTab', 'dataTabItem', 'onClick'],
};
/** Attributes in which a panel repeats the name of its tab. */
const PANEL_NAMES = ['dataTabContent', 'dataTabPanel', 'dataPanel', 'dataContent', 'dataTab', 'dataTabItem'];

function isTab(page: PageMap, element: Element): boolean {
  const { role, dataToggle, dataBsToggle } = element.properties;
  const toggle = dataToggle ?? dataBsToggle;
  if (role === 'tab' && isQuestion(element)) return false;
  if (role === 'tab' || (toggle && TOGGLES.test(String(toggle)))) return true;
  if (hasClass(element, /^(?:rp-tabs__label__item|myst-tab-item-header|w-tab-link)$/)) return true;
  if (isNamedTab(page, element)) return true;
  return (
    element.tagName === 'li' &&
    hasClass(element, /^(?:tab|tabs-title)$/) &&
    closest(page, element, isTabList) !== undefined
  );
}

/** Extensions that call a whole question with its answer a tab. */
function isQuestion(element: Element): boolean {
  const hasAnswer = ({ tagName, children }: Element) =>
    /^(?:p|ul|ol|pre|table)$/.test(tagName) && children.length > 0;
  return (
    findElement(element, isPanel) !== undefined ||
    (element.properties['ariaControls'] === undefined &&
      element.tagName === 'div' &&
      elementsIn(element).length > 1 &&
      findElement(element, hasAnswer) !== undefined)
  );
}

/** The id that a control hands to a function: `openTab(event, 'tea')`. */
const CALL = /^\s*[\w.]{1,40}\(\s*(?:(?:event|this)\s*,\s*)?(["'])#?([\w-]{1,80})\1/;

/** The panel that a control names, as Relearn writes it too. */
function nameOf(control: Element): string {
  const written = property(control, 'dataTab') || property(control, 'dataTabItem');
  return written || (CALL.exec(property(control, 'onClick'))?.[2] ?? '');
}

/** Returns true for one of several controls that name a panel in `data-tab`, or a box in a call. */
function isNamedTab(page: PageMap, element: Element): boolean {
  const name = nameOf(element);
  if (name === '' || property(element, 'role') !== '') return false;
  const isCall = property(element, 'dataTab') === '' && property(element, 'dataTabItem') === '';
  if (isCall && (!isOfBox(page, name) || closest(page, element, isFrame) !== undefined)) return false;
  if (!/^(?:a|button|li|span)$/.test(element.tagName) || element.properties['ariaControls'] !== undefined)
    return false;
  const parent = page.parents.get(element);
  const others = parent === undefined ? [] : elementsIn(parent).filter((one) => /\w/.test(textIn(one)));
  const row = others.filter((one) => nameOf(one) !== '' && one.tagName === element.tagName);
  const names = new Set(row.map(nameOf));
  return names.size > 1 && names.size === row.length && row.length === others.length && row.length < 50;
}

function isOfBox(page: PageMap, id: string): boolean {
  const box = page.byId.get(id);
  return box !== undefined && isBox(box);
}

function isTabList(element: Element): boolean {
  const isList = element.tagName === 'ul' || hasClass(element, 'ulist');
  if (isList && hasClass(element, 'tabs')) return true;
  return property(element, 'role') === 'tablist' || hasClass(element, LIST_CLASS);
}

function isPanel(element: Element): boolean {
  return property(element, 'role') === 'tabpanel' || hasClass(element, PANEL_CLASS);
}

/**
 * Shows the panels of tabs one after the other, each under the label of its tab, in place of the row of labels.
 * Tabs and panels find each other by their ids, else by their order.
 */
export function showTabs(page: PageMap): void {
  labelCustomTabs(page);
  for (const [list, tabs] of groupTabs(page)) {
    const pairs = pairUp(page, list, tabs);
    if (pairs.length === 0) continue;
    for (const [tab, panel] of pairs) labelPanel(page, panel, tab);
    removeList(
      page,
      list,
      tabs,
      pairs.map(([, panel]) => panel),
    );
  }
  for (const [list, tabs, panels] of plainRows(page)) {
    panels.forEach((panel, at) => void labelPanel(page, panel, tabs[at] as Element));
    remove(page, list);
  }
}

/** A class of a list of tabs that has no role, as extensions of content systems write it. */
const ROW_CLASS = /(?:^|[-_])tabs?(?:[-_]|$)/;

/** Lists of tabs by their class or that of the box around them, each without links to other pages, before as many boxes. */
function plainRows(
  page: PageMap,
): readonly (readonly [list: Element, tabs: readonly Element[], panels: readonly Element[]])[] {
  return findIn(page, { tags: /^[uo]l$/ }).flatMap((list) => {
    const parent = page.parents.get(list);
    const isRow = [list, parent].some((one) => one?.type === 'element' && hasClass(one, ROW_CLASS));
    const tabs = elementsIn(list);
    if (!isRow || tabs.length < 2 || !tabs.every(isPlainTab)) return [];
    const named = tabs.flatMap((tab) => namedPanel(page, tab) ?? []);
    const panels = named.length === tabs.length ? named : panelsBehind(page, list, tabs.length);
    return panels === undefined ? [] : [[list, tabs, panels] as const];
  });
}

function isPlainTab(item: Element): boolean {
  const links = findAll(item, ({ tagName }) => /^(?:a|[uo]l)$/.test(tagName));
  return (
    links.length < 2 && links.every((link) => link.tagName === 'a' && /^(?:#|$)/.test(property(link, 'href')))
  );
}

/** Shows the label of a tab: an attribute (`<x-tab label="Tea">`), or the element that names its panel (`<x-tab panel="tea">`). */
function labelCustomTabs(page: PageMap): void {
  for (const tab of findIn(page, { tags: CUSTOM_TAB })) {
    const panelName = property(tab, 'panel');
    const isNamed = (one: Element) => CUSTOM_TAB.test(one.tagName) && property(one, 'name') === panelName;
    const panel = panelName === '' ? undefined : elementsIn(page.parents.get(tab) ?? tab).find(isNamed);
    if (panel !== undefined) {
      labelPanel(page, panel, tab);
      remove(page, tab);
      continue;
    }
    const name = ['label', 'title', 'heading', 'summary'].find((one) => property(tab, one) !== '');
    if (name === undefined || textIn(tab) === '') continue;
    labelPanel(page, tab, { ...tab, children: [{ type: 'text', value: property(tab, name) }] });
    delete tab.properties[name];
  }
}

function groupTabs(page: PageMap): ReadonlyMap<Element, Element[]> {
  const groups = new Map<Element, Element[]>();
  for (const element of findIn(page, TABS)) {
    if (!isTab(page, element)) continue;
    // A tab may be a list item around the link that switches it.
    if (closest(page, element, (one) => isTab(page, one)) !== undefined) continue;
    const list =
      closest(page, element, isTabList) ??
      closest(page, element, ({ tagName }) => tagName === 'ul' || tagName === 'ol') ??
      page.parents.get(element);
    if (list?.type !== 'element') continue;
    addTo(groups, list, element);
  }
  return groups;
}

type Pair = readonly [tab: Element, panel: Element];

function pairUp(page: PageMap, list: Element, tabs: readonly Element[]): readonly Pair[] {
  const around = panelsAround(page, list);
  const byId = tabs.flatMap((tab): Pair[] => {
    const panel = namedPanel(page, tab) ?? around.find((one) => labelIds(one).includes(property(tab, 'id')));
    return panel === undefined ? [] : [[tab, panel]];
  });
  const panels = new Set(byId.map(([, panel]) => panel));
  if (byId.length > 0 && panels.size === byId.length) return byId;
  // Of panels that are created only when they are shown, the chosen tab's exists.
  if (around.length === 1 || panels.size === 1) {
    const [panel] = panels.size === 1 ? panels : around;
    const chosen = tabs.find(
      (tab) => property(tab, 'ariaSelected') === 'true' || hasClass(tab, /active|selected/),
    );
    return panel === undefined ? [] : [[chosen ?? (tabs[0] as Element), panel]];
  }
  const inOrder = around.length > 0 ? around : panelsBehind(page, list, tabs.length);
  if (inOrder === undefined || inOrder.length > tabs.length) return [];
  return inOrder.map((panel, index): Pair => [tabs[index] as Element, panel]);
}

function labelIds(panel: Element): readonly string[] {
  return idsOf(panel, 'ariaLabelledBy');
}

function namedPanel(page: PageMap, tab: Element): Element | undefined {
  const controls = [tab, ...findAll(tab, ({ tagName }) => tagName === 'a' || tagName === 'button')];
  for (const control of controls) {
    const names = ['dataBsTarget', 'dataTarget', 'href'].map((name) => property(control, name));
    const ids = [
      ...idsOf(control, 'ariaControls'),
      nameOf(control).replace(/^#/, ''),
      ...names.flatMap((name) => /^#(.+)/.exec(name)?.[1] ?? []),
    ];
    const panel = ids.map((id) => page.byId.get(id)).find((one) => one !== undefined && isBox(one));
    if (panel !== undefined && !isFrame(panel) && !isInside(page, tab, panel)) return panel;
  }
  const name = nameOf(tab);
  if (name === '') return undefined;
  const isNamed = (one: Element) =>
    one !== tab && isBox(one) && PANEL_NAMES.some((panelName) => property(one, panelName) === name);
  return findIn(page, { properties: PANEL_NAMES }).find((one) => isNamed(one) && !isInside(page, tab, one));
}

/** The panels of a list of tabs: those in the nearest box around it that has any, without nested panels. */
function panelsAround(page: PageMap, list: Element): readonly Element[] {
  for (let at = page.parents.get(list); at !== undefined; at = upFrom(page, at)) {
    const box: Parent = at;
    const panels = findAll(box, isPanel).filter((panel) => !isInside(page, list, panel));
    const outer = panels.filter((panel) => !panels.some((other) => isInside(page, panel, other)));
    if (outer.length > 0) return outer;
  }
  return [];
}

function upFrom(page: PageMap, at: Parent): Parent | undefined {
  return at.type === 'element' ? page.parents.get(at) : undefined;
}

/** Removes the row of labels, or only the tabs where something else is in it. */
function removeList(
  page: PageMap,
  list: Element,
  tabs: readonly Element[],
  panels: readonly Element[],
): void {
  if (panels.some((panel) => isInside(page, panel, list))) for (const tab of tabs) remove(page, tab);
  else remove(page, list);
}
