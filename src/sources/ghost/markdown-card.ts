import type { Root } from 'hast';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { parseMarkdown } from '../../content/body/markdown/parse.js';
import { parseHtml } from '../../content/html/parse.js';
import { toHtml } from '../../content/html/serialise.js';
import { replaceInProse } from '../../core/prose.js';

const renderer = unified().use(remarkRehype, { allowDangerousHtml: true }).freeze();

/** The HTML of a card with Markdown. The elements of HTML inside it end with the card. */
export function renderMarkdownCard(markdown: string): string {
  const tree = renderer.runSync(parseMarkdown(withMarks(markdown))) as Root;
  return toHtml(parseHtml(toHtml(tree)));
}

/** Ghost's Markdown has `~sub~`, `^sup^` and `==mark==`. */
const MARKS = /(?<![~\\])~([^~\s]+)~(?!~)|(?<![[\\])\^([^\s^[\]]+)\^|==(?=\S)([^=\n]+?)(?<=\S)==/g;

function withMarks(markdown: string): string {
  return replaceInProse(markdown, new RegExp(MARKS), (match) => {
    const [whole, sub, sup, mark] = match;
    const [name, text] = sub ? ['sub', sub] : sup ? ['sup', sup] : ['mark', mark];
    return { text: `<${name}>${text}</${name}>`, end: match.index + whole.length };
  });
}
