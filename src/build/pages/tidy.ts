import type { Element, ElementContent, Root } from 'hast';
import { repairChildren } from './content-model.js';

/** Ids that the pages themselves use. */
const OWN_IDS: readonly string[] = ['main', 'svc-ask', 'svc-more'];

const ALIGNMENTS = new Set(['center', 'right', 'left', 'justify']);

/**
 * Makes the markup of a body valid HTML without changing its content: authors and old editors leave lists in
 * lists, blocks in spans and duplicate ids, which browsers tolerate.
 * @param tree sanitised; changed in place
 */
export function tidy(tree: Root): void {
  const ids = new Set(OWN_IDS);
  const visit = (parent: Root | Element, inLink: boolean): void => {
    parent.children = repairChildren(parent) as typeof parent.children;
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (inLink) calm(child);
      tidyAttributes(child, ids);
      if (child.tagName === 'tr') scopeHeaders(child);
      visit(child, inLink || child.tagName === 'a');
    }
  };
  visit(tree, false);
  dropEmptyHeadings(tree);
}

function tidyAttributes(element: Element, ids: Set<string>): void {
  const { properties } = element;
  const { id, align, width, height, className } = properties;
  if (typeof id === 'string' && (ids.has(id) || /\s/.test(id))) delete properties['id'];
  else if (typeof id === 'string') ids.add(id);
  if (align !== undefined) {
    delete properties['align'];
    if (typeof align === 'string' && ALIGNMENTS.has(align)) addClass(element, `has-text-align-${align}`);
  }
  if (width !== undefined && !isWholeNumber(width)) delete properties['width'];
  if (height !== undefined && !isWholeNumber(height)) delete properties['height'];
  if (Array.isArray(className)) properties['className'] = [...new Set(className)];
  const { lang } = properties;
  // On code it names a programming language.
  const isWords = element.tagName !== 'code' && element.tagName !== 'pre';
  if (typeof lang === 'string' && !(isWords && /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(lang))) {
    delete properties['lang'];
  }
  for (const name of ['title', 'dir']) if (properties[name] === '') delete properties[name];
  if (typeof properties['dir'] === 'string' && !/^(?:ltr|rtl|auto)$/i.test(properties['dir'])) {
    delete properties['dir'];
  }
}

/** Sets the scope of header cells: a row with only header cells is for columns, any other cell for its own row. */
function scopeHeaders(row: Element): void {
  const cells = row.children.filter((cell): cell is Element => cell.type === 'element');
  const scope = cells.every(({ tagName }) => tagName === 'th') ? 'col' : 'row';
  for (const cell of cells) {
    // An empty corner isn't a heading.
    if (cell.tagName === 'th' && !hasContent(cell)) cell.tagName = 'td';
    const known = /^(?:row|col|rowgroup|colgroup)$/.test(String(cell.properties['scope']));
    if (cell.tagName === 'th' && !known) cell.properties['scope'] = scope;
    if (cell.tagName === 'td') delete cell.properties['scope'];
  }
}

/** A link must not contain another control. */
function calm(element: Element): void {
  if (element.tagName === 'details') element.tagName = 'div';
  delete element.properties['controls'];
}

function isWholeNumber(value: unknown): boolean {
  return /^\d+$/.test(String(value));
}

function addClass(element: Element, name: string): void {
  const { className } = element.properties;
  element.properties['className'] = [...(Array.isArray(className) ? className : []), name];
}

/** An empty heading is removed. */
function dropEmptyHeadings(parent: Root | Element): void {
  parent.children = parent.children.filter(
    (child) => !(child.type === 'element' && /^h[1-6]$/.test(child.tagName) && !hasContent(child)),
  ) as typeof parent.children;
  for (const child of parent.children) if (child.type === 'element') dropEmptyHeadings(child);
}

function hasContent(node: ElementContent): boolean {
  if (node.type === 'text') return /\S/.test(node.value);
  if (node.type !== 'element') return false;
  return (node.tagName === 'img' && Boolean(node.properties['alt'])) || node.children.some(hasContent);
}
