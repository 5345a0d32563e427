import type { TextRange } from '../../../core/text.js';

const OPENING =
  /^[ \t]*(:{3,})[ \t]*v-pre\b[^\n]*$|<([A-Za-z][\w-]*)(?=\s)[^<>]*?\sv-pre(?=[\s=/>])[^<>]*>/gm;

/**
 * Finds what an author of a Vue site marked as literal: `::: v-pre` containers and elements with `v-pre`. Braces in
 * it are text.
 *
 * @param text Markdown
 * @returns test of an index
 */
export function literalPlaces(text: string): (index: number) => boolean {
  if (!text.includes('v-pre')) return () => false;
  const ranges: TextRange[] = [];
  for (const match of text.matchAll(OPENING)) {
    const [found, colons, name = ''] = match;
    const start = match.index + found.length;
    if (start <= (ranges.at(-1)?.end ?? -1)) continue;
    const end = colons === undefined ? endOfElement(text, name, start) : endOfContainer(text, colons, start);
    ranges.push({ start, end });
  }
  return (index) => ranges.some(({ start, end }) => index >= start && index < end);
}

function endOfContainer(text: string, colons: string, from: number): number {
  const closing = /^[ \t]*(:{3,})[ \t]*$/gm;
  closing.lastIndex = from;
  for (let match = closing.exec(text); match !== null; match = closing.exec(text))
    if ((match[1] ?? '').length >= colons.length) return match.index;
  return text.length;
}

/** Elements of the same name inside of it are counted. */
function endOfElement(text: string, name: string, from: number): number {
  const tag = new RegExp(`<(/?)${name}(?=[\\s/>])[^>]*>`, 'gi');
  tag.lastIndex = from;
  let depth = 1;
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    if (match[0].endsWith('/>')) continue;
    depth += match[1] === '/' ? -1 : 1;
    if (depth === 0) return match.index;
  }
  return text.length;
}
