import type { FrontMatter } from './front-matter.js';

/** Notion ends the name of each page with its id. */
const NAME = /[ -][0-9a-f]{32}\.(?:md|markdown)$/i;

/** Properties of a database that mean something else than a key of front matter of that name. */
const OTHERS =
  /^(?:url|type|slug|permalink|layout|image|cover|id|order|weight|lang|language|redirect|title|name)$/;

/** True for the name of a page that Notion has exported. */
export function isNotionName(path: string): boolean {
  return NAME.test(path);
}

/**
 * Reads a page that Notion has exported as Markdown: its properties are the lines of `Name: value` under its title.
 * @returns undefined for a page without any
 */
export function readNotionPage(path: string, text: string): FrontMatter | undefined {
  if (!isNotionName(path)) return undefined;
  const [whole = '', title = ''] = /^\s*# +(.+?)[ \t]*\n\s*/.exec(text) ?? [];
  const lines = text.slice(whole.length).split('\n');
  const data: Record<string, unknown> = {};
  let count = 0;
  for (const line of lines) {
    const [, key = '', value = ''] = /^(\p{L}[\p{L}\p{N} _/&()-]{0,60}):(?:[ \t]+(.*))?$/u.exec(line) ?? [];
    if (key === '') break;
    count += 1;
    const name = key.trim().toLowerCase().replace(/\s+/g, '_');
    if (!OTHERS.test(name) && value.trim() !== '') data[name] = value.trim();
  }
  if (count === 0) return undefined;
  const body = lines.slice(count).join('\n').replace(/^\n+/, '');
  return { present: true, data: title === '' ? data : { ...data, title }, body, source: () => undefined };
}
