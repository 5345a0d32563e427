import { isNotionName } from '../archive-names.js';
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
export function notionMatter(
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
