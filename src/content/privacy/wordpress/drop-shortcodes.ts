import { isFootnote } from '../../body/wordpress/shortcodes/footnotes.js';
import { findTags, type Tag } from './tags.js';

/**
 * Removes shortcode tags from a text that is shown without running them, such as an excerpt: the enclosed text
 * stays, except for that of footnotes. A lone word in brackets is prose and stays too, and `[[name]]` becomes `[name]`.
 */
export function dropShortcodes(text: string): string {
  if (!text.includes('[')) return text;
  const tags = findTags(text);
  const closed = new Map(tags.flatMap(({ isClosing, name, from }) => (isClosing ? [[name, from]] : [])));
  let kept = '';
  let at = 0;
  let note: string | undefined;
  for (const tag of tags) {
    if (note !== undefined) {
      if (!tag.isClosing || tag.name !== note) continue;
      at = tag.to;
      note = undefined;
      continue;
    }
    const isEscaped = !tag.isLoose && text[tag.from - 1] === '[' && text[tag.to] === ']';
    if (!isEscaped && !isShortcode(tag, closed)) continue;
    kept += text.slice(at, isEscaped ? tag.from - 1 : tag.from);
    if (isEscaped) kept += text.slice(tag.from, tag.to);
    else if (isFootnote(tag.name) && (closed.get(tag.name) ?? 0) > tag.from) note = tag.name;
    at = isEscaped ? tag.to + 1 : tag.to;
  }
  return kept + text.slice(at);
}

function isShortcode(
  { name, isClosing, isSelfClosing, attributes, isLoose }: Tag,
  closed: ReadonlyMap<string, number>,
): boolean {
  if (isLoose) return closed.has(name);
  return (
    isClosing || isSelfClosing || closed.has(name) || name.includes('_') || /[\w-]\s*=\s*\S/.test(attributes)
  );
}
