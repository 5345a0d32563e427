import { markdownLinks } from '../validate/markdown-links.js';

/** Maximum length of the text and of one line of it: no list of links is longer. */
const MOST_TEXT = 1_000_000;
const MOST_LINE = 4000;

/** The absolute addresses in an untrusted Markdown text, in bounded time. */
export function linksIn(text: string): readonly string[] {
  const lines = text
    .slice(0, MOST_TEXT)
    .split('\n')
    .filter((line) => line.length <= MOST_LINE);
  return [...markdownLinks(lines.join('\n'))].map(({ url }) => url);
}
