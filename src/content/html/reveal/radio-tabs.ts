import type { Element } from 'hast';
import { groupBy } from '../../../core/multimap.js';
import { elementsIn, hasClass, isMarkedHidden, property } from '../element.js';
import { findIn, nextElement, type PageMap, remove, textIn } from './page-map.js';
import { formAround, isBox, labelPanel, panelsBehind } from './panels.js';

/**
 * Shows the panels of tabs that work without scripts: radio buttons that share a name, a label for each of them, and
 * as many boxes after the labels or between them.
 */
export function showRadioTabs(page: PageMap): void {
  for (const inputs of radioGroups(page)) {
    const labels = inputs.map((input) => fieldLabel(page, input));
    if (labels.some((label) => label === undefined)) continue;
    const tabs = labels as Element[];
    const panels = panelsOf(page, tabs);
    if (panels === undefined) continue;
    for (const [index, panel] of panels.entries()) labelPanel(page, panel, tabs[index] as Element);
    for (const element of [...inputs, ...tabs]) removeWithEmpty(page, element);
  }
}

function radioGroups(page: PageMap): readonly (readonly Element[])[] {
  const radios = findIn(page, { tags: /^input$/ }).filter(
    (element) => property(element, 'type') === 'radio' && formAround(page, element) === undefined,
  );
  return [...groupBy(radios, (element) => property(element, 'name')).values()];
}

/** The label that names a field, or that contains it. */
export function fieldLabel(page: PageMap, input: Element): Element | undefined {
  const parent = page.parents.get(input);
  if (parent?.type === 'element' && parent.tagName === 'label') return parent;
  return page.labels.get(property(input, 'id'));
}

function panelsOf(page: PageMap, labels: readonly Element[]): readonly Element[] | undefined {
  const between = labels.flatMap((label) => nextElement(page, label) ?? []).filter(isBox);
  if (labels.length === between.length && new Set(between).size === labels.length) return between;
  const last = labels.at(-1);
  const parent = last && page.parents.get(last);
  // A row of one label is hard to tell from a label of something else.
  const isRow = labels.length > 1 || (parent?.type === 'element' && hasClass(parent, /^tabbed-labels$/));
  return last === undefined || !isRow ? undefined : panelsBehind(page, last, labels.length);
}

function removeWithEmpty(page: PageMap, element: Element): void {
  const parent = page.parents.get(element);
  remove(page, element);
  if (parent?.type !== 'element' || elementsIn(parent).length > 0 || textIn(parent) !== '') return;
  remove(page, parent);
}

/** A sign that of several boxes one is shown at a time. */
const SHOWN_IF = ['x-show', 'v-show', 'x-if', 'v-if', 'ng-show', 'ng-if'];
const CHOSEN = /(?:^|[-_])(?:active|selected|current)$/;

/**
 * Shows the panels of tabs that only scripts know: a row of nothing but buttons, in a box of its own or at the start of
 * one, followed by as many boxes, of which all but one are hidden, one is the chosen one, or each has a condition.
 */
export function showButtonTabs(page: PageMap): void {
  const rows = new Set<Element>();
  for (const element of findIn(page, { tags: /^button$/ })) {
    const parent = page.parents.get(element);
    const row = parent?.type === 'element' && parent.tagName === 'li' ? page.parents.get(parent) : parent;
    if (row?.type === 'element' && formAround(page, row) === undefined) rows.add(row);
  }
  for (const row of rows) showRow(page, row);
}

function showRow(page: PageMap, row: Element): void {
  const parts = elementsIn(row).flatMap((child) => (child.tagName === 'li' ? elementsIn(child) : [child]));
  const other = parts.findIndex((part) => part.tagName !== 'button' || textIn(part) === '');
  const tabs = other < 0 ? parts : parts.slice(0, other);
  const last = tabs[tabs.length - 1];
  if (tabs.length < 2 || last === undefined) return;
  const panels = panelsBehind(page, other < 0 ? row : last, tabs.length);
  if (panels === undefined) return;
  const hidden = panels.filter(isMarkedHidden).length;
  const chosen = [panels, tabs].some((list) => list.filter((one) => hasClass(one, CHOSEN)).length === 1);
  const areConditional = panels.every(({ properties }) => SHOWN_IF.some((name) => name in properties));
  if (hidden !== tabs.length - 1 && !chosen && !areConditional) return;
  for (const [index, panel] of panels.entries()) labelPanel(page, panel, tabs[index] as Element);
  for (const tab of other < 0 ? [row] : tabs) remove(page, tab);
}
