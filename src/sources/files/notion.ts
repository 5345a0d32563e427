import type { Element } from 'hast';
import { findAll, findElement, hasClass } from '../../content/html/element.js';
import { parseDocument } from '../../content/html/parse.js';
import { toHtml } from '../../content/html/serialise.js';
import { isNotionName } from '../archive-names.js';
import { textOf } from '../html/tree.js';
import type { FrontMatter } from './front-matter.js';

/** Properties of a database that mean something different from the front-matter key of that name. */
const OTHERS =
  /^(?:url|type|slug|permalink|layout|image|cover|id|order|weight|lang|language|redirect|title|name)$/;

/**
 * Reads a page exported from Notion as Markdown: its properties are the lines of `Name: value` under its title.
 * @returns undefined for a page without any
 */
export function readNotionPage(path: string, text: string): FrontMatter | undefined {
  if (!isNotionName(path)) return undefined;
  const [whole = '', title = ''] = /^\s*# +(.+?)[ \t]*\n\s*/.exec(text) ?? [];
  const lines = text.slice(whole.length).split('\n');
  const properties: (readonly [name: string, value: string])[] = [];
  for (const line of lines) {
    const [, key = '', value = ''] = /^(\p{L}[\p{L}\p{N} _/&()-]{0,60}):(?:[ \t]+(.*))?$/u.exec(line) ?? [];
    if (key === '') break;
    properties.push([key, value]);
  }
  if (properties.length === 0) return undefined;
  const body = lines.slice(properties.length).join('\n').replace(/^\n+/, '');
  return notionMatter(title, properties, body);
}

/** The properties of a page of Notion as front matter. */
function notionMatter(
  title: string,
  properties: readonly (readonly [name: string, value: string])[],
  body: string,
): FrontMatter {
  const data: Record<string, unknown> = {};
  for (const [key, value] of properties) {
    const name = key.trim().toLowerCase().replace(/\s+/g, '_');
    if (!OTHERS.test(name) && value.trim() !== '') data[name] = value.trim();
  }
  return { present: true, data: title === '' ? data : { ...data, title }, body, source: () => undefined };
}

/**
 * Reads a page exported from Notion as HTML: its properties are a table above its text.
 * @returns undefined for any other file
 */
export function readNotionHtml(path: string, text: string): FrontMatter | undefined {
  if (!isNotionName(path)) return undefined;
  const document = parseDocument(text);
  const find = (name: string): Element | undefined =>
    findElement(document, (element) => hasClass(element, name));
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
  const name = findElement(row, ({ tagName }) => tagName === 'th');
  const value = findElement(row, ({ tagName }) => tagName === 'td');
  return name === undefined || value === undefined ? [] : [[textOf(name).trim(), textOfCell(value)]];
}

/** As in the Markdown export: `Yes` and `No`, and commas between several. */
function textOfCell(cell: Element): string {
  const box = findElement(cell, (element) => hasClass(element, 'checkbox'));
  if (box !== undefined) return hasClass(box, 'checkbox-on') ? 'Yes' : 'No';
  const selected = findAll(cell, (element) => hasClass(element, 'selected-value'));
  if (selected.length > 0) return selected.map((one) => textOf(one).trim()).join(', ');
  return textOf(cell).trim().replace(/^@/, '');
}
