import type { Element, ElementContent } from 'hast';
import { elementsIn, findAll, hasClass, make } from '../element.js';
import { findIn, type PageMap, replace, textIn } from '../reveal/page-map.js';
/** Writes the signatures of functions, which documentation generators lay out in lists and tables, as a line each. */
export function normaliseSignatures(page: PageMap): void {
  for (const element of findIn(page, { classes: /^(?:sig|mlabels|memname)$/ })) {
    if (!page.parents.has(element)) continue;
    if (element.tagName === 'dt' && hasClass(element, /^sig$/)) joinParameters(page, element);
    else if (element.tagName !== 'table') continue;
    else if (hasClass(element, /^mlabels$/)) asBoxes(element);
    else if (hasClass(element, /^memname$/)) joinCells(page, element);
  }
}

/** Sphinx: parameters on lines of their own are a list in the term. */
function joinParameters(page: PageMap, term: Element): void {
  for (const list of elementsIn(term)) {
    if (list.tagName !== 'dl') continue;
    const parameters = elementsIn(list).flatMap((one, at) => [
      ...(at === 0 ? [] : [space()]),
      ...one.children,
    ]);
    replace(page, list, parameters);
  }
}

/** Doxygen: a table for labels beside the signature. */
function asBoxes(table: Element): void {
  for (const part of [table, ...findAll(table, ({ tagName }) => /^(?:tbody|tr|td)$/.test(tagName))]) {
    if (part.tagName !== 'td' || hasClass(part, /^mlabels-/)) part.tagName = 'div';
  }
}

/** Doxygen: a table with a row for each parameter. */
function joinCells(page: PageMap, table: Element): void {
  const content: ElementContent[] = [];
  for (const cell of findAll(table, ({ tagName }) => tagName === 'td')) {
    const text = textIn(cell);
    if (text === '') continue;
    const before = content.at(-1);
    const isTouching = text.startsWith(')') || (before?.type === 'text' && before.value === '(');
    if (content.length > 0 && !isTouching && text !== '(') content.push(space());
    if (text === '(' || text === ')') content.push({ type: 'text', value: text });
    else content.push(...trimmed(cell.children));
  }
  replace(page, table, [make('p', content)]);
}

function trimmed(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.map((node, at) => {
    if (node.type !== 'text') return node;
    const start = at === 0 ? node.value.trimStart() : node.value;
    return { ...node, value: at === nodes.length - 1 ? start.trimEnd() : start };
  });
}

function space(): ElementContent {
  return { type: 'text', value: ' ' };
}
