import { findTags, type Tag } from './tags.js';

/**
 * Removes shortcode tags from a text that is shown without running them, such as an excerpt: the enclosed text
 * stays. A lone word in brackets is prose and stays too, and `[[name]]` becomes `[name]`.
 */
export function dropShortcodes(text: string): string {
  if (!text.includes('[')) return text;
  const tags = findTags(text);
  const closed = new Set(tags.filter((tag) => tag.isClosing).map(({ name }) => name));
  let kept = '';
  let at = 0;
  for (const tag of tags) {
    const isEscaped = !tag.isLoose && text[tag.from - 1] === '[' && text[tag.to] === ']';
    if (!isEscaped && !isShortcode(tag, closed)) continue;
    kept += text.slice(at, isEscaped ? tag.from - 1 : tag.from);
    if (isEscaped) kept += text.slice(tag.from, tag.to);
    at = isEscaped ? tag.to + 1 : tag.to;
  }
  return kept + text.slice(at);
}

function isShortcode(
  { name, isClosing, isSelfClosing, attributes, isLoose }: Tag,
  closed: ReadonlySet<string>,
): boolean {
  if (isLoose) return closed.has(name);
  return (
    isClosing || isSelfClosing || closed.has(name) || name.includes('_') || /[\w-]\s*=\s*\S/.test(attributes)
  );
}
