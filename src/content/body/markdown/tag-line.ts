import type { Replacement } from '../../../core/prose.js';
import { escapeHtml } from '../../html/escape.js';

/**
 * Removes a template tag. A tag on a line of its own takes the line with it, so that it leaves neither
 * a paragraph break nor a loose list behind.
 * @param before the text before the tag
 * @param text the whole text
 * @param end index after the tag
 * @param keepBreak leave an empty line: the generator would put content here
 */
export function removeTag(before: string, text: string, end: number, keepBreak = false): Replacement {
  const rest = /[ \t]*(?:\r?\n|$)/y;
  rest.lastIndex = end;
  const alone = /(?:^|\n)[ \t]*$/.test(before) && rest.exec(text) !== null;
  if (!alone) return { text: '', end };
  return keepBreak ? { text: '\n', end: rest.lastIndex } : { text: '', end: rest.lastIndex };
}

/** A run of backticks that is longer than any in the code, with at least `least` of them. */
export function ticksAround(code: string, least: number): string {
  const runs = (code.match(/`+/g) ?? []).map((run) => run.length + 1);
  return '`'.repeat(Math.max(least, ...runs));
}

/** A line of HTML at the end of a text. In the block that it begins, fences would be text. */
const AFTER_HTML = /(?:^|\n)[ \t]*<[^\n]*>[ \t]*\n?[ \t]*$/;

/**
 * A fenced code block that nothing inside its content can close. In a block of HTML it's a line of HTML, so that no empty
 * line ends the block.
 * @param before the text before it: a tag that is indented stands in a list item or a definition
 */
export function fence(code: string, language: string, before = ''): string {
  const own = code.replace(/^[ \t]*\r?\n/, '').trimEnd();
  if (AFTER_HTML.test(before.slice(-500)))
    return `<pre><code class="language-${language}">${escapeHtml(own).replace(/\r?\n/g, '&#10;')}</code></pre>`;
  const ticks = (/(?:^|\n)([ \t]*)$/.exec(before)?.[1] ?? '') + ticksAround(code, 3);
  return `\n${ticks}${language}\n${own}\n${ticks}\n`;
}

/** A line with a link to what a visitor sees in this place. */
export function embed(label: string, address: string, title = ''): string {
  const words = title.replace(/[\\[\]]/g, '\\$&').trim();
  const target = address.replace(/[\s<>]/g, encodeURIComponent);
  return words === '' ? `${label}: <${target}>` : `${label}: [${words}](<${target}>)`;
}
