import type { Element } from 'hast';
import { parseDocument } from '../../content/html/parse.js';
import { toHtml } from '../../content/html/serialise.js';
import { isNotionName } from '../archive-names.js';
import { classesOf, findAll, findFirst, textOf } from '../html/tree.js';
import type { FrontMatter } from './front-matter.js';
import { notionMatter } from './notion.js';

/**
 * Reads a page exported from Notion as HTML: its properties are a table above its text.
 * @returns undefined for any other file
 */
export function readNotionHtml(path: string, text: string): FrontMatter | undefined {
  if (!isNotionName(path)) return undefined;
  const document = parseDocument(text);
  const find = (name: string): Element | undefined => findFirst(document, (element) => isOf(element, name));
  const body = find('page-body');
  if (body === undefined) return undefined;
  const [title, table, summary] = [find('page-title'), find('properties'), find('page-description')];
  const rows = table === undefined ? [] : findAll(table, ({ tagName }) => tagName === 'tr');
  const description = summary === undefined ? '' : textOf(summary).trim();
  const properties = [
    ...(description === '' ? [] : [['description', description] as const]),
    ...rows.flatMap(readRow),
  ];
  return notionMatter(
    title === undefined ? '' : textOf(title).trim(),
    properties,
    toHtml({ type: 'root', children: body.children }),
  );
}

function readRow(row: Element): readonly (readonly [name: string, value: string])[] {
  const name = findFirst(row, ({ tagName }) => tagName === 'th');
  const value = findFirst(row, ({ tagName }) => tagName === 'td');
  return name === undefined || value === undefined ? [] : [[textOf(name).trim(), textOfCell(value)]];
}

/** As in the Markdown export: `Yes` and `No`, and commas between several. */
function textOfCell(cell: Element): string {
  const box = findFirst(cell, (element) => isOf(element, 'checkbox'));
  if (box !== undefined) return isOf(box, 'checkbox-on') ? 'Yes' : 'No';
  const selected = findAll(cell, (element) => isOf(element, 'selected-value'));
  if (selected.length > 0) return selected.map((one) => textOf(one).trim()).join(', ');
  return textOf(cell).trim().replace(/^@/, '');
}

function isOf(element: Element, name: string): boolean {
  return classesOf(element).includes(name);
}
